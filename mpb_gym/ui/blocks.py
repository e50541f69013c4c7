"""Painted widgets as opaque blocks of pixels, kept once for all screens of the process."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mpb_gym.spec.theme import Colour, Theme
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.placement import Gradient, Placement

LIMIT = 96 * 2**20
"""Most bytes that all kept blocks may take."""

_DIMMED = 174
"""What a scrim of 32 % black leaves of each colour, of 256."""

Block = NDArray[np.uint8]


class BlockCache:
    """Blocks by all that decides their pixels; the least recently used go first.

    Args:
        limit: Most bytes of pixels to keep.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._bytes = 0
        self._blocks: OrderedDict[Any, tuple[Block, Theme]] = OrderedDict()

    @property
    def size(self) -> int:
        """Bytes of pixels that are kept now."""
        return self._bytes

    def get(
        self,
        placed: Placement,
        width: int,
        height: int,
        origin: tuple[int, int],
        screen_height: int,
    ) -> Block:
        """Returns a placement's block, shape (height, width, 3), read-only.

        Args:
            placed: What to paint.
            width: Of the block in device pixels.
            height: Of the block in device pixels.
            origin: Its left and top on the screen, for backdrops that vary with it.
            screen_height: In device pixels, for the same.
        """
        varies = isinstance(placed.backdrop, Gradient)
        # The logical size counts as well: what wraps differently may take as many device pixels.
        key = (
            placed.widget,
            width,
            height,
            placed.rect.width,
            placed.rect.height,
            id(placed.theme),
            placed.backdrop,
            placed.dim,
            (*origin, screen_height) if varies else None,
        )
        found = self._blocks.get(key)
        if found is not None:
            self._blocks.move_to_end(key)
            return found[0]
        if placed.dim:
            bright = self.get(placed._replace(dim=False), width, height, origin, screen_height)
            block = _dimmed(bright)
        else:
            block = _paint(placed, width, height, origin, screen_height)
        # The theme is kept with the block, so that its id cannot come to mean another one.
        self._blocks[key] = (block, placed.theme)
        self._bytes += block.nbytes
        while self._bytes > self._limit and len(self._blocks) > 1:
            _, (old, _) = self._blocks.popitem(last=False)
            self._bytes -= old.nbytes
        return block


def _dimmed(bright: Block) -> Block:
    block = (bright.astype(np.uint16) * _DIMMED >> 8).astype(np.uint8)
    block.setflags(write=False)
    return block


def _paint(
    placed: Placement, width: int, height: int, origin: tuple[int, int], screen_height: int
) -> Block:
    backdrop: Colour | Block
    if isinstance(placed.backdrop, Gradient):
        backdrop = _gradient(placed.backdrop, screen_height, origin[1], width, height)
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


def _gradient(gradient: Gradient, screen_height: int, top: int, width: int, height: int) -> Block:
    rows = np.clip(np.arange(top, top + height), 0, screen_height - 1)
    column = _ramp(gradient, screen_height)[rows]
    return np.ascontiguousarray(np.broadcast_to(column[:, None, :], (height, width, 3)))


@lru_cache(maxsize=16)
def _ramp(gradient: Gradient, height: int) -> Block:
    share = np.linspace(0.0, 1.0, height)[:, None]
    top, bottom = np.array(gradient.top), np.array(gradient.bottom)
    return np.round(top * (1 - share) + bottom * share).astype(np.uint8)


BLOCKS = BlockCache()
"""The blocks of this process; all screens share them."""
