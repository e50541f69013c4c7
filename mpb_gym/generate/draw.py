"""Draws from an episode's own seed; the split decides what there is to draw from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeVar

import numpy as np

Split = Literal["train", "validation", "test"]
SPLITS: tuple[Split, ...] = ("train", "validation", "test")

T = TypeVar("T")

_EVERY = 3
"""One entry of three is kept for validation."""


def pool(entries: Sequence[T], split: Split) -> Sequence[T]:
    """Returns a split's part of a list: every third for validation, the rest for training.

    The frozen suite may use all of it, and so may a list that is too short to be divided.
    """
    if split == "test" or len(entries) < _EVERY:
        return entries
    held_out = entries[_EVERY - 1 :: _EVERY]
    if split == "validation":
        return held_out
    return [each for index, each in enumerate(entries) if index % _EVERY != _EVERY - 1]


class Draw:
    """A generator of numbers and what it may draw from.

    Args:
        rng: The episode's own.
        split: Decides between the parts of every list.
    """

    def __init__(self, rng: np.random.Generator, split: Split) -> None:
        self.rng = rng
        self.split = split

    def below(self, n: int) -> int:
        """Returns a whole number from 0 to n - 1."""
        return int(self.rng.random() * n)

    def one(self, entries: Sequence[T]) -> T:
        """Returns one of some entries, whatever the split."""
        return entries[self.below(len(entries))]

    def word(self, entries: Sequence[T]) -> T:
        """Returns one of the split's part of some entries."""
        return self.one(pool(entries, self.split))

    def some(self, entries: Sequence[T], count: int) -> list[T]:
        """Returns several different entries, in random order."""
        order = self.rng.permutation(len(entries))[:count]
        return [entries[int(index)] for index in order]

    def chance(self, probability: float) -> bool:
        """Returns true with a probability."""
        return bool(self.rng.random() < probability)
