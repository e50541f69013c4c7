"""Every widget, in several states and sizes, with texts that are not kind."""

from dataclasses import replace

import numpy as np
import pytest

from mpb_gym.geometry import LOGICAL_WIDTH, Rect
from mpb_gym.runtime.lint import low_contrasts
from mpb_gym.runtime.themes import system_theme
from mpb_gym.spec.theme import Theme
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.pictures import names
from mpb_gym.ui.widget import Widget
from mpb_gym.ui.widgets import (
    AppIcon,
    Banner,
    Button,
    Card,
    CardLine,
    CheckRow,
    Chip,
    Dialog,
    EmptyState,
    Facts,
    IconButton,
    KeyboardPanel,
    LauncherClock,
    SearchBox,
    SectionHeader,
    Snackbar,
    StatusBar,
    Text,
    TextBox,
    TopBar,
    keyboard_keys,
)
from mpb_gym.ui.widgets.keyboard import KEYBOARD_HEIGHT

THEME = system_theme("imy")
NASTY = ("", "plain", "ü" * 300, "a b " * 90, "李雷 👩\u200d🚀\n\t\x00", "שלום עולם")


def _widgets(text: str) -> list[Widget]:
    return [
        AppIcon(label=text, glyph="bag", tint=(9, 9, 9)),
        Banner(title=text, text=text, picture="pizza"),
        Button(label=text),
        Button(label=text, variant="outlined", icon="check", enabled=False),
        Card(lines=(CardLine(text, icon="clock"), CardLine(text)), picture="taco", trailing="4.5"),
        Card(lines=(CardLine(text),), uniform=True, variant="outlined"),
        CheckRow(label=text, supporting=text, trailing="$9.50", checked=True),
        CheckRow(label=text, kind="radio", checked=True, enabled=False),
        Chip(label=text, selected=True),
        Dialog(title=text, text=text),
        EmptyState(picture="success", title=text, text=text),
        Facts(rows=((text, text), ("Total", "$5"))),
        IconButton(icon="search", description=text),
        KeyboardPanel(page="symbols", enter="search"),
        LauncherClock(time="09:41", date=text),
        SearchBox(value=text, hint="Find", focused=True),
        SectionHeader(title=text, supporting=text, icon="shield"),
        Snackbar(text=text),
        StatusBar(time="09:41"),
        Text(text=text, lines=2, align="center"),
        TextBox(label="Name", value=text, focused=True, selected=True, error=text),
        TextBox(label=text, value=text, multiline=True, required=True, supporting=text),
        TopBar(title=text, back=True),
    ]


ALL = [widget for text in NASTY for widget in _widgets(text)]


def _paint(widget: Widget, width: int, scale: float, backdrop: tuple[int, int, int]) -> np.ndarray:
    height = widget.height(width)
    pixels = (max(1, round(width * scale)), max(1, round(height * scale)))
    canvas = Canvas(width=width, height=height, pixels=pixels, theme=THEME, backdrop=backdrop)
    widget.paint(canvas)
    block = canvas.pixels()
    assert block.shape == (pixels[1], pixels[0], 3)
    return block


@pytest.mark.parametrize("widget", ALL, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("scale", [1.0, 0.2])
def test_every_widget_paints_itself_at_every_size(widget: Widget, scale: float) -> None:
    natural = widget.natural_width()
    for width in {996, natural or 996} if natural is None or natural < 2000 else {996}:
        if widget.height(width):
            _paint(widget, width, scale, THEME.surface)


@pytest.mark.parametrize("widget", ALL, ids=lambda each: type(each).__name__)
def test_widgets_are_values_with_something_to_say(widget: Widget) -> None:
    assert replace(widget) == widget
    assert hash(replace(widget)) == hash(widget)
    assert widget.semantics() == widget.semantics()


@pytest.mark.parametrize("page", ["lower", "upper", "symbols"])
def test_keys_tile_the_keyboard(page: str) -> None:
    keys = keyboard_keys(page)
    assert sum(key.rect.width * key.rect.height for key in keys) == LOGICAL_WIDTH * KEYBOARD_HEIGHT
    for index, key in enumerate(keys):
        assert not any(key.rect & other.rect for other in keys[:index])


def test_all_printable_ascii_can_be_typed_key_by_key() -> None:
    pages = ("lower", "upper", "symbols")
    typed = {key.text for page in pages for key in keyboard_keys(page)}
    missing = {chr(code) for code in range(32, 127)} - typed
    assert missing <= set("^`|{}"), missing


@pytest.mark.parametrize("box", [TextBox(label="A", value="x"), SearchBox(value="")])
def test_no_cross_where_there_is_nothing_to_clear(box: TextBox | SearchBox) -> None:
    assert box.clear_rect(996) is None


@pytest.mark.parametrize("box", [TextBox(label="A", value="x", focused=True), SearchBox(value="x")])
def test_the_cross_lies_within_its_box(box: TextBox | SearchBox) -> None:
    cross = box.clear_rect(996)
    assert cross is not None
    assert cross & Rect(0, 0, 996, box.height(996)) == cross


def test_states_can_be_told_apart_without_colour() -> None:
    grey = THEME.surface
    for off, on in (
        (Chip(label="Thai"), Chip(label="Thai", selected=True)),
        (CheckRow(label="Soup"), CheckRow(label="Soup", checked=True)),
        (TextBox(label="Name"), TextBox(label="Name", focused=True)),
    ):
        one, other = (_paint(each, 400, 1.0, grey).mean(axis=2) for each in (off, on))
        assert np.abs(one - other).max() > 60


def themes() -> dict[str, Theme]:
    from mpb_gym.spec.library import app_ids, load_app

    apps = {id: load_app(id).theme for id in app_ids()}
    return {"imy": THEME, "launcher": system_theme("launcher"), **apps}


@pytest.mark.parametrize("theme", themes().values(), ids=themes())
def test_text_can_be_read_on_its_ground(theme: Theme) -> None:
    assert list(low_contrasts(theme)) == []


@pytest.mark.parametrize("name", names())
def test_every_picture_shows_something_within_its_square(name: str) -> None:
    canvas = Canvas(width=300, height=300, pixels=(300, 300), theme=THEME, backdrop=(1, 2, 3))
    canvas.picture(name, Rect(100, 100, 200, 200), (250, 250, 250))
    painted = (canvas.pixels() != (1, 2, 3)).any(axis=2)
    assert painted.sum() > 200
    painted[98:202, 98:202] = False
    assert not painted.any()
