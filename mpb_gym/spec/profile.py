"""The user's profile: items at two tiers, app tiers and the writing mode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from mpb_gym.commands import LEVELS, Level
from mpb_gym.spec.reader import Cursor

Mode = Literal["full_control", "semi_control"]
MODES: tuple[Mode, ...] = ("full_control", "semi_control")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileItem:
    """One fact about the user.

    Attributes:
        key: Its name, unique in a profile, as ``phone_number``.
        value: What it says.
        level: ``low`` is free to use; ``high`` needs a grant and a read.
    """

    key: str
    value: str
    level: Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A user, as a session finds them.

    Attributes:
        items: The facts, in order.
        mode: ``full_control`` asks before each save; ``semi_control`` lets agents save.
        app_tiers: Tier by app id; an app that is not named is ``low``.
    """

    items: tuple[ProfileItem, ...]
    mode: Mode = "full_control"
    app_tiers: Mapping[str, Level] = field(default_factory=dict)

    def get(self, key: str) -> ProfileItem | None:
        """Returns the item with this key, if there is one."""
        return next((item for item in self.items if item.key == key), None)

    def with_items(self, added: tuple[ProfileItem, ...]) -> Profile:
        """Returns this profile with items added; a key that exists is replaced in place."""
        merged = {item.key: item for item in (*self.items, *added)}
        return Profile(items=tuple(merged.values()), mode=self.mode, app_tiers=self.app_tiers)


def read_items(cursor: Cursor) -> tuple[ProfileItem, ...]:
    """Reads a list of profile items; keys must differ."""
    found: dict[str, ProfileItem] = {}
    for each in cursor.items():
        each.only("key", "value", "level")
        item = ProfileItem(
            key=each["key"].text(),
            value=each["value"].text(),
            level=each["level"].choice(LEVELS),
        )
        if item.key in found:
            each["key"].fail(f"{item.key!r} stands in this list twice", "distinct keys")
        found[item.key] = item
    return tuple(found.values())


def read_tiers(cursor: Cursor) -> dict[str, Level]:
    """Reads a mapping from app id to tier."""
    return {app: level.choice(LEVELS) for app, level in cursor.entries()}


def read_profile(cursor: Cursor) -> Profile:
    """Reads a whole profile."""
    cursor.only("items", "mode", "app_tiers")
    return Profile(
        items=read_items(cursor["items"]),
        mode=cursor.get("mode", "full_control").choice(MODES),
        app_tiers=read_tiers(cursor.get("app_tiers", {})),
    )
