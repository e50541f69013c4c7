"""The themes of the phone's own programs."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from mpb_gym.spec.reader import read_yaml
from mpb_gym.spec.theme import Theme, read_theme

_FOLDER = Path(__file__).parent.parent / "ui" / "themes"


@lru_cache(maxsize=8)
def system_theme(name: str) -> Theme:
    """Returns the theme ``launcher`` or ``imy``."""
    return read_theme(read_yaml(_FOLDER / f"{name}.yaml", f"ui/themes/{name}.yaml"))
