"""Painted widgets as opaque blocks of pixels, kept once for all screens of the process."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from mpb_gym.spec.theme import Colour
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.placement import Gradient, Placement
from mpb_gym.ui.raster import Pixels, Raster
from mpb_gym.ui.recent import Recent

LIMIT = 96 * 2**20
"""Most bytes that all kept blocks may take."""

_DIMMED = 174
"""What a scrim of 32 % black leaves of each colour, of 256."""


class Wanted:
    """A block to be painted: equal ones have the same pixels, and the hash is worked out once.

    Args:
        placed: What to paint.
        width: Of the block in device pixels.
        height: Of the block in device pixels.
        origin: Its left and top on the screen, for backdrops that vary with it.
        screen_height: In device pixels, for the same.
    """

    __slots__ = ("_hash", "_key", "height", "origin", "placed", "screen_height", "width")

    def __init__(
        self,
        placed: Placement,
        width: int,
        height: int,
        origin: tuple[int, int],
        screen_height: int,
    ) -> None:
        self.placed = placed
        self.width, self.height = width, height
        self.origin, self.screen_height = origin, screen_height
        varies = isinstance(placed.backdrop, Gradient)
        # The logical size counts as well: what wraps differently may take as many device pixels.
        self._key = (
            placed.widget,
            width,
            height,
            placed.rect.width,
            placed.rect.height,
            placed.theme,
            placed.backdrop,
            placed.dim,
            (*origin, screen_height) if varies else None,
        )
        self._hash = hash(self._key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Wanted) and self._key == other._key

    def bright(self) -> Wanted:
        """The same block without the scrim."""
        placed = self.placed._replace(dim=False)
        return Wanted(placed, self.width, self.height, self.origin, self.screen_height)


class BlockCache:
    """Pixelss by all that decides their pixels; what was not used for long goes.

    Args:
        limit: Most bytes of pixels to keep.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._blocks: Recent[Raster] = Recent(limit, lambda block: block.nbytes)

    @property
    def size(self) -> int:
        """Bytes of pixels that are kept now."""
        return self._blocks.weight

    def get(
        self,
        placed: Placement,
        width: int,
        height: int,
        origin: tuple[int, int],
        screen_height: int,
    ) -> Raster:
        """Returns a placement's block; arguments as for :class:`Wanted`."""
        return self.fetch(Wanted(placed, width, height, origin, screen_height))

    def fetch(self, wanted: Wanted) -> Raster:
        """Returns a block."""
        return self._blocks.get(wanted, lambda: self._make(wanted))

    def _make(self, wanted: Wanted) -> Raster:
        if wanted.placed.dim:
            return self.fetch(wanted.bright()).mapped(_dimmed)
        return Raster.of(_paint(wanted))


def _dimmed(bright: Pixels) -> Pixels:
    return (bright.astype(np.uint16) * _DIMMED >> 8).astype(np.uint8)


def _paint(wanted: Wanted) -> Pixels:
    placed, width, height = wanted.placed, wanted.width, wanted.height
    backdrop: Colour | Pixels
    if isinstance(placed.backdrop, Gradient):
        backdrop = _gradient(placed.backdrop, wanted.screen_height, wanted.origin[1], width, height)
    else:
        backdrop = getattr(placed.theme, placed.backdrop)
    canvas = Canvas(
        width=placed.rect.width,
        height=placed.rect.height,
        pixels=(width, height),
        theme=placed.theme,
        backdrop=backdrop,
    )
    placed.widget.paint(canvas)
    return canvas.pixels()


def _gradient(gradient: Gradient, screen_height: int, top: int, width: int, height: int) -> Pixels:
    rows = np.clip(np.arange(top, top + height), 0, screen_height - 1)
    column = _ramp(gradient, screen_height)[rows]
    return np.ascontiguousarray(np.broadcast_to(column[:, None, :], (height, width, 3)))


@lru_cache(maxsize=16)
def _ramp(gradient: Gradient, height: int) -> Pixels:
    share = np.linspace(0.0, 1.0, height)[:, None]
    top, bottom = np.array(gradient.top), np.array(gradient.bottom)
    return np.round(top * (1 - share) + bottom * share).astype(np.uint8)


BLOCKS = BlockCache()
"""The blocks of this process; all screens share them."""
