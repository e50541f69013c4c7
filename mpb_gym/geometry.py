"""Immutable geometry. Lengths are *logical pixels*: the screen is always 1080 of them wide.

One dp is 2.625 logical pixels (420 dpi), whatever the size of the screenshot, so that a
layout is the same at every resolution.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

LOGICAL_WIDTH = 1080
"""Width of every screen in logical pixels."""

PX_PER_DP = 2.625
"""Logical pixels in one density-independent pixel (420 dpi / 160)."""


@lru_cache(maxsize=1024)
def dp(length: float) -> int:
    """Returns a length in dp as whole logical pixels.

    >>> dp(16)
    42
    """
    return round(length * PX_PER_DP)


class Point(NamedTuple):
    """A point, in logical pixels from the top left."""

    x: int
    y: int


class Rect(NamedTuple):
    """A rectangle, half-open: it holds ``left <= x < right`` and ``top <= y < bottom``.

    >>> Rect(0, 0, 10, 10) & Rect(5, 5, 20, 20)
    Rect(left=5, top=5, right=10, bottom=10)
    """

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def sized(cls, left: int, top: int, width: int, height: int) -> Rect:
        """Returns the rectangle with this corner and size."""
        return cls(left, top, left + width, top + height)

    @property
    def width(self) -> int:
        """Width in logical pixels."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Height in logical pixels."""
        return self.bottom - self.top

    @property
    def center(self) -> Point:
        """The middle, rounded down."""
        return Point((self.left + self.right) // 2, (self.top + self.bottom) // 2)

    def contains(self, x: int, y: int) -> bool:
        """Says whether the point lies inside."""
        return self.left <= x < self.right and self.top <= y < self.bottom

    def moved(self, dx: int, dy: int) -> Rect:
        """Returns this rectangle shifted."""
        return Rect(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def inset(self, by: int) -> Rect:
        """Returns this rectangle made smaller by ``by`` on each side."""
        return Rect(self.left + by, self.top + by, self.right - by, self.bottom - by)

    def __and__(self, other: Rect) -> Rect:
        """The part shared by both; empty (zero or negative size) if there is none."""
        left, top, right, bottom = self
        if other[0] > left:
            left = other[0]
        if other[1] > top:
            top = other[1]
        if other[2] < right:
            right = other[2]
        if other[3] < bottom:
            bottom = other[3]
        return Rect(left, top, right, bottom)

    def __or__(self, other: Rect) -> Rect:
        """The smallest rectangle that holds both."""
        return Rect(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def __bool__(self) -> bool:
        """True unless the rectangle is empty."""
        left, top, right, bottom = self
        return left < right and top < bottom

    def scaled(self, scale: float) -> Rect:
        """Returns this rectangle in device pixels, edges rounded one by one."""
        return Rect(
            round(self.left * scale),
            round(self.top * scale),
            round(self.right * scale),
            round(self.bottom * scale),
        )
