"""A bounded memory of what was worked out lately, shared by all phones of a process."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """Values by all that decides them; the least recently used go first.

    What is kept never changes what comes out, only how soon: a key must name everything that
    its value depends on.

    Args:
        limit: How many values are kept.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept: dict[Hashable, Value] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Returns the value of a key, made if it is not known.

        Args:
            key: All that the value depends on.
            make: Makes the value; not called if it is known.
        """
        kept = self._kept
        if key in kept:
            # A dictionary keeps the order of insertion: what was used goes to the end.
            value = kept[key] = kept.pop(key)
            return value
        value = kept[key] = make()
        if len(kept) > self._limit:
            del kept[next(iter(kept))]
        return value

    def clear(self) -> None:
        """Forgets everything."""
        self._kept.clear()
