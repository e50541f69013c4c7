"""Colour roles of Material 3, as data: worked out from a seed colour ahead of time."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import TypeAlias

from mpb_gym.spec.reader import Cursor

Colour: TypeAlias = tuple[int, int, int]
"""Red, green, blue, 0 to 255."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Theme:
    """The colour of each role (https://m3.material.io/styles/color/roles).

    Themes are told apart by identity: they are part of the keys of everything that is kept.
    """

    primary: Colour
    on_primary: Colour
    primary_container: Colour
    on_primary_container: Colour
    secondary_container: Colour
    on_secondary_container: Colour
    tertiary_container: Colour
    on_tertiary_container: Colour
    surface: Colour
    on_surface: Colour
    on_surface_variant: Colour
    surface_container_low: Colour
    surface_container: Colour
    surface_container_high: Colour
    surface_container_highest: Colour
    outline: Colour
    outline_variant: Colour
    error: Colour
    on_error: Colour
    inverse_surface: Colour
    inverse_on_surface: Colour
    inverse_primary: Colour


ROLES = tuple(each.name for each in fields(Theme))


def read_theme(cursor: Cursor) -> Theme:
    """Reads a theme: a ``#rrggbb`` for each role."""
    cursor.only(*ROLES)
    return Theme(**{role: _read_colour(cursor[role]) for role in ROLES})


def _read_colour(cursor: Cursor) -> Colour:
    text = cursor.text()
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        cursor.fail(f"found {text!r}", "a colour as #rrggbb")
    return (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))
