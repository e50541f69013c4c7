"""The user's items as they stand now, over all sessions of an episode."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from mpb_gym.commands import Level
from mpb_gym.events import ProfileDeleted, ProfileEdited, ProfileRetiered
from mpb_gym.keeping import Keeping
from mpb_gym.spec.profile import Profile, ProfileItem

Origin = Literal["given", "saved", "edited"]


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultItem:
    """One item.

    Attributes:
        origin: ``given`` with the profile, ``saved`` through the contract or ``edited`` by
            hand in the iMy app.
        session: In which it was last changed.
    """

    key: str
    value: str
    level: Level
    origin: Origin
    session: int


def _given(item: ProfileItem, session: int) -> VaultItem:
    return VaultItem(
        key=item.key, value=item.value, level=item.level, origin="given", session=session
    )


class Vault(Keeping):
    """The user's items.

    Args:
        profile: What the user has at the start.

    Attributes:
        revision: Raised by every change.
    """

    def __init__(self, profile: Profile) -> None:
        self._items = {item.key: _given(item, 0) for item in profile.items}
        self.revision = 0

    @property
    def items(self) -> tuple[VaultItem, ...]:
        """All items, in the order in which they came."""
        return tuple(self._items.values())

    def get(self, key: str) -> VaultItem | None:
        """Returns the item with this key, if there is one."""
        return self._items.get(key)

    def _put(self, item: VaultItem) -> None:
        self._items[item.key] = item
        self.revision += 1

    def save(self, key: str, value: str, level: Level, session: int) -> None:
        """Adds or replaces an item, as the contract does."""
        item = VaultItem(key=key, value=value, level=level, origin="saved", session=session)
        self._put(item)

    def edit(self, key: str, value: str, session: int) -> ProfileEdited:
        """Changes an item by hand; its tier stays.

        Raises:
            KeyError: There is no such item.
        """
        item = self._items[key]
        self._put(replace(item, value=value, origin="edited", session=session))
        return ProfileEdited(key=key, old=item.value, new=value, level=item.level)

    def retier(self, key: str, level: Level, session: int) -> ProfileRetiered:
        """Moves an item to another tier; its value and origin stay.

        Raises:
            KeyError: There is no such item.
        """
        item = self._items[key]
        self._put(replace(item, level=level, session=session))
        return ProfileRetiered(key=key, old=item.level, new=level)

    def delete(self, key: str) -> ProfileDeleted:
        """Removes an item by hand.

        Raises:
            KeyError: There is no such item.
        """
        item = self._items.pop(key)
        self.revision += 1
        return ProfileDeleted(key=key, old=item.value, level=item.level)

    def adopt(self, profile: Profile, before: Profile) -> None:
        """Takes over what a second session's profile has beyond the first's.

        Everything else stays as the first session left it: saved items stay, deleted ones
        stay away.
        """
        for item in profile.items:
            if before.get(item.key) != item:
                self._put(_given(item, 1))

    def rows(self) -> tuple[dict[str, str], ...]:
        """Returns the items as rows of the table that tasks' rules call ``profile``."""
        return tuple(
            {"key": item.key, "value": item.value, "level": item.level, "origin": item.origin}
            for item in self.items
        )

    def copy(self) -> Vault:
        """Returns an independent copy."""
        twin = Vault.__new__(Vault)
        twin._items, twin.revision = dict(self._items), self.revision
        return twin
