"""Imports scripts, which lie outside all packages and import one another as neighbours."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def load(name: str) -> ModuleType:
    """Imports ``scripts/<name>.py``, as it is imported when a script is run."""
    sys.path.insert(0, str(SCRIPTS))
    try:
        module = importlib.import_module(name)
    finally:
        sys.path.remove(str(SCRIPTS))
    assert module.__file__ == str(SCRIPTS / f"{name}.py"), "another module is called so"
    return module
