"""From a page to placements: where everything is, and what can be scrolled how far.

Layout works in logical pixels and knows no screenshot size. Its placements are all that
paint, touch and accessibility ever see, so that the three cannot disagree.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from mpb_gym.geometry import LOGICAL_WIDTH, Rect, dp
from mpb_gym.spec.theme import Theme
from mpb_gym.ui.page import (
    BODY_WIDTH,
    MARGIN,
    PANEL_WIDTH,
    Axis,
    Grid,
    Ground,
    Leaf,
    Node,
    Page,
    Rows,
    Strip,
)
from mpb_gym.ui.placement import Backdrop, Placement
from mpb_gym.ui.widget import Widget
from mpb_gym.ui.widgets import (
    Divider,
    GestureBar,
    IconButton,
    Snackbar,
    Spot,
    StatusBar,
    Text,
    TopBar,
)

STATUS_HEIGHT = dp(28)
GESTURE_HEIGHT = dp(24)
BAR_HEIGHT = dp(64)
BUTTON_HEIGHT = dp(48)
BODY = "body"
"""The id under which a page's vertical scroll position is kept."""


class Region(NamedTuple):
    """A part of the screen that scrolls.

    Attributes:
        reach: How far it can be scrolled, in logical pixels.
    """

    id: str
    axis: Axis
    rect: Rect
    reach: int


class Frame(NamedTuple):
    """The bands of a screen: what the page may use, and what is free of the keyboard."""

    height: int
    body: Rect
    visible: Rect


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A laid-out screen.

    Attributes:
        placements: From back to front.
        regions: What scrolls; later ones lie within earlier ones.
        in_sight: Ids of what can be seen by at least a half.
    """

    placements: tuple[Placement, ...]
    regions: tuple[Region, ...]
    in_sight: frozenset[str]


class _Look(NamedTuple):
    """What all placements of a page share."""

    theme: Theme
    backdrop: Backdrop


class _Part(NamedTuple):
    """What a node comes to at its place; ``region`` if it scrolls sideways."""

    placements: tuple[Placement, ...]
    region: Region | None = None


_NOTHING = _Part(())


class Arranged:
    """A body with the vertical position of each node; independent of any scroll position."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tops: list[int] = []
        self.bottoms: list[int] = []
        y = dp(8)
        for node in page.body:
            self.tops.append(y)
            y += _height(node)
            self.bottoms.append(y)
            y += node.below
        self.height = y + dp(8)

    def find(self, id: str) -> tuple[int, int] | None:
        """Returns top and bottom of a leaf, from the body's top."""
        for node, top, bottom in zip(self.page.body, self.tops, self.bottoms, strict=True):
            if isinstance(node, Leaf) and node.id == id:
                return top, bottom
        return None

    def visible(self, first: int, last: int) -> range:
        """Returns the indices of the nodes that reach into a stretch of the body."""
        return range(bisect_right(self.bottoms, first), bisect_left(self.tops, last))


@lru_cache(maxsize=4096)
def _height(node: Node) -> int:
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


def frame_of(page: Page, height: int, keyboard_top: int) -> Frame:
    """Returns the bands of a screen.

    Args:
        page: What is shown.
        height: Of the screen in logical pixels.
        keyboard_top: Where the keyboard begins; ``height`` if there is none.
    """
    top = STATUS_HEIGHT + (BAR_HEIGHT if page.title is not None else 0)
    bottom = height - GESTURE_HEIGHT - _bottom_height(page.note, page.bottom)
    body = Rect(0, top, LOGICAL_WIDTH, max(top, min(bottom, keyboard_top)))
    return Frame(height, body, Rect(0, 0, LOGICAL_WIDTH, keyboard_top))


@lru_cache(maxsize=256)
def _bottom_height(note: str, buttons: tuple[Leaf, ...]) -> int:
    if not buttons:
        return 0
    return dp(8) + (_note_height(note) + dp(4) if note else 0) + BUTTON_HEIGHT + dp(8)


def _note_height(note: str) -> int:
    return Text(text=note, lines=1).height(BODY_WIDTH)


def scroll_to(arranged: Arranged, frame: Frame, id: str, scroll: int) -> int:
    """Returns the nearest scroll position at which a leaf can be seen whole."""
    found = arranged.find(id)
    if found is None:
        return scroll
    top, bottom = found[0] - dp(8), found[1] + dp(8)
    return max(0, min(max(scroll, bottom - frame.body.height), top))


def lay_out(
    arranged: Arranged,
    frame: Frame,
    scrolls: Mapping[str, int],
    *,
    time: str,
    keyboard: Sequence[Placement] = (),
    notice: str = "",
) -> Layout:
    """Places everything.

    Args:
        arranged: The page.
        frame: Its bands.
        scrolls: Scroll position of each region by its id, in logical pixels; 0 if missing.
        time: What the status bar's clock says.
        keyboard: Placements of the on-screen keyboard, if it is open.
        notice: Text of the snackbar, if one is shown.
    """
    page = arranged.page
    look = _Look(page.theme, page.backdrop)
    regions: list[Region] = []
    placed = [_ground(look, frame.height)]
    _place_body(placed, regions, arranged, frame, scrolls)
    if page.title is not None:
        placed += _bar(look, page.title, page.back, page.actions)
    if page.bottom:
        placed += _bottom(look, page.note, page.bottom, frame.height, frame.visible)
    placed.append(_status_bar(look, page.ink, time, frame.height))
    placed += keyboard
    backdrop = placed[-1].backdrop if keyboard else page.backdrop
    placed.append(_gesture_bar(look._replace(backdrop=backdrop), page.ink, frame.height))
    if notice:
        _place_notice(placed, page, frame, notice)
    if page.panel is not None:
        placed = [each._replace(dim=True) for each in placed]
        regions.clear()
        _place_panel(placed, page, frame)
    return Layout(tuple(placed), tuple(regions), _in_sight(placed))


def _in_sight(placements: Sequence[Placement]) -> frozenset[str]:
    return frozenset(
        each.id
        for each in placements
        if each.drawn and 2 * (each.rect & each.clip).height >= each.rect.height
    )


def _placement(id: str, widget: Widget, rect: Rect, clip: Rect, look: _Look) -> Placement:
    return Placement(id, widget, rect, clip, look.theme, look.backdrop)


@lru_cache(maxsize=64)
def _ground(look: _Look, height: int) -> Placement:
    screen = Rect(0, 0, LOGICAL_WIDTH, height)
    return _placement("ground", Ground(), screen, screen, look)


@lru_cache(maxsize=64)
def _status_bar(look: _Look, ink: str, time: str, height: int) -> Placement:
    screen = Rect(0, 0, LOGICAL_WIDTH, height)
    widget = StatusBar(time=time, role=ink)
    return _placement("status_bar", widget, screen._replace(bottom=STATUS_HEIGHT), screen, look)


@lru_cache(maxsize=64)
def _gesture_bar(look: _Look, ink: str, height: int) -> Placement:
    screen = Rect(0, 0, LOGICAL_WIDTH, height)
    place = screen._replace(top=height - GESTURE_HEIGHT)
    return _placement("gesture_bar", GestureBar(role=ink), place, screen, look)


@lru_cache(maxsize=4096)
def _leaf(leaf: Leaf, look: _Look, left: int, top: int, width: int, clip: Rect) -> _Part:
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
    return _Part(tuple(placed))


def _place_body(
    placed: list[Placement],
    regions: list[Region],
    arranged: Arranged,
    frame: Frame,
    scrolls: Mapping[str, int],
) -> None:
    page, body = arranged.page, frame.body
    look = _Look(page.theme, page.backdrop)
    reach = max(0, arranged.height - body.height)
    regions.append(Region(BODY, "y", body, reach))
    scroll = min(scrolls.get(BODY, 0), reach)
    for index in arranged.visible(scroll, scroll + body.height):
        node = page.body[index]
        top = body.top + arranged.tops[index] - scroll
        if isinstance(node, Leaf):
            part = _leaf(node, look, node.margin, top, LOGICAL_WIDTH - 2 * node.margin, body)
        elif isinstance(node, Strip):
            part = _strip(node, look, top, body, scrolls.get(node.id, 0))
        elif isinstance(node, Grid):
            part = _grid(node, look, top, body)
        else:
            part = _rows(node, look, top, body)
        placed += part.placements
        if part.region is not None:
            regions.append(part.region)


@lru_cache(maxsize=512)
def _strip(strip: Strip, look: _Look, top: int, body: Rect, scroll: int) -> _Part:
    widths = [leaf.widget.natural_width() or BODY_WIDTH for leaf in strip.leaves]
    gap = dp(8)
    reach = max(0, sum(widths) + gap * (len(widths) - 1) - BODY_WIDTH)
    band = Rect.sized(0, top, LOGICAL_WIDTH, _height(strip)) & body
    if not band:
        return _NOTHING
    placed: list[Placement] = []
    left = MARGIN - min(scroll, reach)
    for leaf, width in zip(strip.leaves, widths, strict=True):
        placed += _leaf(leaf, look, left, top, width, body).placements
        left += width + gap
    return _Part(tuple(placed), Region(strip.id, "x", band, reach))


@lru_cache(maxsize=512)
def _grid(grid: Grid, look: _Look, top: int, body: Rect) -> _Part:
    width = _column(grid)
    height = max((leaf.widget.height(width) for leaf in grid.leaves), default=0)
    placed: list[Placement] = []
    for index, leaf in enumerate(grid.leaves):
        row, column = divmod(index, grid.columns)
        left = MARGIN + column * (width + dp(8))
        placed += _leaf(leaf, look, left, top + row * height, width, body).placements
    return _Part(tuple(placed))


def _rows(rows: Rows, look: _Look, top: int, body: Rect) -> _Part:
    pitch = rows.height + rows.gap
    first = max(0, (body.top - top) // pitch)
    last = min(rows.count, (body.bottom - top) // pitch + 1)
    placed: list[Placement] = []
    for index in range(first, last):
        at = top + index * pitch
        placed += _leaf(rows.leaf(index), look, MARGIN, at, BODY_WIDTH, body).placements
    return _Part(tuple(placed))


@lru_cache(maxsize=256)
def _bar(
    look: _Look, title: str, back: Hashable | None, actions: tuple[Leaf, ...]
) -> tuple[Placement, ...]:
    bar = Rect.sized(0, STATUS_HEIGHT, LOGICAL_WIDTH, BAR_HEIGHT)
    widget = TopBar(title=title, back=back is not None)
    placed = [_placement("top_bar", widget, bar, bar, look)]
    target, top = dp(48), bar.top + dp(8)
    if back is not None:
        arrow = IconButton(icon="arrow_back", description="Navigate up", role="on_surface")
        leaf = Leaf(id="navigate_up", widget=arrow, action=back)
        placed += _leaf(leaf, look, dp(4), top, target, bar).placements
    left = LOGICAL_WIDTH - dp(4) - target * len(actions)
    for leaf in actions:
        placed += _leaf(leaf, look, left, top, target, bar).placements
        left += target
    return tuple(placed)


@lru_cache(maxsize=256)
def _bottom(
    look: _Look, said: str, buttons: tuple[Leaf, ...], screen_height: int, visible: Rect
) -> tuple[Placement, ...]:
    height = _bottom_height(said, buttons)
    band = Rect.sized(0, screen_height - GESTURE_HEIGHT - height, LOGICAL_WIDTH, height)
    clip = band & visible
    if not clip:
        return ()
    placed = [
        _placement("bottom_bar", Ground(), band, clip, look),
        _placement("bottom_line", Divider(), band._replace(bottom=band.top + 3), clip, look),
    ]
    top = band.top + dp(8)
    if said:
        note = Leaf(id="note", widget=Text(text=said, lines=1, align="center"))
        placed += _leaf(note, look, MARGIN, top, BODY_WIDTH, clip).placements
        top += _note_height(said) + dp(4)
    count = len(buttons)
    width = (BODY_WIDTH - dp(8) * (count - 1)) // count
    for index, leaf in enumerate(buttons):
        left = MARGIN + index * (width + dp(8))
        placed += _leaf(leaf, look, left, top, width, clip).placements
    return tuple(placed)


def _place_notice(placed: list[Placement], page: Page, frame: Frame, notice: str) -> None:
    widget = Snackbar(text=notice)
    height = widget.height(BODY_WIDTH)
    above = _bottom_height(page.note, page.bottom)
    bottom = min(frame.visible.bottom, frame.height - GESTURE_HEIGHT - above)
    rect = Rect.sized(MARGIN, bottom - height - dp(8), BODY_WIDTH, height)
    look = _Look(page.theme, page.backdrop)
    placed.append(_placement("snackbar", widget, rect, frame.visible, look))


def _place_panel(placed: list[Placement], page: Page, frame: Frame) -> None:
    panel = page.panel
    assert panel is not None
    look = _Look(page.theme, page.backdrop)
    screen = Rect(0, 0, LOGICAL_WIDTH, frame.height)
    beside = _placement("scrim", Ground(), screen, screen, look)
    placed.append(beside._replace(action=panel.dismiss, drawn=False))
    height = panel.widget.height(PANEL_WIDTH)
    left, top = (LOGICAL_WIDTH - PANEL_WIDTH) // 2, (frame.height - height) // 2
    rect = Rect.sized(left, top, PANEL_WIDTH, height)
    placed.append(_placement("dialog", panel.widget, rect, screen, look))
    right = rect.right - dp(16)
    for leaf in reversed(panel.buttons):
        width = leaf.widget.natural_width() or dp(96)
        spot = Rect.sized(right - width, top + panel.actions_top, width, leaf.widget.height(width))
        button = _placement(leaf.id, leaf.widget, spot, screen, look)
        placed.append(button._replace(action=leaf.action, backdrop="surface_container_high"))
        right -= width + dp(8)


def hit(placements: Sequence[Placement], x: int, y: int) -> Placement | None:
    """Returns the frontmost placement at a point; the same ones that are painted."""
    for each in reversed(placements):
        left, top, right, bottom = each.rect
        if left <= x < right and top <= y < bottom and each.clip.contains(x, y):
            return each
    return None


def region_at(regions: Sequence[Region], axis: Axis, x: int, y: int) -> Region | None:
    """Returns the innermost region at a point that scrolls along an axis."""
    for each in reversed(regions):
        if each.axis == axis and each.rect.contains(x, y):
            return each
    return None
