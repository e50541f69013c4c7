"""From a page to placements: where everything is, and what can be scrolled how far.

Layout works in logical pixels and knows no screenshot size. Its placements are all that
paint, touch and accessibility ever see, so that the three cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mpb_gym.geometry import dp
from mpb_gym.ui.arrange import Arranged, Look, Region, place_nodes
from mpb_gym.ui.bands import NAVIGATION_BACKDROP, Frame, bars, gesture_bar, ground, status_bar
from mpb_gym.ui.overlays import place_modal, place_notice
from mpb_gym.ui.page import Axis, Page
from mpb_gym.ui.placement import Placement

BODY = "body"
"""The id under which a page's vertical scroll position is kept."""


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


def scroll_to(arranged: Arranged, frame: Frame, id: str, scroll: int) -> int:
    """Returns the nearest scroll position at which a leaf can be seen whole."""
    found = arranged.find(id)
    if found is None:
        return scroll
    top, bottom = found[0] - dp(8), found[1] + dp(8)
    return max(0, min(max(scroll, bottom - frame.body.height), top))


def lay_out(
    page: Page,
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
        page: What is shown.
        arranged: Its body.
        frame: Its bands.
        scrolls: Scroll position of each region by its id, in logical pixels; 0 if missing.
        time: What the status bar's clock says.
        keyboard: Placements of the on-screen keyboard, if it is open.
        notice: Text of the snackbar, if one is shown.
    """
    look = Look(page.theme, page.backdrop)
    regions: list[Region] = []
    placed = [ground(look, frame.height)]
    place_nodes(placed, regions, arranged, look, frame.body, BODY, scrolls)
    placed += bars(page, look, frame)
    placed.append(status_bar(look, page.ink, time, frame.height))
    placed += keyboard
    backdrop = NAVIGATION_BACKDROP if page.navigation else page.backdrop
    if keyboard:
        backdrop = keyboard[-1].backdrop
    placed.append(gesture_bar(look._replace(backdrop=backdrop), page.ink, frame.height))
    if notice:
        place_notice(placed, page, frame, notice)
    if page.panel is not None:
        placed = [each._replace(dim=True) for each in placed]
        regions.clear()
        place_modal(placed, regions, page, frame, scrolls)
    return Layout(tuple(placed), tuple(regions), _in_sight(placed))


def _in_sight(placements: Sequence[Placement]) -> frozenset[str]:
    return frozenset(
        each.id
        for each in placements
        if each.drawn and 2 * (each.rect & each.clip).height >= each.rect.height
    )


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
