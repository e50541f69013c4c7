"""What of a release could not be taken over, and where it stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from mpb_gym.spec.reader import Cursor


class Unmapped(NamedTuple):
    """Something in a release that has no counterpart here.

    Attributes:
        file: The file, within the release.
        key: The place in it, as ``verification[0].rules[1].operator``.
        why: What is the matter with it.
    """

    file: str
    key: str
    why: str

    def __str__(self) -> str:
        return f"{self.file}: {self.key}: {self.why}" if self.key else f"{self.file}: {self.why}"


@dataclass(slots=True)
class Notes:
    """Collects what is not taken over while something is read."""

    found: list[Unmapped] = field(default_factory=list)

    def add(self, at: Cursor, why: str) -> None:
        """Notes that what stands at a place is not taken over."""
        note = Unmapped(at.file, at.path, why)
        if note not in self.found:
            self.found.append(note)

    def keys(self, at: Cursor, *known: str) -> None:
        """Notes every key of a mapping that nobody reads."""
        for key, each in at.entries():
            if key not in known:
                self.add(each, "nothing here reads this key")
