"""Keeps a frame up to date with placements, touching only what changed.

The frame equals a full redraw byte for byte: within each damaged rectangle, everything that
can be seen there is copied anew from back to front, beginning with the last placement that
covers it whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mpb_gym.geometry import LOGICAL_WIDTH, Rect
from mpb_gym.ui.blocks import BLOCKS
from mpb_gym.ui.canvas import corner_mask
from mpb_gym.ui.placement import Placement

_MANY = 12
"""From so many damaged rectangles on, their bounding box is redrawn instead."""


class _Drawn(NamedTuple):
    """A placement with its place on the device.

    Attributes:
        rect: All of it.
        visible: What of it can be seen.
    """

    placed: Placement
    rect: Rect
    visible: Rect


class Compositor:
    """The frame of one screen.

    Args:
        width: In device pixels.
        height: In device pixels.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._scale = width / LOGICAL_WIDTH
        self._screen = Rect(0, 0, width, height)
        self._frame = np.zeros((height, width, 3), np.uint8)
        self._source: Sequence[Placement] = ()
        self._drawn: list[_Drawn] = []

    @property
    def frame(self) -> NDArray[np.uint8]:
        """The frame, shape (height, width, 3), dtype uint8; overwritten by the next draw."""
        return self._frame

    def invalidate(self) -> None:
        """Forgets what the frame holds, so that the next draw redraws all."""
        self._source, self._drawn = (), []

    def draw(self, placements: Sequence[Placement]) -> None:
        """Brings the frame up to date."""
        if placements is self._source:
            return
        old, new = self._drawn, [each for each in placements if each.drawn]
        shorter = min(len(old), len(new))
        start = 0
        while start < shorter and old[start].placed == new[start]:
            start += 1
        end = 0
        while end < shorter - start and old[-1 - end].placed == new[-1 - end]:
            end += 1
        # What is the same at both ends keeps its place on the device too.
        before = old[start : len(old) - end]
        after = [self._on_device(each) for each in new[start : len(new) - end]]
        self._source = placements
        self._drawn = [*old[:start], *after, *old[len(old) - end :]]
        for rect in self._damage(before, after) if old else [self._screen]:
            self._redraw(rect)

    def _on_device(self, placed: Placement) -> _Drawn:
        rect = placed.rect.scaled(self._scale)
        visible = rect & placed.clip.scaled(self._scale) & self._screen
        return _Drawn(placed, rect, visible)

    def _damage(self, before: list[_Drawn], after: list[_Drawn]) -> Iterable[Rect]:
        rects = list({each.visible for each in _changed(before, after) if each.visible})
        if len(rects) < _MANY:
            return rects
        lefts, tops, rights, bottoms = zip(*rects, strict=True)
        return [Rect(min(lefts), min(tops), max(rights), max(bottoms))]

    def _redraw(self, damage: Rect) -> None:
        layers: list[tuple[_Drawn, Rect]] = []
        for drawn in reversed(self._drawn):
            visible = drawn.visible & damage
            if not visible:
                continue
            layers.append((drawn, visible))
            if visible == damage and not drawn.placed.widget.corner_radius:
                break
        for drawn, visible in reversed(layers):
            self._blit(drawn.placed, drawn.rect, visible)

    def _blit(self, placed: Placement, rect: Rect, at: Rect) -> None:
        width, height = max(1, rect.width), max(1, rect.height)
        block = BLOCKS.get(placed, width, height, (rect.left, rect.top), self.height)
        kept = list(self._corners(placed, rect, at))
        inner = at.moved(-rect.left, -rect.top)
        self._frame[at.top : at.bottom, at.left : at.right] = block[
            inner.top : inner.bottom, inner.left : inner.right
        ]
        for corner, under, opacity in kept:
            over = self._frame[corner.top : corner.bottom, corner.left : corner.right]
            share = opacity[..., None].astype(np.uint16)
            over[:] = (over * share + under * (255 - share) + 127) // 255

    def _corners(
        self, placed: Placement, rect: Rect, at: Rect
    ) -> Iterable[tuple[Rect, NDArray[np.uint8], NDArray[np.uint8]]]:
        """For each rounded corner in sight: where it is, what lies under it, its opacity."""
        radius = round(placed.widget.corner_radius * self._scale)
        if not radius:
            return
        mask = corner_mask(radius)
        for left, across in ((rect.left, 1), (rect.right - radius, -1)):
            for top, down in ((rect.top, 1), (rect.bottom - radius, -1)):
                seen = Rect.sized(left, top, radius, radius) & at
                if seen:
                    part = mask[::down, ::across][
                        seen.top - top : seen.bottom - top, seen.left - left : seen.right - left
                    ]
                    under = self._frame[seen.top : seen.bottom, seen.left : seen.right].copy()
                    yield seen, under, part


def _changed(before: list[_Drawn], after: list[_Drawn]) -> Iterable[_Drawn]:
    """What is not the same in both, in whatever place of the order."""
    if len(before) == len(after):
        pairs = zip(before, after, strict=True)
        return [each for old, new in pairs if old.placed != new.placed for each in (old, new)]
    olds, news = {each.placed.id: each for each in before}, {each.placed.id: each for each in after}
    order = [id for id in olds if id in news]
    if len(olds) < len(before) or len(news) < len(after):
        return [*before, *after]
    if order != [id for id in news if id in olds]:
        return [*before, *after]
    gone = [each for each in before if news.get(each.placed.id) != each]
    return [*gone, *(each for each in after if olds.get(each.placed.id) != each)]
