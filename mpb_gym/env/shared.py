"""Memory that processes share, for the arrays of observations."""

from __future__ import annotations

import ctypes
import math
import sys
from collections.abc import Mapping
from mmap import mmap
from typing import Any, NamedTuple

import numpy as np
from gymnasium.spaces import Box, Space
from numpy.typing import NDArray

HANDED = 2
"""How many sets are given away in turn: while somebody looks at one, the other is written."""

_LINE = 64
"""Bytes of a line of the processor's cache, which no two arrays shall share."""


class Frames(NamedTuple):
    """Where one array of an observation lies, of all environments together.

    Attributes:
        memory: Shared memory.
        offset: Of the array in it, in bytes.
        shape: The number of environments first.
        dtype: Of the numbers in it.
    """

    memory: Any
    offset: int
    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    def flat(self) -> NDArray[Any]:
        """Returns the array with a single axis."""
        return np.frombuffer(self.memory, self.dtype, math.prod(self.shape), self.offset)

    def array(self) -> NDArray[Any]:
        """Returns the array."""
        return self.flat().reshape(self.shape)


class SharedArrays:
    """The arrays of observations several times over: a set that is kept, and sets to give away.

    The first set always holds what was observed last, and nobody else ever writes to it. The
    others are copies that each process makes of its part, so that whoever steps environments need
    not. Such a set is written again only when nobody holds any part of it any more.

    Args:
        start: The multiprocessing context of the processes.
        space: Of one environment's observations; its arrays are those of boxes.
        count: How many environments there are.
        handed: How many sets are given away in turn.

    Attributes:
        sets: The memory, by the key of the observation; the one that is kept comes first.
    """

    def __init__(
        self, start: Any, space: Mapping[str, Space[Any]], count: int, handed: int = HANDED
    ) -> None:
        self.sets = _frames(start, space, count, 1 + handed)
        # Whatever is given away refers to these, each view of it, of whatever part.
        self._flat = [{key: each.flat() for key, each in frames.items()} for frames in self.sets]
        self._alone = [_references(flat) for flat in self._flat]

    def unheld(self) -> int:
        """Returns the number of a set to write to; 0 if somebody holds each of the others."""
        for number in range(1, len(self.sets)):
            if _references(self._flat[number]) == self._alone[number]:
                return number
        return 0

    def arrays(self, number: int) -> dict[str, NDArray[Any]]:
        """Returns the arrays of a set, whose first axis are the environments."""
        frames, flat = self.sets[number], self._flat[number]
        return {key: flat[key].reshape(frames[key].shape) for key in frames}


def _frames(
    start: Any, space: Mapping[str, Space[Any]], count: int, sets: int
) -> list[dict[str, Frames]]:
    """Lays out all sets in one piece of memory, so that it is asked for whole or not at all."""
    boxes = {key: part for key, part in space.items() if isinstance(part, Box)}
    places: list[dict[str, int]] = []
    size = 0
    for _ in range(sets):
        places.append({})
        for key, part in boxes.items():
            places[-1][key] = size
            used = count * math.prod(part.shape) * part.dtype.itemsize
            size += -(-used // _LINE) * _LINE
    memory = _memory(start, max(1, size))
    return [
        {
            key: Frames(memory, offset, (count, *boxes[key].shape), boxes[key].dtype)
            for key, offset in each.items()
        }
        for each in places
    ]


def _memory(start: Any, size: int) -> Any:
    # Forked processes inherit memory that is nobody's file. A RawArray is one, in /dev/shm, which
    # many containers keep below the size of a few frames.
    if start.get_start_method() == "fork":
        return mmap(-1, size)
    return start.RawArray(ctypes.c_uint8, size)


def _references(arrays: Mapping[str, NDArray[Any]]) -> list[int]:
    return [sys.getrefcount(each) for each in arrays.values()]
