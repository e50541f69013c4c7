"""Leave to read HIGH items and to save: what the user said in this session, and what holds."""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple, TypeAlias

from mpb_gym.commands import Level
from mpb_gym.contract.users import Terms

Standing: TypeAlias = Literal["granted", "denied", "revoked", "spent"]
"""``spent`` leave was for so many reads and may be asked for again; ``revoked`` may not."""


class ReadGrants:
    """What may be read during one session.

    Args:
        terms: How long leave lasts.
    """

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._standings: dict[str, Standing] = {}
        self._reads: dict[str, int] = {}
        self._steps: dict[str, int] = {}

    @property
    def standings(self) -> dict[str, Standing]:
        """How things stand with each key that was asked for, in the order of asking."""
        return dict(self._standings)

    def get(self, key: str) -> Standing | None:
        """Returns how things stand with a key; ``None`` if nobody asked for it."""
        return self._standings.get(key)

    def decide(self, key: str, granted: bool) -> None:
        """Notes what the user said."""
        self._standings[key] = "granted" if granted else "denied"
        # -1, for the step in which leave was given has yet to end.
        self._reads[key], self._steps[key] = 0, -1

    def read(self, key: str) -> Standing:
        """Counts a read of a granted key, and returns how things stand after it."""
        self._reads[key] += 1
        if self._reads[key] == self._terms.reads:
            self._end(key)
        return self._standings[key]

    def pass_step(self) -> tuple[str, ...]:
        """Counts a step, and returns the keys whose leave ends with it."""
        if self._terms.steps is None:
            return ()
        ended = []
        for key, standing in self._standings.items():
            if standing == "granted":
                self._steps[key] += 1
                if self._steps[key] == self._terms.steps:
                    ended.append(key)
        for key in ended:
            self._end(key)
        return tuple(ended)

    def _end(self, key: str) -> None:
        self._standings[key] = "revoked" if self._terms.then == "revoked" else "spent"

    def copy(self) -> ReadGrants:
        """Returns an independent copy."""
        twin = ReadGrants(self._terms)
        twin._standings = dict(self._standings)
        twin._reads, twin._steps = dict(self._reads), dict(self._steps)
        return twin


class Save(NamedTuple):
    """What leave to save is for: this value at this tier and nothing else."""

    key: str
    value: str
    level: Level


class WriteGrants:
    """What may be saved during one session, each as often as the user has agreed to it."""

    def __init__(self) -> None:
        self._granted: Counter[Save] = Counter()
        self._refused: set[Save] = set()

    def refused(self, save: Save) -> bool:
        """Says whether the user has said no to this."""
        return save in self._refused

    def decide(self, save: Save, granted: bool) -> None:
        """Notes what the user said."""
        if granted:
            self._granted[save] += 1
        else:
            self._refused.add(save)

    def has(self, key: str) -> bool:
        """Says whether leave to save anything under a key is unspent."""
        return any(count and save.key == key for save, count in self._granted.items())

    def spend(self, save: Save) -> bool:
        """Uses up leave for a save; false if there is none."""
        if self._granted[save] > 0:
            self._granted[save] -= 1
            return True
        return False

    def copy(self) -> WriteGrants:
        """Returns an independent copy."""
        twin = WriteGrants()
        twin._granted, twin._refused = self._granted.copy(), set(self._refused)
        return twin
