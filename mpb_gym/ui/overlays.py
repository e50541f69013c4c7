"""What lies over a page: dialogs, bottom sheets and snackbars."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from mpb_gym.geometry import LOGICAL_WIDTH, Rect, dp
from mpb_gym.ui.arrange import Arranged, Look, Region, place_nodes, placement
from mpb_gym.ui.bands import GESTURE_HEIGHT, STATUS_HEIGHT, Frame, bottom_height, gesture_bar
from mpb_gym.ui.page import BODY_WIDTH, MARGIN, Ground, Page, Panel, Sheet
from mpb_gym.ui.placement import Placement
from mpb_gym.ui.widgets import SheetSurface, Snackbar

SHEET = "sheet"
"""The id of an open sheet, under which its scroll position is kept."""

SHEET_TOP = STATUS_HEIGHT + dp(48)
"""How far up a sheet may reach, in logical pixels."""

_DIALOG_BACKDROP = "surface_container_high"
_SHEET_BACKDROP = "surface_container_low"


def place_notice(placed: list[Placement], page: Page, frame: Frame, notice: str) -> None:
    """Places a snackbar above whatever stays at the bottom."""
    widget = Snackbar(text=notice)
    height = widget.height(BODY_WIDTH)
    above = bottom_height(page)
    bottom = min(frame.visible.bottom, frame.height - GESTURE_HEIGHT - above)
    rect = Rect.sized(MARGIN, bottom - height - dp(8), BODY_WIDTH, height)
    look = Look(page.theme, page.backdrop)
    placed.append(placement("snackbar", widget, rect, frame.visible, look))


def place_modal(
    placed: list[Placement],
    regions: list[Region],
    page: Page,
    frame: Frame,
    scrolls: Mapping[str, int],
) -> None:
    """Places a page's dialog or sheet over a scrim that dismisses it."""
    modal = page.panel
    assert modal is not None
    look = Look(page.theme, page.backdrop)
    screen = Rect(0, 0, LOGICAL_WIDTH, frame.height)
    beside = placement("scrim", Ground(), screen, screen, look)
    placed.append(beside._replace(action=modal.dismiss, drawn=False))
    if isinstance(modal, Sheet):
        _place_sheet(placed, regions, modal, page, screen, scrolls)
    else:
        _place_dialog(placed, modal, look, screen)


def _place_dialog(placed: list[Placement], panel: Panel, look: Look, screen: Rect) -> None:
    width, height = panel.width, panel.widget.height(panel.width)
    left, top = (LOGICAL_WIDTH - width) // 2, (screen.height - height) // 2
    rect = Rect.sized(left, top, width, height)
    placed.append(placement("dialog", panel.widget, rect, screen, look))
    look = look._replace(backdrop=_DIALOG_BACKDROP)
    for over in panel.over:
        part = placement(over.id, over.widget, over.rect.moved(left, top), screen, look)
        placed.append(part._replace(action=over.action))
    right = rect.right - dp(16)
    for leaf in reversed(panel.buttons):
        width = leaf.widget.natural_width() or dp(96)
        spot = Rect.sized(right - width, top + panel.actions_top, width, leaf.widget.height(width))
        button = placement(leaf.id, leaf.widget, spot, screen, look)
        placed.append(button._replace(action=leaf.action))
        right -= width + dp(8)


@lru_cache(maxsize=256)
def _arranged(sheet: Sheet) -> Arranged:
    return Arranged(sheet.body)


def _place_sheet(
    placed: list[Placement],
    regions: list[Region],
    sheet: Sheet,
    page: Page,
    screen: Rect,
    scrolls: Mapping[str, int],
) -> None:
    arranged = _arranged(sheet)
    surface = SheetSurface(title=sheet.title)
    header = surface.header_height(LOGICAL_WIDTH)
    bottom = screen.bottom - GESTURE_HEIGHT
    top = max(SHEET_TOP, bottom - header - arranged.height)
    # The surface reaches below the screen, where its lower corners cannot be seen.
    rect = Rect(0, top, LOGICAL_WIDTH, screen.bottom + surface.corner_radius)
    look = Look(page.theme, page.backdrop)
    placed.append(placement(SHEET, surface, rect, screen, look))
    look = look._replace(backdrop=_SHEET_BACKDROP)
    band = Rect(0, top + header, LOGICAL_WIDTH, bottom)
    place_nodes(placed, regions, arranged, look, band, SHEET, scrolls)
    placed.append(gesture_bar(look, "on_surface", screen.height)._replace(id="sheet/gesture_bar"))
