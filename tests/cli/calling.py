"""How the tests call ``mpb``: in their process, or in one of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple, TypeAlias


class Result(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Mpb: TypeAlias = Callable[..., Result]
"""Runs ``mpb`` in the test's process; the fixture ``mpb``."""


def process(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Runs ``mpb`` in a process of its own, which reads all files anew."""
    code = "from mpb_gym.cli import main; main()"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
