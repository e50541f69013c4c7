"""A bounded memory of what was worked out lately, shared by all phones of a process."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import RLock
from typing import Generic, TypeVar

Value = TypeVar("Value")

_MAKING = RLock()
"""Held while anything is made: phones may run in threads, what is made may need what others keep,
and fonts draw for one at a time."""


def _one(value: object) -> int:
    return 1


class _Entry(Generic[Value]):
    """A value and when it was used last."""

    __slots__ = ("used", "value")

    def __init__(self, value: Value) -> None:
        self.value = value
        self.used = 0


class Recent(Generic[Value]):
    """Values by all that decides them; what was not used for longest goes.

    What is kept never changes what comes out, only how soon: a key must name everything that
    its value depends on.

    To use a value costs one look into a dictionary and a stamp. Only when there is too much are
    the stamps looked at, and then an eighth of all goes at once.

    Args:
        limit: How much may be kept.
        weigh: How much of the limit a value takes; 1 by default.

    Attributes:
        weight: How much is kept now.
    """

    def __init__(self, limit: int, weigh: Callable[[Value], int] = _one) -> None:
        self._limit = limit
        self._weigh = weigh
        self._kept: dict[Hashable, _Entry[Value]] = {}
        self._uses = 0
        self.weight = 0

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Returns the value of a key, made if it is not known.

        Args:
            key: All that the value depends on.
            make: Makes the value; not called if it is known.
        """
        self._uses += 1
        entry = self._kept.get(key)
        if entry is None:
            with _MAKING:
                return self._make(key, make)
        entry.used = self._uses
        return entry.value

    def _make(self, key: Hashable, make: Callable[[], Value]) -> Value:
        entry = self._kept.get(key)  # another thread may have been quicker
        if entry is None:
            value = make()
            entry = self._kept[key] = _Entry(value)
            self.weight += self._weigh(value)
        entry.used = self._uses
        if self.weight > self._limit:
            self._shrink()
        return entry.value

    def _shrink(self) -> None:
        """Drops what was not used for longest; the latest stays, whatever it weighs."""
        *oldest, _ = sorted(self._kept.items(), key=lambda item: item[1].used)
        for key, entry in oldest:
            if self.weight <= self._limit - self._limit // 8:
                return
            del self._kept[key]
            self.weight -= self._weigh(entry.value)
