"""Faults of an endpoint, drawn so that they come again each time and come to an end."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from mpb_gym.errors import OptionError

Fault: TypeAlias = Literal["429", "500", "timeout", "empty", "garbage", "truncated", "slow"]
FAULTS: tuple[Fault, ...] = get_args(Fault)

MOST_IN_A_ROW = 3
"""After so many faults a turn is answered."""


def read_faults(text: str) -> dict[Fault, float]:
    """Reads ``429:0.1,empty:0.05``: the share of requests that meet each fault.

    Raises:
        OptionError: A fault is unknown, a share is none, or together they exceed 1.
    """
    found: dict[Fault, float] = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, _, share = part.partition(":")
        fault = next((each for each in FAULTS if each == name.strip()), None)
        if fault is None:
            raise OptionError(f"--faults: there is no {name!r}; known: {', '.join(FAULTS)}")
        try:
            found[fault] = float(share)
        except ValueError:
            found[fault] = -1
        if not 0 <= found[fault] <= 1:
            raise OptionError(f"--faults: {part!r} needs a share from 0 to 1, as {fault}:0.1")
    if sum(found.values()) > 1:
        raise OptionError("--faults: the shares add up to more than 1")
    return found


def share(*parts: object) -> float:
    """Returns a number from 0 to 1 that depends on the parts alone."""
    text = "\0".join(str(each) for each in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") / 2**48


class Faults:
    """Which request meets which fault.

    Args:
        shares: How often each happens.
        seed: Of the draws.
    """

    def __init__(self, shares: Mapping[Fault, float], seed: int) -> None:
        self._shares, self._seed = dict(shares), seed
        self._tries: dict[tuple[str, int], int] = {}
        self._lock = threading.Lock()

    def draw(self, conversation: str, turn: int) -> Fault | None:
        """Returns the fault of the next try at a turn, if it meets one.

        An answer makes the turn begin anew, so that a repeated episode meets the same faults.
        """
        with self._lock:
            tried = self._tries.get((conversation, turn), 0)
            fault = self._drawn(conversation, turn, tried) if tried < MOST_IN_A_ROW else None
            if fault in (None, "slow"):
                self._tries.pop((conversation, turn), None)
            else:
                self._tries[conversation, turn] = tried + 1
        return fault

    def _drawn(self, conversation: str, turn: int, tried: int) -> Fault | None:
        left = share(self._seed, conversation, turn, tried)
        for fault, part in self._shares.items():
            left -= part
            if left < 0:
                return fault
        return None
