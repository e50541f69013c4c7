"""What a finger means at a point: which cursor, which selection, how far to scroll."""

from __future__ import annotations

from mpb_gym.commands import Coordinate, Direction
from mpb_gym.errors import ActionError
from mpb_gym.geometry import LOGICAL_WIDTH, Point
from mpb_gym.runtime.program import Result
from mpb_gym.ui.editing import Caret
from mpb_gym.ui.layout import Layout, region_at
from mpb_gym.ui.page import Axis
from mpb_gym.ui.placement import Placement
from mpb_gym.ui.widgets.edit import EditBox

SWIPE = 0.6
"""How far a swipe scrolls, as a share of the region's length."""


def point_on(at: Coordinate, height: int) -> Point:
    """Returns the point of a screen of this height, in logical pixels."""
    x, y = int(at[0] * LOGICAL_WIDTH), int(at[1] * height)
    return Point(min(x, LOGICAL_WIDTH - 1), min(y, height - 1))


def caret_at(target: Placement, at: Point) -> Caret | None:
    """Returns the cursor under a finger; ``None`` where no text can be edited."""
    if not isinstance(target.widget, EditBox):
        return None
    left, top, _, _ = target.rect
    return target.widget.caret_at(at.x - left, at.y - top, target.rect.width)


def selection_at(target: Placement, at: Point) -> Caret | None:
    """Returns what a long press selects: a word, or all where something is selected already."""
    caret, box = caret_at(target, at), target.widget
    if caret is None or not isinstance(box, EditBox):
        return None
    if box.selected:
        return Caret(0, len(box.value), caret.first)
    return box.word_at(caret)


def swiped(layout: Layout, scrolls: dict[str, int], direction: Direction, at: Point) -> Result:
    """Scrolls what lies under a swipe by the greater part of its length."""
    axis: Axis = "y" if direction in ("up", "down") else "x"
    region = region_at(layout.regions, axis, *at)
    length = 0
    if region is not None:
        length = region.rect.height if axis == "y" else region.rect.width
    sign = 1 if direction in ("up", "left") else -1
    return scrolled(layout, scrolls, axis, at, sign * round(length * SWIPE))


def scrolled(layout: Layout, scrolls: dict[str, int], axis: Axis, at: Point, by: int) -> Result:
    """Scrolls the innermost thing at a point that scrolls along an axis.

    Args:
        layout: What is on screen.
        scrolls: Scroll position of each region by its id; changed.
        axis: Along which to scroll.
        at: Where the finger is.
        by: How far, in logical pixels; what lies further down or right comes into sight.
    """
    region = region_at(layout.regions, axis, *at)
    if region is not None:
        before = min(scrolls.get(region.id, 0), region.reach)
        after = max(0, min(region.reach, before + by))
        if after != before:
            scrolls[region.id] = after
            return Result()
    sentence = "Nothing there scrolls any further that way."
    return Result(error=ActionError("cannot_scroll", sentence))
