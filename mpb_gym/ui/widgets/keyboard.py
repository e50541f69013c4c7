"""The on-screen keyboard: one layout for what is painted and what is touched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal, NamedTuple

from mpb_gym.geometry import LOGICAL_WIDTH, Rect, dp
from mpb_gym.spec.form import Input
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.typography import line_height, measure
from mpb_gym.ui.widget import Semantics, Widget

KEYBOARD_HEIGHT = dp(264)
"""Height in logical pixels."""

KeyPage = Literal["lower", "upper", "symbols"]
Enter = Literal["next", "search", "newline", "done"]

_GAP = dp(6)
_ICONS = {
    "shift": "shift",
    "backspace": "backspace",
    "hide": "keyboard_hide",
    "next": "next",
    "search": "search",
    "newline": "enter",
    "done": "check",
}
_LABELS = {"symbols": "?123", "letters": "ABC", "space": "space"}


class Key(NamedTuple):
    """A key.

    Attributes:
        name: What it is called: its sign, or ``shift``, ``backspace``, ``enter`` and so on.
        text: What it types; empty for keys that do something else.
        rect: What reacts to a touch, relative to the keyboard; neighbours meet.
    """

    name: str
    text: str
    rect: Rect


_PADS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "number": (
        ("1", "2", "3", "-"),
        ("4", "5", "6", ","),
        ("7", "8", "9", "backspace"),
        ("hide", "0", ".", "enter"),
    ),
    "phone": (
        ("1", "2", "3", "("),
        ("4", "5", "6", ")"),
        ("7", "8", "9", "backspace"),
        ("+", "0", "-", "space"),
        ("hide", "enter"),
    ),
}
"""The keys of the pads for numbers, which have no pages."""


def _rows(page: KeyPage, input: Input) -> tuple[tuple[tuple[str, float], ...], ...]:
    """The keys of each row with their widths, in tenths of the keyboard."""
    if input in _PADS:
        return tuple(tuple((name, 10 / len(row)) for name in row) for row in _PADS[input])
    signs = {
        "lower": ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"),
        "upper": ("1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"),
        "symbols": ("1234567890", "@#$%&-+()/", "*\"':;!?=_", "}<>[]~\\"),
    }[page]
    first, second, third, fourth = (tuple((sign, 1.0) for sign in row) for row in signs)
    left = ("shift", 1.5) if page != "symbols" else ("{", 1.5)
    switch = "letters" if page == "symbols" else "symbols"
    comma = "@" if input == "email" and page != "symbols" else ","
    bottom = (
        (switch, 1.5), (comma, 1.0), ("space", 4.0), (".", 1.0), ("hide", 1.0), ("enter", 1.5),
    )  # fmt: skip
    return first, second, third, (left, *fourth, ("backspace", 1.5)), bottom


@lru_cache(maxsize=32)
def keyboard_keys(page: KeyPage, input: Input = "text") -> tuple[Key, ...]:
    """Returns all keys of a page, row by row, for a box that asks for some kind of text."""
    rows = _rows(page, input)
    pitch = KEYBOARD_HEIGHT / len(rows)
    unit = LOGICAL_WIDTH / 10
    found = []
    for index, row in enumerate(rows):
        top, bottom = round(index * pitch), round((index + 1) * pitch)
        spare = 10 - sum(width for _, width in row)
        at = spare / 2
        for place, (name, width) in enumerate(row):
            # A row that is not full is centred; its outer keys take the room beside them.
            left = 0 if place == 0 else round(at * unit)
            at += width
            right = LOGICAL_WIDTH if place == len(row) - 1 else round(at * unit)
            text = " " if name == "space" else name if len(name) == 1 else ""
            found.append(Key(name, text, Rect(left, top, right, bottom)))
    return tuple(found)


def _cap(key: Key, input: Input) -> Rect:
    """The part of a key that is painted."""
    width = key.rect.width
    if len(key.name) == 1 and input not in _PADS:
        width = min(width, round(LOGICAL_WIDTH / 10))
    left = key.rect.left if key.rect.left else key.rect.right - width
    cap = Rect.sized(left, key.rect.top, width, key.rect.height)
    return Rect(
        cap.left + _GAP // 2, cap.top + _GAP // 2, cap.right - _GAP // 2, cap.bottom - _GAP // 2
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyboardPanel(Widget):
    """The whole keyboard, painted at once.

    Attributes:
        enter: What its Enter key does.
        input: What the box asks for: pads of digits for ``number`` and ``phone``, an at sign
            beside the letters for ``email``.
    """

    page: KeyPage = "lower"
    enter: Enter = "next"
    input: Input = "text"

    def height(self, width: int) -> int:
        """264 dp."""
        return KEYBOARD_HEIGHT

    def paint(self, canvas: Canvas) -> None:
        """Draws every key."""
        for key in keyboard_keys(self.page, self.input):
            self._paint_key(canvas, key)

    def _paint_key(self, canvas: Canvas, key: Key) -> None:
        cap = _cap(key, self.input)
        plain = bool(key.text)
        roles = ("surface", "on_surface") if plain else ("surface_container_highest", "on_surface")
        if key.name == "enter":
            roles = ("primary", "on_primary")
        canvas.fill(cap, canvas.colour(roles[0]), dp(6))
        ink = canvas.colour(roles[1])
        icon = _ICONS.get(self.enter if key.name == "enter" else key.name)
        if key.name == "shift" and self.page == "upper":
            icon = "shift_on"
        if icon:
            side = dp(22)
            spot = Rect.sized(cap.center.x - side // 2, cap.center.y - side // 2, side, side)
            canvas.picture(icon, spot, ink)
            return
        label = _LABELS.get(key.name, key.name)
        style = "title_large" if plain and key.name != "space" else "label_large"
        left = cap.center.x - measure(label, style) // 2
        canvas.text(left, cap.center.y - line_height(style) // 2, label, style, ink)

    def semantics(self) -> Semantics:
        """A keyboard."""
        return Semantics(role="android.inputmethodservice.KeyboardView", description="Keyboard")


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyLabel(Widget):
    """What accessibility says of a key; the panel paints it."""

    decorative: ClassVar[bool] = False
    name: str
    text: str = ""

    def height(self, width: int) -> int:
        """As the keyboard's layout says."""
        return width

    def paint(self, canvas: Canvas) -> None:
        """Leaves it to the panel."""

    def semantics(self) -> Semantics:
        """A button, called by its sign or its name."""
        return Semantics(role="android.inputmethodservice.Key", text=self.name, clickable=True)
