"""Paints every widget in its states: ``python scripts/gallery.py FOLDER [--theme NAME]``.

Writes pages as large as a phone's screen, each at native size and at 216 x 480, painted by the
phone's own compositor. The theme is ``imy``, ``launcher`` or an app's id.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from mpb_gym.errors import MyPhoneError
from mpb_gym.geometry import LOGICAL_WIDTH, Rect, dp
from mpb_gym.runtime.themes import system_theme
from mpb_gym.spec.library import load_app
from mpb_gym.spec.theme import Theme
from mpb_gym.ui.compositor import Compositor
from mpb_gym.ui.editing import Caret
from mpb_gym.ui.page import Leaf, Over
from mpb_gym.ui.placement import Backdrop, Gradient, Placement
from mpb_gym.ui.widget import Widget
from mpb_gym.ui.widgets import (
    AppIcon,
    Banner,
    Button,
    CalendarSurface,
    Card,
    CardLine,
    CheckRow,
    Chip,
    ChipsLabel,
    Destination,
    Dialog,
    Divider,
    EmptyState,
    Facts,
    GestureBar,
    IconButton,
    KeyboardPanel,
    LauncherClock,
    MonthButton,
    SearchBox,
    SectionHeader,
    SheetSurface,
    Snackbar,
    StatusBar,
    StepperRow,
    SwitchRow,
    Tab,
    Table,
    Text,
    TextBox,
    TopBar,
)

THEME = "mthumbtack"
SIZES = {"native": (1080, 2400), "small": (216, 480)}
WALLPAPER = Gradient((23, 52, 92), (88, 60, 110))
LONG = "A name so long that no phone in the world could ever show the whole of it on one line"
ALL = Caret(0, 10_000)
NAME = "Maren Okonkwo"
MIXED = "李雷 👩\u200d🚀 שלום Łódź"
_MARGIN, _GAP = dp(16), dp(8)

Row = tuple[Widget | Leaf, ...]
"""Widgets side by side, some with others that lie on them."""


def _stepper(label: str, number: int, enabled: tuple[bool, bool] = (True, True)) -> Leaf:
    """A stepper with its two buttons."""
    row = StepperRow(label=label, number=number)
    over = tuple(
        Over(
            id=icon,
            widget=IconButton(icon=icon, description=icon, enabled=works, outlined=True),
            rect=row.button_rect(LOGICAL_WIDTH - 2 * _MARGIN, more=icon == "plus"),
        )
        for icon, works in zip(("minus", "plus"), enabled, strict=True)
    )
    return Leaf(id="stepper", widget=row, over=over)


def _bars() -> Iterator[Row]:
    yield (StatusBar(time="09:41"),)
    yield (TopBar(title="Home"),)
    yield (TopBar(title=LONG, back=True),)
    yield (SectionHeader(title="Nearby", supporting=f"{LONG}.", icon="place"),)
    yield (Text(text=LONG, lines=1),)
    yield (Text(text=LONG, style="body_large", align="center"),)
    yield (Divider(),)
    for enabled in (True, False):
        for variants in (("filled", "tonal", "outlined"), ("text", "danger")):
            yield tuple(
                Button(label=each.capitalize(), variant=each, enabled=enabled) for each in variants
            )
    yield (Button(label="Find a slot", icon="search"), Button(label=LONG, variant="tonal"))
    yield (
        IconButton(icon="search", description="Search"),
        IconButton(icon="delete", description="Delete", enabled=False),
        Chip(label="Thai"),
        Chip(label="Thai", selected=True),
    )


def _chips() -> Iterator[Row]:
    yield (ChipsLabel(label="Extras", supporting="As many as you like"),)
    for row in (("Bicycle", "Dog"), ("Coffee", "Pillow")):
        yield tuple(Chip(label=each, selected=each in ("Dog", "Coffee")) for each in row)
    yield (ChipsLabel(label="Meals", required=True),)
    yield (Chip(label="Breakfast"), Chip(label="Lunch"), Chip(label="Dinner"))
    yield (ChipsLabel(label="Meals", required=True, error="Required"),)
    yield (Chip(label="Breakfast"), Chip(label="Lunch"), Chip(label="Dinner"))
    yield (ChipsLabel(label=LONG, supporting=LONG),)
    yield (Chip(label="Pier 11", icon="place"), Chip(label="Pier 79", icon="place", selected=True))
    yield (
        Chip(label="Off", enabled=False),
        Chip(label="Off", selected=True, enabled=False),
    )
    yield (Chip(label=LONG),)
    yield (Chip(label=LONG, selected=True),)
    yield (Chip(label=MIXED), Chip(label=MIXED, selected=True))


def _cards() -> Iterator[Row]:
    lines = (
        CardLine("Golden Wok", "title_medium", "on_surface"),
        CardLine("Noodles, stir-fries and soups"),
        CardLine("25 to 35 min", icon="clock"),
    )
    yield (Banner(title="Hungry?", text="Free delivery until noon.", picture="pizza"),)
    yield (Banner(title=LONG, text=LONG, picture="delivery"),)
    yield (Card(lines=lines, picture="noodles", trailing="4.8"),)
    yield (Card(lines=lines, trailing="$12.40", variant="outlined"),)
    long = tuple(line._replace(text=LONG) for line in lines)
    yield (Card(lines=long, picture="wok", trailing="4.8"),)
    yield (Card(lines=long, picture="wok", trailing="4.8", uniform=True),)


def _rows() -> Iterator[Row]:
    yield (Facts(rows=(("Name", NAME), ("Address", LONG), ("A rather long label", "$5"))),)
    yield (
        Table(
            heads=("Golden Wok", "Pasta Corner"),
            rows=(("Rating", ("4.8", "4.2")), ("Delivery", ("25 min", LONG))),
        ),
    )
    yield (_stepper("Quantity", 2),)
    yield (_stepper(LONG, 1, (False, True)),)
    yield (CheckRow(label="Extra chilli", trailing="+ $0.50"),)
    yield (CheckRow(label="Extra chilli", trailing="+ $0.50", checked=True),)
    yield (CheckRow(label=LONG, supporting=LONG, trailing="$9", checked=True, enabled=False),)
    yield (CheckRow(label="Pickup", kind="radio"),)
    yield (CheckRow(label="Delivery", supporting="25 min", kind="radio", checked=True),)
    yield (CheckRow(label="Drone", kind="radio", checked=True, enabled=False),)


def _searches() -> Iterator[Row]:
    yield (EmptyState(picture="empty_receipt", title="No orders yet", text="They show here."),)
    yield (SearchBox(hint="Search dishes"),)
    yield (SearchBox(hint="Search dishes", focused=True),)
    yield (SearchBox(value="Noodles", focused=True),)
    yield (SearchBox(value="Noodles", focused=True, caret=ALL),)
    yield (SearchBox(value=LONG),)


def _boxes() -> Iterator[Row]:
    yield (TextBox(label="Name", required=True),)
    yield (TextBox(label="Name", required=True, focused=True, hint="First and last"),)
    yield (TextBox(label="Name", value=NAME, supporting="As on your card"),)
    yield (TextBox(label="Name", value=NAME, focused=True),)
    yield (TextBox(label="Name", value=NAME, focused=True, caret=ALL),)
    yield (TextBox(label="Name", required=True, error="Enter a name"),)
    yield (TextBox(label=LONG, value=LONG),)
    yield (TextBox(label=LONG, value=f"{LONG}.", focused=True),)


def _long_boxes() -> Iterator[Row]:
    yield (TextBox(label="Size", value="Large", menu=True),)
    yield (TextBox(label="Notes", multiline=True, value=f"Ring twice.\n{LONG}", focused=True),)
    yield (TextBox(label="Notes", multiline=True, value=" ".join([LONG] * 4), caret=ALL),)
    yield (TextBox(label="李雷", value="李雷 👩\u200d🚀 שלום\ttab\nfeed"),)


def _overlays() -> Iterator[Row]:
    yield (Dialog(title="Cancel this order?", text="You will not be charged."),)
    yield (Dialog(title=LONG, text=" ".join([LONG] * 3)),)
    yield (Snackbar(text="Order cancelled"),)
    yield (Snackbar(text=LONG),)


def _keyboards() -> Iterator[Row]:
    yield (KeyboardPanel(page="lower", enter="next"),)
    yield (KeyboardPanel(page="upper", enter="newline"),)
    yield (KeyboardPanel(page="symbols", enter="search"),)
    yield (GestureBar(),)


def _pads() -> Iterator[Row]:
    yield (KeyboardPanel(input="email"),)
    yield (KeyboardPanel(input="number", enter="done"),)
    yield (KeyboardPanel(input="phone"),)
    yield (GestureBar(),)


def _masked() -> Iterator[Row]:
    for focused in (False, True):
        yield (TextBox(label="PIN", masked=True, focused=focused, hint="Four digits"),)
        yield (TextBox(label="PIN", masked=True, focused=focused, value="3141"),)
    yield (TextBox(label="PIN", masked=True, value="3141", focused=True, caret=ALL),)
    yield (TextBox(label="PIN", masked=True, value="3141", error="Wrong PIN"),)
    yield (TextBox(label="PIN", masked=True, value="3" * 80),)
    yield (TextBox(label="Name", value="مرحبا שלום"),)
    yield (TextBox(label="Name", value="李雷 👩\u200d🚀 Zürich Łódź"),)


def _cursors() -> Iterator[Row]:
    """The cursor, a word and everything: at the beginning, within, at the end, out of sight."""
    for caret in (Caret(0, 0), Caret(6, 6), Caret(6, 13), ALL):
        yield (TextBox(label="Name", value=NAME, focused=True, caret=caret),)
    for caret in (Caret(0, 0), Caret(40, 44, 20), Caret(10_000, 10_000)):
        yield (TextBox(label="Name", value=LONG, focused=True, caret=caret),)


def _selections() -> Iterator[Row]:
    lines = f"Ring twice.\n{LONG}. {LONG}."
    yield (TextBox(label="Notes", multiline=True, value=lines, focused=True, caret=Caret(4, 30)),)
    yield (TextBox(label="PIN", masked=True, value="3141", focused=True, caret=Caret(2, 2)),)
    yield (SearchBox(value="Noodles and soup", focused=True, caret=Caret(8, 11)),)
    yield (TextBox(label="李雷", value="李雷 👩\u200d🚀 שלום", focused=True, caret=Caret(3, 6)),)


def _dates() -> Iterator[Row]:
    day = "2026-03-12"
    yield (TextBox(label="Day", date=True, required=True),)
    yield (TextBox(label="Day", date=True, focused=True, hint="YYYY-MM-DD"),)
    yield (TextBox(label="Day", date=True, value=day),)
    yield (TextBox(label="Day", date=True, value=day, focused=True),)
    yield (TextBox(label="Day", date=True, value=day, error="That day is over"),)
    yield (TextBox(label=LONG, date=True, value=LONG, focused=True),)
    yield (MonthButton(text="September 2026"),)
    yield (MonthButton(text="September 2026", years=True),)


def _disabled() -> Iterator[Row]:
    yield (TextBox(label="Day", date=True, value="2026-03-12", enabled=False),)
    yield (TextBox(label="Name", value=NAME, enabled=False),)
    yield (TextBox(label="Name", enabled=False),)
    yield (TextBox(label="Size", value="Large", menu=True, enabled=False),)


def _switches() -> Iterator[Row]:
    for enabled in (True, False):
        for on in (False, True):
            yield (SwitchRow(label="Travel insurance", on=on, enabled=enabled),)
    yield (SwitchRow(label="Reminders", supporting="A day before", on=True),)
    yield (SwitchRow(label=LONG, supporting=LONG),)
    yield (SwitchRow(label="李雷 👩\u200d🚀 שלום", supporting="مرحبا", on=True),)


def _ways() -> Iterator[Row]:
    for tabs in (("Booked", "Cancelled"), ("Booked", "All", LONG)):
        yield tuple(Tab(label=label, selected=not index) for index, label in enumerate(tabs))
    icons = ("home_icon", "ticket", "info", "person", "search")
    for labels in (("Home", "My Trips"), ("Home", "My Trips", "About", LONG, "李雷")):
        yield tuple(
            Destination(icon=icon, label=label, selected=index == 1)
            for index, (icon, label) in enumerate(zip(icons, labels, strict=False))
        )


def _surfaces() -> Iterator[Row]:
    yield (SheetSurface(title="Seat"),)
    yield (SheetSurface(title=LONG),)
    yield (CalendarSurface(title="Day", chosen="Thu, Mar 12, 2026"),)


def _launcher() -> Iterator[Row]:
    yield (LauncherClock(time="09:41", date="Tuesday, 1 December"),)
    names = ("mDoorDash", "iMy", "A very long name", "Notes")
    tints = ((176, 32, 42), (0, 105, 92), (60, 80, 170), (90, 90, 90))
    glyphs = ("bag", "shield", "clock", "edit")
    yield tuple(
        AppIcon(label=name, glyph=glyph, tint=tint)
        for name, glyph, tint in zip(names, glyphs, tints, strict=True)
    )


PAGES = {
    "bars": _bars,
    "chips": _chips,
    "cards": _cards,
    "rows": _rows,
    "searches": _searches,
    "boxes": _boxes,
    "long_boxes": _long_boxes,
    "overlays": _overlays,
    "keyboards": _keyboards,
    "pads": _pads,
    "masked": _masked,
    "cursors": _cursors,
    "selections": _selections,
    "dates": _dates,
    "disabled": _disabled,
    "switches": _switches,
    "ways": _ways,
    "surfaces": _surfaces,
    "launcher": _launcher,
}
_FULL = (
    StatusBar, TopBar, GestureBar, KeyboardPanel, LauncherClock, Tab, Destination, SheetSurface
)  # fmt: skip
"""Widgets that reach from edge to edge."""


def placed(name: str, theme: Theme) -> Iterator[Placement]:
    """Lays a page out, its rows below one another."""
    backdrop: Backdrop = WALLPAPER if name == "launcher" else "surface"
    screen = Rect(0, 0, *SIZES["native"])
    ground = Text(text="")
    yield Placement("ground", ground, screen, screen, theme, backdrop)
    top = 0
    for row in PAGES[name]():
        apart = 0 if isinstance(row[0], (Tab, Destination)) else _GAP
        margin = 0 if isinstance(row[0], _FULL) else _MARGIN
        left, height = margin, 0
        for each in row:
            leaf = each if isinstance(each, Leaf) else Leaf(id="", widget=each)
            widget = leaf.widget
            width = LOGICAL_WIDTH - 2 * margin
            if len(row) > 1:
                equal = (width - apart * (len(row) - 1)) // len(row)
                width = min(widget.natural_width() or equal, LOGICAL_WIDTH - margin - left)
            rect = Rect.sized(left, top, width, widget.height(width))
            behind = "surface_container" if isinstance(widget, KeyboardPanel) else backdrop
            yield Placement(f"{name}/{top}/{left}", widget, rect, screen, theme, behind)
            for over in leaf.over:
                spot = over.rect.moved(left, top)
                name_over = f"{name}/{top}/{left}/{over.id}"
                yield Placement(name_over, over.widget, spot, screen, theme, over.backdrop)
            left, height = rect.right + apart, max(height, rect.height)
        top += height + _GAP
    if top > screen.bottom:
        raise SystemExit(f"page {name} is {top - screen.bottom} px too long: split it")


def theme_of(name: str) -> Theme:
    """Returns the theme of a part of the system or of an app.

    Raises:
        UnknownNameError: There is no app of this id.
    """
    return system_theme(name) if name in ("imy", "launcher") else load_app(name).theme


def painted(name: str, size: str, theme: str = THEME) -> NDArray[np.uint8]:
    """Returns a page as pixels, shape (height, width, 3)."""
    screen = Compositor(*SIZES[size])
    screen.draw(tuple(placed(name, theme_of(theme))))
    return screen.frame


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--theme", default=THEME)
    parser.add_argument("--pages", nargs="+", choices=PAGES, default=tuple(PAGES))
    options = parser.parse_args(arguments)
    try:
        theme_of(options.theme)
    except MyPhoneError as error:
        parser.error(f"--theme: imy, launcher or an app's id; {error}")
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in options.pages:
        for size in SIZES:
            picture = Image.fromarray(painted(name, size, options.theme))
            picture.save(options.folder / f"{name}_{size}.png")


if __name__ == "__main__":
    main()
