"""From a page to placements: where everything is, and what can be scrolled how far.

Layout works in logical pixels and knows no screenshot size. Its placements are all that
paint, touch and accessibility ever see, so that the three cannot disagree.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mpb_gym.geometry import LOGICAL_WIDTH, Rect, dp
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
from mpb_gym.ui.placement import Placement
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


class Layout(NamedTuple):
    """A laid-out screen.

    Attributes:
        placements: From back to front.
        regions: What scrolls; later ones lie within earlier ones.
    """

    placements: tuple[Placement, ...]
    regions: tuple[Region, ...]


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


def _height(node: Node) -> int:
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
    bottom = height - GESTURE_HEIGHT - _bottom_height(page)
    body = Rect(0, top, LOGICAL_WIDTH, max(top, min(bottom, keyboard_top)))
    return Frame(height, body, Rect(0, 0, LOGICAL_WIDTH, keyboard_top))


def _bottom_height(page: Page) -> int:
    if not page.bottom:
        return 0
    return dp(8) + (_note_height(page) + dp(4) if page.note else 0) + BUTTON_HEIGHT + dp(8)


def _note_height(page: Page) -> int:
    return Text(text=page.note, lines=1).height(BODY_WIDTH)


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
    screen = Rect(0, 0, LOGICAL_WIDTH, frame.height)
    regions: list[Region] = []
    placed = [_placement("ground", Ground(), screen, screen, page)]
    _place_body(placed, regions, arranged, frame, scrolls)
    _place_bar(placed, page)
    _place_bottom(placed, page, frame)
    status = screen._replace(bottom=STATUS_HEIGHT)
    placed.append(
        _placement("status_bar", StatusBar(time=time, role=page.ink), status, screen, page)
    )
    placed += keyboard
    gesture = screen._replace(top=frame.height - GESTURE_HEIGHT)
    backdrop = placed[-1].backdrop if keyboard else page.backdrop
    placed.append(
        _placement("gesture_bar", GestureBar(role=page.ink), gesture, screen, page)._replace(
            backdrop=backdrop
        )
    )
    if notice:
        _place_notice(placed, page, frame, notice)
    if page.panel is not None:
        placed = [each._replace(dim=True) for each in placed]
        regions.clear()
        _place_panel(placed, page, frame)
    return Layout(tuple(placed), tuple(regions))


def _placement(id: str, widget: Widget, rect: Rect, clip: Rect, page: Page) -> Placement:
    return Placement(
        id=id, widget=widget, rect=rect, clip=clip, theme=page.theme, backdrop=page.backdrop
    )


def _place_leaf(
    placed: list[Placement], leaf: Leaf, page: Page, left: int, top: int, width: int, clip: Rect
) -> None:
    rect = Rect.sized(left, top, width, leaf.widget.height(width))
    if not rect & clip:
        return
    placed.append(
        Placement(
            leaf.id, leaf.widget, rect, clip, page.theme, page.backdrop, leaf.action, leaf.hold
        )
    )
    for over in leaf.over:
        spot = over.rect.moved(left, top)
        drawn = not isinstance(over.widget, Spot)
        placed.append(
            Placement(
                over.id, over.widget, spot, clip, page.theme, over.backdrop, over.action, None,
                False, drawn,
            )
        )  # fmt: skip


def _place_body(
    placed: list[Placement],
    regions: list[Region],
    arranged: Arranged,
    frame: Frame,
    scrolls: Mapping[str, int],
) -> None:
    page, body = arranged.page, frame.body
    reach = max(0, arranged.height - body.height)
    regions.append(Region(BODY, "y", body, reach))
    scroll = min(scrolls.get(BODY, 0), reach)
    for index in arranged.visible(scroll, scroll + body.height):
        node = page.body[index]
        top = body.top + arranged.tops[index] - scroll
        if isinstance(node, Leaf):
            width = LOGICAL_WIDTH - 2 * node.margin
            _place_leaf(placed, node, page, node.margin, top, width, body)
        elif isinstance(node, Strip):
            _place_strip(placed, regions, node, page, top, body, scrolls)
        elif isinstance(node, Grid):
            _place_grid(placed, node, page, top, body)
        else:
            _place_rows(placed, node, page, top, body)


def _place_strip(
    placed: list[Placement],
    regions: list[Region],
    strip: Strip,
    page: Page,
    top: int,
    body: Rect,
    scrolls: Mapping[str, int],
) -> None:
    widths = [leaf.widget.natural_width() or BODY_WIDTH for leaf in strip.leaves]
    gap = dp(8)
    reach = max(0, sum(widths) + gap * (len(widths) - 1) - BODY_WIDTH)
    band = Rect.sized(0, top, LOGICAL_WIDTH, _height(strip)) & body
    if not band:
        return
    regions.append(Region(strip.id, "x", band, reach))
    left = MARGIN - min(scrolls.get(strip.id, 0), reach)
    for leaf, width in zip(strip.leaves, widths, strict=True):
        _place_leaf(placed, leaf, page, left, top, width, body)
        left += width + gap


def _place_grid(placed: list[Placement], grid: Grid, page: Page, top: int, body: Rect) -> None:
    width = _column(grid)
    height = max((leaf.widget.height(width) for leaf in grid.leaves), default=0)
    for index, leaf in enumerate(grid.leaves):
        row, column = divmod(index, grid.columns)
        left = MARGIN + column * (width + dp(8))
        _place_leaf(placed, leaf, page, left, top + row * height, width, body)


def _place_rows(placed: list[Placement], rows: Rows, page: Page, top: int, body: Rect) -> None:
    pitch = rows.height + rows.gap
    first = max(0, (body.top - top) // pitch)
    last = min(rows.count, (body.bottom - top) // pitch + 1)
    for index in range(first, last):
        _place_leaf(placed, rows.leaf(index), page, MARGIN, top + index * pitch, BODY_WIDTH, body)


def _place_bar(placed: list[Placement], page: Page) -> None:
    if page.title is None:
        return
    bar = Rect.sized(0, STATUS_HEIGHT, LOGICAL_WIDTH, BAR_HEIGHT)
    title = TopBar(title=page.title, back=page.back is not None)
    placed.append(_placement("top_bar", title, bar, bar, page))
    target, top = dp(48), bar.top + dp(8)
    if page.back is not None:
        arrow = IconButton(icon="arrow_back", description="Navigate up", role="on_surface")
        leaf = Leaf(id="navigate_up", widget=arrow, action=page.back)
        _place_leaf(placed, leaf, page, dp(4), top, target, bar)
    left = LOGICAL_WIDTH - dp(4) - target * len(page.actions)
    for leaf in page.actions:
        _place_leaf(placed, leaf, page, left, top, target, bar)
        left += target


def _place_bottom(placed: list[Placement], page: Page, frame: Frame) -> None:
    if not page.bottom:
        return
    height = _bottom_height(page)
    band = Rect.sized(0, frame.height - GESTURE_HEIGHT - height, LOGICAL_WIDTH, height)
    clip = band & frame.visible
    if not clip:
        return
    placed.append(_placement("bottom_bar", Ground(), band, clip, page))
    placed.append(
        _placement("bottom_line", Divider(), band._replace(bottom=band.top + 3), clip, page)
    )
    top = band.top + dp(8)
    if page.note:
        note = Leaf(id="note", widget=Text(text=page.note, lines=1, align="center"))
        _place_leaf(placed, note, page, MARGIN, top, BODY_WIDTH, clip)
        top += _note_height(page) + dp(4)
    count = len(page.bottom)
    width = (BODY_WIDTH - dp(8) * (count - 1)) // count
    for index, leaf in enumerate(page.bottom):
        _place_leaf(placed, leaf, page, MARGIN + index * (width + dp(8)), top, width, clip)


def _place_notice(placed: list[Placement], page: Page, frame: Frame, notice: str) -> None:
    widget = Snackbar(text=notice)
    height = widget.height(BODY_WIDTH)
    bottom = min(frame.visible.bottom, frame.height - GESTURE_HEIGHT - _bottom_height(page))
    rect = Rect.sized(MARGIN, bottom - height - dp(8), BODY_WIDTH, height)
    placed.append(_placement("snackbar", widget, rect, frame.visible, page))


def _place_panel(placed: list[Placement], page: Page, frame: Frame) -> None:
    panel = page.panel
    assert panel is not None
    screen = Rect(0, 0, LOGICAL_WIDTH, frame.height)
    beside = _placement("scrim", Ground(), screen, screen, page)
    placed.append(beside._replace(action=panel.dismiss, drawn=False))
    height = panel.widget.height(PANEL_WIDTH)
    left, top = (LOGICAL_WIDTH - PANEL_WIDTH) // 2, (frame.height - height) // 2
    rect = Rect.sized(left, top, PANEL_WIDTH, height)
    placed.append(_placement("dialog", panel.widget, rect, screen, page))
    right = rect.right - dp(16)
    for leaf in reversed(panel.buttons):
        width = leaf.widget.natural_width() or dp(96)
        spot = Rect.sized(right - width, top + panel.actions_top, width, leaf.widget.height(width))
        button = _placement(leaf.id, leaf.widget, spot, screen, page)
        placed.append(button._replace(action=leaf.action, backdrop="surface_container_high"))
        right -= width + dp(8)


def hit(placements: Sequence[Placement], x: int, y: int) -> Placement | None:
    """Returns the frontmost placement at a point; the same ones that are painted."""
    for each in reversed(placements):
        if each.rect.contains(x, y) and each.clip.contains(x, y):
            return each
    return None


def region_at(regions: Sequence[Region], axis: Axis, x: int, y: int) -> Region | None:
    """Returns the innermost region at a point that scrolls along an axis."""
    for each in reversed(regions):
        if each.axis == axis and each.rect.contains(x, y):
            return each
    return None
