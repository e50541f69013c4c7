"""Painted pixels in a third of their memory: much of what is painted repeats from row to row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

_WORTH = 32_768
"""Least bytes that a repeated row must save, since each band costs a copy of its own."""


class _Band(NamedTuple):
    """Some rows, from ``top`` to before ``bottom``: each of them, or one that all are like."""

    top: int
    bottom: int
    pixels: Pixels


class Raster:
    """Pixels that do not change, where rows that repeat are kept once.

    Args:
        width: In pixels.
        height: In pixels.
        bands: From top to bottom, without a gap.

    Attributes:
        nbytes: What is kept.
    """

    __slots__ = ("_bands", "_only", "height", "nbytes", "width")

    def __init__(self, width: int, height: int, bands: Sequence[_Band]) -> None:
        self.width, self.height = width, height
        self._bands = bands
        self._only = bands[0].pixels if len(bands) == 1 else None
        self.nbytes = sum(band.pixels.nbytes for band in bands)

    @classmethod
    def of(cls, pixels: Pixels) -> Raster:
        """Returns the raster of an array of shape (height, width, 3)."""
        height, width, _ = pixels.shape
        return cls(width, height, list(_bands(pixels)))

    def paste(self, onto: Pixels, left: int = 0, top: int = 0) -> None:
        """Copies a part.

        Args:
            onto: Where to, of the shape of the part.
            left: Where the part begins, in pixels of the raster.
            top: The same.
        """
        only = self._only
        if only is not None and only.shape == onto.shape:  # most are pasted whole
            onto[:] = only
            return
        height, width, _ = onto.shape
        bottom, right = top + height, left + width
        for band in self._bands:
            first, last = max(top, band.top), min(bottom, band.bottom)
            if first >= last:
                continue
            pixels = band.pixels
            if len(pixels) > 1:
                pixels = pixels[first - band.top : last - band.top]
            onto[first - top : last - top] = pixels[:, left:right]

    def pixels(self) -> Pixels:
        """Returns all of it, shape (height, width, 3), dtype uint8."""
        whole = np.empty((self.height, self.width, 3), np.uint8)
        self.paste(whole)
        return whole

    def mapped(self, change: Callable[[Pixels], Pixels]) -> Raster:
        """Returns the raster with each pixel changed in the same way."""
        bands = [band._replace(pixels=change(band.pixels)) for band in self._bands]
        return Raster(self.width, self.height, bands)


def _bands(pixels: Pixels) -> Iterable[_Band]:
    height, width, _ = pixels.shape
    rows = pixels.reshape(height, -1)
    changes = np.flatnonzero((rows[1:] != rows[:-1]).any(axis=1)) + 1
    begun = 0
    for top, bottom in pairwise((0, *changes.tolist(), height)):
        if (bottom - top - 1) * width * 3 < _WORTH and (top, bottom) != (0, height):
            continue
        if begun < top:
            yield _Band(begun, top, pixels[begun:top].copy())
        yield _Band(top, bottom, pixels[top : top + 1].copy())
        begun = bottom
    if begun < height:
        yield _Band(begun, height, pixels[begun:].copy())
