"""Keeping what an object holds, to bring it back later as often as is wished."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeAlias

Kept: TypeAlias = Mapping[str, Any]
"""An object's attributes at one moment, by name; never to be changed."""


class Keeping:
    """An object whose attributes are immutable values, plain containers of them, or parts.

    Containers are copied, values and parts are shared. A class whose parts change along with
    it extends both methods.
    """

    def keep(self) -> dict[str, Any]:
        """Returns what the object holds now; nothing that happens later changes it."""
        return {name: _copied(value) for name, value in vars(self).items()}

    def bring_back(self, kept: Kept) -> None:
        """Makes the object hold again what it held; works any number of times."""
        vars(self).update((name, _copied(value)) for name, value in kept.items())


def _copied(value: Any) -> Any:
    kind = type(value)
    if kind is dict:
        return {key: _copied(each) for key, each in value.items()}
    if kind is list:
        return [_copied(each) for each in value]
    if kind in (set, Counter):
        return value.copy()
    return value
