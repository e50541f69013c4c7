"""Keeps a frame up to date with placements, touching only what changed.

The frame equals a full redraw byte for byte: within each damaged rectangle, everything that
can be seen there is copied anew from back to front, beginning with the last placement that
covers it whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from mpb_gym.geometry import LOGICAL_WIDTH, Rect
from mpb_gym.ui.blocks import BLOCKS, Wanted
from mpb_gym.ui.canvas import corner_mask
from mpb_gym.ui.placement import Placement
from mpb_gym.ui.raster import Pixels
from mpb_gym.ui.recent import Recent

_WORTH = 20_000
"""How many pixels may be copied in vain to redraw one rectangle in place of two."""


class _Drawn(NamedTuple):
    """A placement with its place on the device.

    Attributes:
        rect: All of it.
        visible: What of it can be seen.
        radius: Of its corners, in device pixels.
        block: Its pixels.
    """

    placed: Placement
    rect: Rect
    visible: Rect
    radius: int
    block: Wanted


class _Scene(NamedTuple):
    """What is drawn of some placements."""

    source: Sequence[Placement]
    drawn: Sequence[_Drawn]


class _Copy(NamedTuple):
    """A part of a block to be copied to a part of the frame.

    Attributes:
        at: Where on the device.
        to: The same, to index the frame with.
        left: Where the part begins in the block.
        top: The same.
    """

    drawn: _Drawn
    at: Rect
    to: tuple[slice, slice]
    left: int
    top: int


class _Change(NamedTuple):
    """What turns one scene into another.

    Attributes:
        damage: Where they differ.
        copies: All that is seen there now, in order.
    """

    before: _Scene
    after: _Scene
    damage: Collection[Rect]
    copies: Sequence[_Copy]


_NO_SCENE = _Scene((), ())

_DRAWN: Recent[_Drawn] = Recent(8192)
_SCENES: Recent[_Scene] = Recent(1024)
_CHANGES: Recent[_Change] = Recent(1024)
"""By the identity of the placements and the size of the screen; all screens share them.

What is kept holds its placements, so that their identities cannot come to mean others.
"""


class Compositor:
    """The frame of one screen.

    Args:
        width: In device pixels.
        height: In device pixels.
        pixels: Memory to draw into, shape (height, width, 3), dtype uint8; its own by default.
    """

    def __init__(self, width: int, height: int, pixels: Pixels | None = None) -> None:
        self.width, self.height = width, height
        self._scale = width / LOGICAL_WIDTH
        self._screen = Rect(0, 0, width, height)
        self._pixels = pixels
        self._shown = _NO_SCENE

    @property
    def frame(self) -> Pixels:
        """The frame, shape (height, width, 3), dtype uint8; overwritten by the next draw."""
        if self._pixels is None:  # many phones are never looked at
            # Not zeros: only of memory that is not asked for as such, NumPy asks for huge pages.
            self._pixels = np.empty((self.height, self.width, 3), np.uint8)
            self._pixels.fill(0)
        return self._pixels

    def shows(self, placements: Sequence[Placement]) -> bool:
        """Whether the frame is up to date with these very placements."""
        return placements is self._shown.source

    def invalidate(self) -> None:
        """Forgets what the frame holds, so that the next draw redraws all."""
        self._shown = _NO_SCENE

    def draw(self, placements: Sequence[Placement], latest: Compositor | None = None) -> None:
        """Brings the frame up to date.

        Args:
            placements: What there is to see.
            latest: A frame of the same screen that is less out of date. What has changed until
                then is copied from it, in few pieces, and only the rest is drawn.
        """
        if self.shows(placements):
            return
        if latest is None:
            change = self._change(self._shown, placements)
        else:
            change = self._change(latest._shown, placements)
            self._catch_up(latest, change.damage)
        frame = self.frame
        for drawn, at, to, left, top in change.copies:
            block = BLOCKS.fetch(drawn.block)
            kept = list(self._corners(drawn, at)) if drawn.radius else ()
            block.paste(frame[to], left, top)
            for corner in kept:
                self._round(*corner)
        self._shown = change.after

    def _catch_up(self, latest: Compositor, ahead: Collection[Rect]) -> None:
        """Copies what the other frame shows, but for what is about to be drawn anyway."""
        shown = self._shown
        whole = shown is _NO_SCENE
        behind = (self._screen,) if whole else self._change(shown, latest._shown.source).damage
        frame, other = self.frame, latest.frame
        for rect in _outside(behind, ahead):
            left, top, right, bottom = rect
            frame[top:bottom, left:right] = other[top:bottom, left:right]

    def _change(self, before: _Scene, placements: Sequence[Placement]) -> _Change:
        if not isinstance(before.source, tuple) or not isinstance(placements, tuple):
            return self._work_out(before, self._prepare(placements))
        size = (self.width, self.height)
        return _CHANGES.get(
            (id(before.source), id(placements), size),
            lambda: self._work_out(
                before, _SCENES.get((id(placements), size), lambda: self._prepare(placements))
            ),
        )

    def _prepare(self, placements: Sequence[Placement]) -> _Scene:
        return _Scene(placements, [self._drawn(each) for each in placements if each.drawn])

    def _drawn(self, placed: Placement) -> _Drawn:
        key = (id(placed), self.width, self.height)
        return _DRAWN.get(key, lambda: self._on_device(placed))

    def _on_device(self, placed: Placement) -> _Drawn:
        rect = placed.rect.scaled(self._scale)
        visible = rect & placed.clip.scaled(self._scale) & self._screen
        width, height = max(1, rect.width), max(1, rect.height)
        radius = round(placed.widget.corner_radius * self._scale)
        block = Wanted(placed, width, height, (rect.left, rect.top), self.height)
        return _Drawn(placed, rect, visible, radius, block)

    def _work_out(self, before: _Scene, after: _Scene) -> _Change:
        damage = _merged(_changed(before.drawn, after.drawn)) if before.drawn else [self._screen]
        copies = [copy for rect in damage for copy in _copies(after, rect)]
        return _Change(before, after, damage, copies)

    def _corners(self, drawn: _Drawn, at: Rect) -> Iterable[tuple[Rect, Pixels, Pixels]]:
        """For each corner in sight: where it is, what lies under it, its opacity."""
        rect, radius = drawn.rect, drawn.radius
        mask = corner_mask(radius)
        for left, across in ((rect.left, 1), (rect.right - radius, -1)):
            for top, down in ((rect.top, 1), (rect.bottom - radius, -1)):
                seen = Rect.sized(left, top, radius, radius) & at
                if seen:
                    part = mask[::down, ::across][
                        seen.top - top : seen.bottom - top, seen.left - left : seen.right - left
                    ]
                    under = self.frame[seen.top : seen.bottom, seen.left : seen.right].copy()
                    yield seen, under, part

    def _round(self, corner: Rect, under: Pixels, opacity: Pixels) -> None:
        """Brings back what lies under a corner, as far as the corner lets it through."""
        over = self.frame[corner.top : corner.bottom, corner.left : corner.right]
        share = opacity[..., None].astype(np.uint16)
        over[:] = (over * share + under * (255 - share) + 127) // 255


def _copies(scene: _Scene, damage: Rect) -> Iterable[_Copy]:
    """What to copy to redraw a rectangle, from back to front."""
    layers: list[tuple[_Drawn, Rect]] = []
    for drawn in reversed(scene.drawn):
        at = drawn.visible & damage
        if not at:
            continue
        layers.append((drawn, at))
        if at == damage and not drawn.radius:
            break
    if not layers:
        return
    lowest, at = layers.pop()
    for piece in _uncovered(at, layers):
        yield _copy(lowest, piece)
    for drawn, at in reversed(layers):
        yield _copy(drawn, at)


def _copy(drawn: _Drawn, at: Rect) -> _Copy:
    left, top, right, bottom = at
    x, y, _, _ = drawn.rect
    to = (slice(top, bottom), slice(left, right))
    return _Copy(drawn, at, to, left - x, top - y)


def _changed(old: Sequence[_Drawn], new: Sequence[_Drawn]) -> Collection[Rect]:
    """Returns where what can be seen is not the same in both."""
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and _same(old[start], new[start]):
        start += 1
    end = 0
    while end < shorter - start and _same(old[-1 - end], new[-1 - end]):
        end += 1
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    return {each.visible for each in _different(before, after) if each.visible}


def _same(one: _Drawn, other: _Drawn) -> bool:
    return one is other or one.placed == other.placed


def _different(before: Sequence[_Drawn], after: Sequence[_Drawn]) -> Iterable[_Drawn]:
    """What is not the same in both, in whatever place of the order."""
    if len(before) == len(after):
        pairs = zip(before, after, strict=True)
        return [each for old, new in pairs if not _same(old, new) for each in (old, new)]
    olds, news = {each.placed.id: each for each in before}, {each.placed.id: each for each in after}
    order = [id for id in olds if id in news]
    if len(olds) < len(before) or len(news) < len(after):
        return [*before, *after]
    if order != [id for id in news if id in olds]:
        return [*before, *after]
    stays = {id for id in order if _same(olds[id], news[id])}
    return [each for each in (*before, *after) if each.placed.id not in stays]


def _uncovered(below: Rect, layers: Sequence[tuple[_Drawn, Rect]]) -> Iterable[Rect]:
    """Returns what large things leave in sight of what lies below them."""
    large = [over for drawn, over in layers if not drawn.radius and _area(over) >= _WORTH]
    return _outside((below,), large)


def _outside(rects: Iterable[Rect], holes: Iterable[Rect]) -> Iterable[Rect]:
    """Returns what the holes leave of the rectangles."""
    for hole in holes:
        rects = [part for rect in rects for part in _without(rect, hole)]
    return rects


def _without(rect: Rect, hole: Rect) -> Iterable[Rect]:
    left, top, right, bottom = rect
    if not rect & hole:
        return (rect,)
    upper, lower = max(hole.top, top), min(hole.bottom, bottom)
    around = (
        Rect(left, top, right, upper),
        Rect(left, upper, hole.left, lower),
        Rect(hole.right, upper, right, lower),
        Rect(left, lower, right, bottom),
    )
    return [part for part in around if part]


def _merged(rects: Collection[Rect]) -> Collection[Rect]:
    """Returns fewer rectangles that hold all of these, and little besides."""
    if len(rects) < 2:
        return rects
    lefts, tops, rights, bottoms = zip(*rects, strict=True)
    whole = Rect(min(lefts), min(tops), max(rights), max(bottoms))
    if _area(whole) <= sum(map(_area, rects)) + _WORTH:
        return (whole,)
    found: list[Rect] = []
    for rect in sorted(rects):
        for index, other in enumerate(found):
            both = rect | other
            if _area(both) <= _area(rect) + _area(other) + _WORTH:
                found[index] = both
                break
        else:
            found.append(rect)
    return found


def _area(rect: Rect) -> int:
    left, top, right, bottom = rect
    return (right - left) * (bottom - top)
