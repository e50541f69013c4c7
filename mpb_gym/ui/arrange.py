"""Where the nodes of a body are: positions worked out once, placements only for what is seen."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from mpb_gym.geometry import LOGICAL_WIDTH, Rect, dp
from mpb_gym.spec.theme import Theme
from mpb_gym.ui.page import BODY_WIDTH, MARGIN, Axis, Grid, Leaf, Node, Rows, Strip
from mpb_gym.ui.placement import Backdrop, Placement
from mpb_gym.ui.widget import Widget
from mpb_gym.ui.widgets import Spot


class Region(NamedTuple):
    """A part of the screen that scrolls.

    Attributes:
        reach: How far it can be scrolled, in logical pixels.
    """

    id: str
    axis: Axis
    rect: Rect
    reach: int


class Look(NamedTuple):
    """What all placements of a page share."""

    theme: Theme
    backdrop: Backdrop


class Part(NamedTuple):
    """What a node comes to at its place; ``region`` if it scrolls sideways."""

    placements: tuple[Placement, ...]
    region: Region | None = None


_NOTHING = Part(())


class Arranged:
    """Nodes below one another with the position of each; independent of any scroll position.

    Args:
        nodes: From top to bottom.
    """

    def __init__(self, nodes: tuple[Node, ...]) -> None:
        self.nodes = nodes
        self.tops: list[int] = []
        self.bottoms: list[int] = []
        y = dp(8)
        for node in nodes:
            self.tops.append(y)
            y += height_of(node)
            self.bottoms.append(y)
            y += node.below
        self.height = y + dp(8)

    def find(self, id: str) -> tuple[int, int] | None:
        """Returns top and bottom of a leaf, from the top of all nodes."""
        for node, top, bottom in zip(self.nodes, self.tops, self.bottoms, strict=True):
            if isinstance(node, Leaf) and node.id == id:
                return top, bottom
        return None

    def visible(self, first: int, last: int) -> range:
        """Returns the indices of the nodes that reach into a stretch of them."""
        return range(bisect_right(self.bottoms, first), bisect_left(self.tops, last))


@lru_cache(maxsize=4096)
def height_of(node: Node) -> int:
    """The height of a node; worked out once, since nodes never change."""
    if isinstance(node, Leaf):
        return node.widget.height(LOGICAL_WIDTH - 2 * node.margin)
    if isinstance(node, Rows):
        return max(0, node.count * (node.height + node.gap) - node.gap)
    if isinstance(node, Strip):
        return max((leaf.widget.height(BODY_WIDTH) for leaf in node.leaves), default=0)
    width = _column(node)
    rows = -(-len(node.leaves) // node.columns)
    return rows * max((leaf.widget.height(width) for leaf in node.leaves), default=0)


def _column(grid: Grid) -> int:
    return (BODY_WIDTH - (grid.columns - 1) * dp(8)) // grid.columns


def placement(id: str, widget: Widget, rect: Rect, clip: Rect, look: Look) -> Placement:
    """Returns a placement that nothing happens at."""
    return Placement(id, widget, rect, clip, look.theme, look.backdrop)


@lru_cache(maxsize=4096)
def leaf_part(leaf: Leaf, look: Look, left: int, top: int, width: int, clip: Rect) -> Part:
    """Returns a leaf at its place, with all that lies on it."""
    rect = Rect.sized(left, top, width, leaf.widget.height(width))
    if not rect & clip:
        return _NOTHING
    theme, backdrop = look
    placed = [Placement(leaf.id, leaf.widget, rect, clip, theme, backdrop, leaf.action, leaf.hold)]
    for over in leaf.over:
        spot = over.rect.moved(left, top)
        drawn = not isinstance(over.widget, Spot)
        placed.append(
            Placement(
                over.id, over.widget, spot, clip, theme, over.backdrop, over.action, None,
                False, drawn,
            )
        )  # fmt: skip
    return Part(tuple(placed))


def place_nodes(
    placed: list[Placement],
    regions: list[Region],
    arranged: Arranged,
    look: Look,
    band: Rect,
    id: str,
    scrolls: Mapping[str, int],
) -> None:
    """Places the nodes that can be seen in a band that scrolls up and down.

    Args:
        placed: Takes the placements.
        regions: Takes the band, and each strip within it.
        arranged: The nodes.
        look: What they share.
        band: Where they can be seen.
        id: Under which the band's scroll position is kept.
        scrolls: Scroll position of each region by its id.
    """
    reach = max(0, arranged.height - band.height)
    regions.append(Region(id, "y", band, reach))
    scroll = min(scrolls.get(id, 0), reach)
    for index in arranged.visible(scroll, scroll + band.height):
        node = arranged.nodes[index]
        top = band.top + arranged.tops[index] - scroll
        if isinstance(node, Leaf):
            part = leaf_part(node, look, node.margin, top, LOGICAL_WIDTH - 2 * node.margin, band)
        elif isinstance(node, Strip):
            part = _strip(node, look, top, band, scrolls.get(node.id, 0))
        elif isinstance(node, Grid):
            part = _grid(node, look, top, band)
        else:
            part = _rows(node, look, top, band)
        placed += part.placements
        if part.region is not None:
            regions.append(part.region)


@lru_cache(maxsize=512)
def _strip(strip: Strip, look: Look, top: int, body: Rect, scroll: int) -> Part:
    widths = [leaf.widget.natural_width() or BODY_WIDTH for leaf in strip.leaves]
    gap = dp(8)
    reach = max(0, sum(widths) + gap * (len(widths) - 1) - BODY_WIDTH)
    band = Rect.sized(0, top, LOGICAL_WIDTH, height_of(strip)) & body
    if not band:
        return _NOTHING
    placed: list[Placement] = []
    left = MARGIN - min(scroll, reach)
    for leaf, width in zip(strip.leaves, widths, strict=True):
        placed += leaf_part(leaf, look, left, top, width, body).placements
        left += width + gap
    return Part(tuple(placed), Region(strip.id, "x", band, reach))


@lru_cache(maxsize=512)
def _grid(grid: Grid, look: Look, top: int, body: Rect) -> Part:
    width = _column(grid)
    height = max((leaf.widget.height(width) for leaf in grid.leaves), default=0)
    placed: list[Placement] = []
    for index, leaf in enumerate(grid.leaves):
        row, column = divmod(index, grid.columns)
        left = MARGIN + column * (width + dp(8))
        placed += leaf_part(leaf, look, left, top + row * height, width, body).placements
    return Part(tuple(placed))


def _rows(rows: Rows, look: Look, top: int, body: Rect) -> Part:
    pitch = rows.height + rows.gap
    first = max(0, (body.top - top) // pitch)
    last = min(rows.count, (body.bottom - top) // pitch + 1)
    placed: list[Placement] = []
    for index in range(first, last):
        at = top + index * pitch
        placed += leaf_part(rows.leaf(index), look, MARGIN, at, BODY_WIDTH, body).placements
    return Part(tuple(placed))
