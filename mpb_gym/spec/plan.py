"""A task's reference plan: a way of doing it, in terms of what is visible on screen.

A plan names labels, never coordinates or widgets, so that one interpreter serves every
app. Values may come from the profile, so that the plan itself discloses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mpb_gym.commands import LEVELS, Level
from mpb_gym.spec.reader import Cursor


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenApp:
    """Open an app by name."""

    app: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Type a query in the search box on screen and press Enter."""

    query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """Scroll until a label is visible, and tap it."""

    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """Fill boxes of the form on screen.

    Attributes:
        boxes: By label without its asterisk: a :class:`FromProfile` or the text itself.
    """

    boxes: Mapping[str, FromProfile | str]


@dataclass(frozen=True, slots=True, kw_only=True)
class FromProfile:
    """The value of a profile item, to be asked for and read where it is HIGH."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Save:
    """Save an item through the contract, with consent where the mode needs it."""

    key: str
    value: str
    level: Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Consult:
    """Look up a profile item that decides what to do; a HIGH one is asked for and read."""

    key: str


PlanStep: TypeAlias = OpenApp | Search | Tap | Fill | Save | Consult


def read_plan(cursor: Cursor) -> tuple[PlanStep, ...]:
    """Reads a plan: a list of one-key mappings."""
    return tuple(_read_step(each) for each in cursor.items())


def _read_step(cursor: Cursor) -> PlanStep:
    name, value = cursor.single()
    if name == "open":
        return OpenApp(app=value.text())
    if name == "search":
        return Search(query=value.text())
    if name == "tap":
        return Tap(label=value.text())
    if name == "consult":
        return Consult(key=value.text())
    if name == "fill":
        return Fill(boxes={label: _read_source(source) for label, source in value.entries()})
    if name == "save":
        value.only("key", "value", "level")
        return Save(
            key=value["key"].text(),
            value=value["value"].text(),
            level=value["level"].choice(LEVELS),
        )
    cursor.fail(f"unknown step {name!r}", "one of open, search, tap, consult, fill, save")


def _read_source(cursor: Cursor) -> FromProfile | str:
    if isinstance(cursor.value, Mapping):
        return FromProfile(key=cursor.only("profile")["profile"].text())
    return cursor.text()
