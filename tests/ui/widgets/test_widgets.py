"""Every widget, in several states and sizes, with texts that are not kind."""

from dataclasses import replace

import numpy as np
import pytest

from mpb_gym.geometry import LOGICAL_WIDTH, Rect, dp
from mpb_gym.runtime.lint import CONTRAST, contrast, low_contrasts
from mpb_gym.runtime.themes import system_theme
from mpb_gym.spec.library import app_ids, load_app
from mpb_gym.spec.theme import Colour, Theme
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.editing import Caret
from mpb_gym.ui.pictures import names
from mpb_gym.ui.typography import line_height, measure
from mpb_gym.ui.widget import Semantics, Widget
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
    StepperRow,
    Table,
    Text,
    TextBox,
    TopBar,
    keyboard_keys,
)
from mpb_gym.ui.widgets.buttons import TARGET
from mpb_gym.ui.widgets.edit import selection
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
        Card(lines=(CardLine("Soup"), CardLine(text)), trailing=text, room=40),
        Card(lines=(CardLine(text),), uniform=True, variant="outlined"),
        CheckRow(label=text, supporting=text, trailing="$9.50", checked=True),
        CheckRow(label=text, kind="radio", trailing=text, checked=True, enabled=False),
        Chip(label=text, selected=True),
        Chip(label=text, icon="clock", enabled=False),
        Dialog(title=text, text=text),
        EmptyState(picture="success", title=text, text=text),
        Facts(rows=((text, text), ("Total", "$5"))),
        IconButton(icon="search", description=text),
        KeyboardPanel(page="symbols", enter="search"),
        LauncherClock(time="09:41", date="Wednesday, 30 September"),
        SearchBox(hint=text, focused=True),
        SearchBox(value=text, hint="Find", focused=True),
        SectionHeader(title=text, supporting=text, icon="shield"),
        Snackbar(text=text),
        StatusBar(time="09:41"),
        StepperRow(label=text, number=len(text) ** 6),
        Table(heads=(text, "B", text), rows=(("Size", (text, "2", "3")), (text, ("", text, "")))),
        Text(text=text, lines=2, align="center"),
        TextBox(label="Name", value=text, focused=True, caret=Caret(0, len(text)), error=text),
        TextBox(label=text, value=text, multiline=True, required=True, supporting=text),
        TextBox(label=text, value=text, menu=True, error=text),
        TextBox(label=text, hint=text, focused=True),
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


class Ruler(Canvas):
    """Notes whatever reaches beyond the canvas, in place of painting it."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(
            width=width, height=height, pixels=(8, 8), theme=THEME, backdrop=THEME.surface
        )
        self.beyond: list[tuple[str, Rect]] = []

    def _note(self, what: str, rect: Rect) -> None:
        if rect & Rect(0, 0, self.width, self.height) != rect:
            self.beyond.append((what, rect))

    def fill(self, rect: Rect, colour: Colour, radius: int = 0) -> None:
        self._note("fill", rect)

    def outline(self, rect: Rect, colour: Colour, stroke: int, radius: int = 0) -> None:
        self._note("outline", rect)

    def text(self, left: int, top: int, text: str, style: str, colour: Colour) -> None:
        self._note(text, Rect.sized(left, top, measure(text, style), line_height(style)))

    def picture(self, name: str, rect: Rect, colour: Colour | None = None) -> None:
        self._note(name, rect)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        sides = (x - radius, y - radius, x + radius, y + radius)
        self._note("disc", Rect(*map(round, sides)))


@pytest.mark.parametrize("widget", ALL, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("width", [480, 996, LOGICAL_WIDTH])
def test_no_widget_reaches_beyond_its_height_and_width(widget: Widget, width: int) -> None:
    if isinstance(widget, KeyboardPanel | LauncherClock):
        width = LOGICAL_WIDTH  # they are never narrower
    ruler = Ruler(width, max(1, widget.height(width)))
    widget.paint(ruler)
    assert ruler.beyond == []


@pytest.mark.parametrize(
    "widget", [each for each in ALL if each.natural_width() is not None], ids=repr
)
def test_natural_widths_show_the_whole_label_and_can_be_hit(widget: Widget) -> None:
    width = widget.natural_width()
    assert width is not None
    assert min(width, widget.height(width)) >= TARGET
    label = widget.semantics().text
    seen: list[str] = []

    class Reader(Ruler):
        def text(self, left: int, top: int, text: str, style: str, colour: Colour) -> None:
            seen.append(text)

    widget.paint(Reader(width, widget.height(width)))
    assert seen in ([], [label])
    assert seen or isinstance(widget, IconButton)


@pytest.mark.parametrize(
    ("widget", "said"),
    [
        (Button(label="Pay"), {"role": "android.widget.Button", "text": "Pay", "clickable": True}),
        (Button(label="Pay", enabled=False), {"enabled": False}),
        (
            IconButton(icon="search", description="Search"),
            {"role": "android.widget.ImageButton", "description": "Search", "clickable": True},
        ),
        (Chip(label="Thai"), {"checkable": True, "checked": False}),
        (Chip(label="Thai", selected=True), {"checkable": True, "checked": True}),
        (
            CheckRow(label="Dip", trailing="$1", checked=True),
            {"role": "android.widget.CheckBox", "text": "Dip\n$1", "checked": True},
        ),
        (CheckRow(label="Dip", kind="radio"), {"role": "android.widget.RadioButton"}),
        (
            Card(lines=(CardLine("Wok"), CardLine("Far")), trailing="4.8"),
            {"role": "android.widget.Button", "text": "Wok\nFar\n4.8", "clickable": True},
        ),
        (
            Card(lines=(CardLine("Wok"),), clickable=False),
            {"role": "android.widget.TextView", "clickable": False, "focusable": False},
        ),
        (
            TextBox(label="Name", value="Ada", required=True, focused=True, error="Too short"),
            {
                "role": "android.widget.EditText",
                "text": "Ada",
                "hint": "Name *",
                "description": "Too short",
                "editable": True,
                "focused": True,
                "long_clickable": True,
            },
        ),
        (
            TextBox(label="Size", value="S", menu=True),
            {"role": "android.widget.Spinner", "editable": False, "clickable": True},
        ),
        (SearchBox(hint="Find"), {"text": "", "hint": "Find", "editable": True}),
        (Facts(rows=(("Total", "$5"), ("Tip", "$1"))), {"text": "Total: $5\nTip: $1"}),
        (Dialog(title="Sure?", text="It is final."), {"text": "Sure?\nIt is final."}),
    ],
    ids=repr,
)
def test_accessibility_says_what_is_shown(widget: Widget, said: dict[str, object]) -> None:
    found = widget.semantics()
    assert replace(found, **said) == found  # type: ignore[arg-type]
    assert isinstance(found, Semantics)


@pytest.mark.parametrize("text", NASTY)
def test_cards_of_a_list_are_equally_high(text: str) -> None:
    plain, nasty = (
        Card(lines=(CardLine(each), CardLine(each, icon="place")), trailing="9", uniform=True)
        for each in ("Soup", text)
    )
    assert plain.height(996) == nasty.height(996)


@pytest.mark.parametrize("text", NASTY)
def test_boxes_do_not_jump(text: str) -> None:
    blank = TextBox(label="Name").height(996)
    assert TextBox(label=text, value=text, error=text, focused=True).height(996) == blank


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
        assert key.name not in {other.name for other in keys[:index]}
        assert min(key.rect.width, key.rect.height) >= dp(40)


def test_all_printable_ascii_can_be_typed_key_by_key() -> None:
    pages = ("lower", "upper", "symbols")
    typed = {key.text for page in pages for key in keyboard_keys(page)}
    missing = {chr(code) for code in range(32, 127)} - typed
    assert missing <= set("^`|"), missing


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
        (CheckRow(label="Soup", kind="radio"), CheckRow(label="Soup", kind="radio", checked=True)),
        (TextBox(label="Name"), TextBox(label="Name", focused=True)),
        (TextBox(label="Name"), TextBox(label="Name", error="Enter a name")),
    ):
        one, other = (_paint(each, 400, 1.0, grey).mean(axis=2) for each in (off, on))
        assert np.abs(one - other).max() > 60


def _theme(name: str) -> Theme:
    return system_theme(name) if name in ("imy", "launcher") else load_app(name).theme


@pytest.mark.parametrize("name", ["imy", "launcher", *app_ids()])
def test_text_can_be_read_on_its_ground(name: str) -> None:
    theme = _theme(name)
    assert list(low_contrasts(theme)) == []
    assert contrast(theme.on_surface, selection(theme)) >= CONTRAST


@pytest.mark.parametrize("name", names())
def test_every_picture_shows_something_within_its_square(name: str) -> None:
    canvas = Canvas(width=300, height=300, pixels=(300, 300), theme=THEME, backdrop=(1, 2, 3))
    canvas.picture(name, Rect(100, 100, 200, 200), (250, 250, 250))
    painted = (canvas.pixels() != (1, 2, 3)).any(axis=2)
    assert painted.sum() > 200
    painted[98:202, 98:202] = False
    assert not painted.any()
