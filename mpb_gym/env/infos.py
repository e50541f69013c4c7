"""Infos of many environments as Gymnasium stacks them, at a fraction of its time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Info: TypeAlias = dict[str, Any]
Add: TypeAlias = Callable[[Info, Info, int], Info]
"""``VectorEnv._add_info``: stacked infos, one environment's info and its number."""

_NUMBERS = (int, float, bool)

CARD = "scorecard"
"""The part of an info that is large and seldom changes."""


class Cards:
    """Where infos are sent from: leaves out each scorecard that is what was sent before.

    Args:
        count: How many environments send their infos.
    """

    def __init__(self, count: int) -> None:
        self._sent: list[Info | None] = [None] * count

    def trimmed(self, info: Info, number: int) -> Info:
        """Returns an info as it is to be sent."""
        card = info.get(CARD)
        if card is None:
            return info
        if card == self._sent[number]:
            return {key: value for key, value in info.items() if key != CARD}
        self._sent[number] = card
        return info


class Stack:
    """Where infos arrive: fills in what was left out, and stacks.

    The result is that of Gymnasium's ``_add_info``, array by array. Lists that object arrays
    of a scorecard hold belong to all steps for which it stays the same.

    Args:
        count: How many environments there are.
        add: Gymnasium's own way, for infos that do not have the same keys.
    """

    def __init__(self, count: int, add: Add) -> None:
        self._add = add
        self._cards: list[Info | None] = [None] * count
        self._stacked: Info | None = None

    def stacked(self, infos: Sequence[Sequence[Info]]) -> Info:
        """Stacks what each environment sent: nothing, one info, or what a reset adds to one."""
        for number, sent in enumerate(infos):
            if sent and CARD in sent[-1]:
                self._cards[number], self._stacked = sent[-1].pop(CARD), None
        if all(len(sent) == 1 for sent in infos):
            card = self._card()
            together = None if card is None else stack([sent[0] for sent in infos])
            if together is not None:
                together[CARD], together[f"_{CARD}"] = card, np.ones(len(infos), np.bool_)
                return together
        return self._one_by_one(infos)

    def _card(self) -> Info | None:
        if self._stacked is None:
            cards = [card for card in self._cards if card is not None]
            self._stacked = stack(cards) if len(cards) == len(self._cards) else None
        return None if self._stacked is None else _copied(self._stacked)

    def _one_by_one(self, infos: Sequence[Sequence[Info]]) -> Info:
        together: Info = {}
        for number, (sent, card) in enumerate(zip(infos, self._cards, strict=True)):
            for info in sent[:-1]:
                together = self._add(together, info, number)
            for info in sent[-1:]:
                whole = info if card is None else info | {CARD: card}
                together = self._add(together, whole, number)
        return together


def stack(infos: Sequence[Info]) -> Info | None:
    """Stacks infos with the same keys in the same order; ``None`` for others, or with arrays.

    Returns:
        For each key, an array of shape (count,), or a dictionary where the values are
        dictionaries; and for each ``_key``, which environments have it: all.
    """
    names = list(infos[0])
    if any(list(info) != names for info in infos):
        return None
    masks = np.ones((len(names), len(infos)), np.bool_)
    together: Info = {}
    columns = zip(*[info.values() for info in infos], strict=True)
    for name, column, mask in zip(names, columns, masks, strict=True):
        stacked = _column(column)
        if stacked is None:
            return None
        together[name], together[f"_{name}"] = stacked, mask
    return together


def _column(values: Sequence[Any]) -> NDArray[Any] | Info | None:
    kind = type(values[0])
    if kind in _NUMBERS or issubclass(kind, np.number):
        return np.array(values, dtype=kind)
    if kind is dict:
        return stack(values) if all(type(value) is dict for value in values) else None
    if kind is np.ndarray:
        return None
    column = np.empty(len(values), dtype=object)
    for number, value in enumerate(values):
        column[number] = value
    return column


def _copied(stacked: Info) -> Info:
    return {
        key: _copied(value) if isinstance(value, dict) else value.copy()
        for key, value in stacked.items()
    }
