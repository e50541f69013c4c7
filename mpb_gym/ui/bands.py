"""The bands of a screen: bars at its edges, and what they leave for the body."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from mpb_gym.geometry import LOGICAL_WIDTH, Rect, dp
from mpb_gym.ui.arrange import Look, leaf_part, placement
from mpb_gym.ui.page import BODY_WIDTH, MARGIN, Ground, Leaf, Page
from mpb_gym.ui.placement import Placement
from mpb_gym.ui.widgets import Divider, GestureBar, IconButton, StatusBar, Text, TopBar

STATUS_HEIGHT = dp(28)
GESTURE_HEIGHT = dp(24)
BAR_HEIGHT = dp(64)
TABS_HEIGHT = dp(48)
BUTTON_HEIGHT = dp(48)
NAVIGATION_HEIGHT = dp(80)
NAVIGATION_BACKDROP = "surface_container"


class Frame(NamedTuple):
    """The bands of a screen: what the page may use, and what is free of the keyboard."""

    height: int
    body: Rect
    visible: Rect


def frame_of(page: Page, height: int, keyboard_top: int) -> Frame:
    """Returns the bands of a screen.

    Args:
        page: What is shown.
        height: Of the screen in logical pixels.
        keyboard_top: Where the keyboard begins; ``height`` if there is none.
    """
    top = STATUS_HEIGHT + (BAR_HEIGHT if page.title is not None else 0)
    top += TABS_HEIGHT if page.tabs else 0
    bottom = height - GESTURE_HEIGHT - bottom_height(page)
    body = Rect(0, top, LOGICAL_WIDTH, max(top, min(bottom, keyboard_top)))
    return Frame(height, body, Rect(0, 0, LOGICAL_WIDTH, keyboard_top))


def bottom_height(page: Page) -> int:
    """Returns the height of all that stays in place at the bottom of a page."""
    navigation = NAVIGATION_HEIGHT if page.navigation else 0
    return _buttons_height(page.note, page.bottom) + navigation


@lru_cache(maxsize=256)
def _buttons_height(note: str, buttons: tuple[Leaf, ...]) -> int:
    if not buttons:
        return 0
    return dp(8) + (_note_height(note) + dp(4) if note else 0) + BUTTON_HEIGHT + dp(8)


def _note_height(note: str) -> int:
    return Text(text=note, lines=1).height(BODY_WIDTH)


def bars(page: Page, look: Look, frame: Frame) -> list[Placement]:
    """Returns the bars of a page, from the top bar to the bottom navigation."""
    placed: list[Placement] = []
    if page.title is not None:
        placed += _bar(look, page.title, page.back, page.actions)
    if page.tabs:
        placed += _tabs(look, page.tabs, frame.body.top)
    if page.bottom:
        above = NAVIGATION_HEIGHT if page.navigation else 0
        bottom = frame.height - GESTURE_HEIGHT - above
        placed += _bottom(look, page.note, page.bottom, bottom, frame.visible)
    if page.navigation:
        placed += _navigation(look, page.navigation, frame.height, frame.visible)
    return placed


@lru_cache(maxsize=64)
def ground(look: Look, height: int) -> Placement:
    """Returns what lies behind everything."""
    screen = Rect(0, 0, LOGICAL_WIDTH, height)
    return placement("ground", Ground(), screen, screen, look)


@lru_cache(maxsize=64)
def status_bar(look: Look, ink: str, time: str, height: int) -> Placement:
    """Returns the bar at the top of the phone."""
    screen = Rect(0, 0, LOGICAL_WIDTH, height)
    widget = StatusBar(time=time, role=ink)
    return placement("status_bar", widget, screen._replace(bottom=STATUS_HEIGHT), screen, look)


@lru_cache(maxsize=64)
def gesture_bar(look: Look, ink: str, height: int) -> Placement:
    """Returns the handle at the bottom of the phone."""
    screen = Rect(0, 0, LOGICAL_WIDTH, height)
    place = screen._replace(top=height - GESTURE_HEIGHT)
    return placement("gesture_bar", GestureBar(role=ink), place, screen, look)


@lru_cache(maxsize=256)
def _bar(
    look: Look, title: str, back: Hashable | None, actions: tuple[Leaf, ...]
) -> tuple[Placement, ...]:
    bar = Rect.sized(0, STATUS_HEIGHT, LOGICAL_WIDTH, BAR_HEIGHT)
    widget = TopBar(title=title, back=back is not None)
    placed = [placement("top_bar", widget, bar, bar, look)]
    target, top = dp(48), bar.top + dp(8)
    if back is not None:
        arrow = IconButton(icon="arrow_back", description="Navigate up", role="on_surface")
        leaf = Leaf(id="navigate_up", widget=arrow, action=back)
        placed += leaf_part(leaf, look, dp(4), top, target, bar).placements
    left = LOGICAL_WIDTH - dp(4) - target * len(actions)
    for leaf in actions:
        placed += leaf_part(leaf, look, left, top, target, bar).placements
        left += target
    return tuple(placed)


@lru_cache(maxsize=256)
def _tabs(look: Look, tabs: tuple[Leaf, ...], bottom: int) -> tuple[Placement, ...]:
    """A row of tabs of equal width that ends at ``bottom``."""
    band = Rect(0, bottom - TABS_HEIGHT, LOGICAL_WIDTH, bottom)
    return _side_by_side(tabs, look, band, band)


@lru_cache(maxsize=256)
def _bottom(
    look: Look, said: str, buttons: tuple[Leaf, ...], screen_bottom: int, visible: Rect
) -> tuple[Placement, ...]:
    height = _buttons_height(said, buttons)
    band = Rect.sized(0, screen_bottom - height, LOGICAL_WIDTH, height)
    clip = band & visible
    if not clip:
        return ()
    placed = [
        placement("bottom_bar", Ground(), band, clip, look),
        placement("bottom_line", Divider(), band._replace(bottom=band.top + 3), clip, look),
    ]
    top = band.top + dp(8)
    if said:
        note = Leaf(id="note", widget=Text(text=said, lines=1, align="center"))
        placed += leaf_part(note, look, MARGIN, top, BODY_WIDTH, clip).placements
        top += _note_height(said) + dp(4)
    count = len(buttons)
    width = (BODY_WIDTH - dp(8) * (count - 1)) // count
    for index, leaf in enumerate(buttons):
        left = MARGIN + index * (width + dp(8))
        placed += leaf_part(leaf, look, left, top, width, clip).placements
    return tuple(placed)


@lru_cache(maxsize=256)
def _navigation(
    look: Look, destinations: tuple[Leaf, ...], height: int, visible: Rect
) -> tuple[Placement, ...]:
    bottom = height - GESTURE_HEIGHT
    band = Rect(0, bottom - NAVIGATION_HEIGHT, LOGICAL_WIDTH, bottom)
    clip = band & visible
    if not clip:
        return ()
    look = look._replace(backdrop=NAVIGATION_BACKDROP)
    behind = placement("navigation", Ground(), band, clip, look)
    return (behind, *_side_by_side(destinations, look, band, clip))


def _side_by_side(
    leaves: tuple[Leaf, ...], look: Look, band: Rect, clip: Rect
) -> tuple[Placement, ...]:
    """Leaves of equal width that share a band without gaps."""
    edges = [LOGICAL_WIDTH * index // len(leaves) for index in range(len(leaves) + 1)]
    placed: list[Placement] = []
    for leaf, left, right in zip(leaves, edges, edges[1:], strict=False):
        placed += leaf_part(leaf, look, left, band.top, right - left, clip).placements
    return tuple(placed)
