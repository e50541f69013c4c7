"""Boxes for text: what a form asks for, and what is searched."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from mpb_gym.geometry import Rect, dp
from mpb_gym.spec.theme import Colour, Theme
from mpb_gym.ui.canvas import Canvas, mix
from mpb_gym.ui.clusters import clusters
from mpb_gym.ui.editing import (
    Caret,
    Line,
    at_end,
    line_at,
    lines_of,
    nearest,
    top_line,
    window,
    word_at,
)
from mpb_gym.ui.typography import ELLIPSIS, ellipsize, line_height, measure
from mpb_gym.ui.widget import Semantics, Widget

_EDIT_TEXT = "android.widget.EditText"
_SPINNER = "android.widget.Spinner"
_STYLE = "body_large"
_LABEL_ROOM = dp(8)
"""Room above the box for the label that breaks its stroke."""

_BELOW = dp(20)
"""Room below the box for an error or a hint; always there, so that nothing jumps."""

_SIDE = dp(16)
_CROSS = dp(48)
_LINES = 4
_DOT = "•"


def _flat(text: str) -> str:
    """A single-line box shows line feeds and tabs as the spaces that they look like."""
    return text.replace("\r", " ").replace("\n", " ").replace("\t", " ")


def selection(theme: Theme) -> Colour:
    """Returns what lies behind selected text: it stands out on boxes of every surface."""
    return mix(theme.primary, theme.surface, 0.3)


@dataclass(frozen=True, slots=True, kw_only=True)
class EditBox(Widget):
    """What all boxes for text have in common.

    Attributes:
        value: The text.
        hint: What to type.
        focused: Whether the cursor, or what is selected, shows.
        caret: Where they are, in code points of the value; ``None`` for its end.
    """

    value: str = ""
    hint: str = ""
    focused: bool = False
    caret: Caret | None = None

    @abstractmethod
    def text_rect(self, width: int) -> Rect:
        """Returns where the value is shown, relative to the widget."""

    @property
    def _caret(self) -> Caret:
        return self.caret.within(self.value) if self.caret else at_end(self.value)

    @property
    def selected(self) -> bool:
        """Whether any of the text is selected."""
        return self.focused and self._caret.selects

    def _shown(self) -> str:
        """The value as anyone but the form gets to know it."""
        return self.value

    def _in_shown(self, offset: int) -> int:
        """Turns an offset in the value into one in what is shown."""
        return offset

    def _in_value(self, offset: int) -> int:
        """Turns an offset in what is shown into one in the value."""
        return offset

    def _lines(self, width: int) -> tuple[int, tuple[Line, ...]]:
        """The lines that can be seen, and what comes first: an offset, or a line's number."""
        shown = _flat(self._shown())
        if not self.focused:
            return 0, (Line(0, ellipsize(shown, _STYLE, width)),)
        at = self._in_shown(self._caret.end)
        first, last = window(shown, at, self._caret.first, _STYLE, width)
        return first, (Line(first, shown[first:last]),)

    def caret_at(self, x: int, y: int, width: int) -> Caret:
        """Returns the cursor nearest to a point.

        Args:
            x: From the widget's left, in logical pixels.
            y: From its top.
            width: Of the widget.
        """
        place = self.text_rect(width)
        first, lines = self._lines(place.width)
        row = (y - place.top) // line_height(_STYLE)
        start, text = lines[max(0, min(row, len(lines) - 1))]
        offset = start + nearest(text, x - place.left, _STYLE)
        shown = self._shown()
        if text.endswith(ELLIPSIS) and not shown.startswith(text, start):
            # What lies beyond an ellipsis cannot be pointed at.
            offset = len(shown) if offset >= start + len(text) else min(offset, len(shown))
        at = self._in_value(offset)
        return Caret(at, at, first)

    def word_at(self, caret: Caret) -> Caret:
        """Returns the selection of the word at a cursor."""
        start, end = word_at(self.value, caret.start)
        return Caret(start, end, caret.first)

    def _paint_text(self, canvas: Canvas) -> None:
        """Draws the value, with what is selected or the cursor."""
        place = self.text_rect(canvas.width)
        height = line_height(_STYLE)
        _, lines = self._lines(place.width)
        start, end = self._in_shown(self._caret.start), self._in_shown(self._caret.end)
        cursor = line_at(lines, end) if self.focused and start == end else None
        top = place.top
        for index, line in enumerate(lines):
            if self.selected:
                _paint_selection(canvas, line, place.left, top, start, end)
            canvas.text(place.left, top, line.text, _STYLE, canvas.colour("on_surface"))
            if index == cursor:
                before = line.text[: max(0, end - line.start)]
                left = place.left + measure(before, _STYLE)
                left += dp(1) if len(before) == len(line.text) else -dp(1)
                mark = Rect.sized(left, top + dp(2), dp(2), height - dp(4))
                canvas.fill(mark, canvas.colour("primary"))
            top += height


def _paint_selection(canvas: Canvas, line: Line, left: int, top: int, start: int, end: int) -> None:
    """Draws what lies behind the selected part of a line."""
    begin, stop = max(start - line.start, 0), min(end - line.start, len(line.text))
    if begin >= stop:
        return
    mark = Rect(
        left + measure(line.text[:begin], _STYLE) - dp(1),
        top + dp(1),
        left + measure(line.text[:stop], _STYLE) + dp(1),
        top + line_height(_STYLE) - dp(1),
    )
    canvas.fill(mark, selection(canvas.theme), dp(2))


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBox(EditBox):
    """An outlined text box.

    Attributes:
        label: Inside while the box is blank and unfocused, else on its border.
        hint: What to type, shown in a focused blank box.
        error: What is wrong, below the box.
        supporting: What else to know, below the box.
        multiline: Four lines in place of one.
        menu: Whether a tap shows options to choose from, in place of the keyboard.
        date: Whether there is an icon that shows a calendar to choose from.
        masked: Whether a dot stands for each character, seen or spoken.
        enabled: Whether it can be used.
    """

    label: str
    required: bool = False
    error: str = ""
    supporting: str = ""
    multiline: bool = False
    menu: bool = False
    date: bool = False
    masked: bool = False
    enabled: bool = True

    def _shown(self) -> str:
        return _DOT * len(clusters(self.value)) if self.masked else self.value

    def _in_shown(self, offset: int) -> int:
        return len(clusters(self.value[:offset])) if self.masked else offset

    def _in_value(self, offset: int) -> int:
        return sum(map(len, clusters(self.value)[:offset])) if self.masked else offset

    def word_at(self, caret: Caret) -> Caret:
        """Returns the selection of the word at a cursor; dots have no words."""
        if self.masked:
            return Caret(0, len(self.value), caret.first)
        return EditBox.word_at(self, caret)

    @property
    def _title(self) -> str:
        return f"{self.label} *" if self.required else self.label

    def _box_height(self) -> int:
        return dp(32) + _LINES * line_height(_STYLE) if self.multiline else dp(56)

    def box_rect(self, width: int) -> Rect:
        """Returns the outlined part, relative to the widget."""
        return Rect.sized(0, _LABEL_ROOM, width, self._box_height())

    def text_rect(self, width: int) -> Rect:
        """Returns where the value is shown, beside cross and icon."""
        box = self.box_rect(width)
        icons = int(self.menu or self.date) + (self.clear_rect(width) is not None)
        right = width - _SIDE - (icons * _CROSS - _SIDE if icons else 0)
        return Rect(_SIDE, box.top + dp(16), right, box.bottom - dp(16))

    def icon_rect(self, width: int) -> Rect | None:
        """Returns the target of the icon that shows a calendar; ``None`` if there is none."""
        if not self.date:
            return None
        box = self.box_rect(width)
        return Rect.sized(box.right - _CROSS, box.top + dp(4), _CROSS, _CROSS)

    def clear_rect(self, width: int) -> Rect | None:
        """Returns the target of the cross that empties the box; ``None`` if there is none."""
        if not (self.focused and self.value):
            return None
        box = self.box_rect(width)
        right = box.right - (_CROSS if self.date else 0)
        return Rect.sized(right - _CROSS, box.top + dp(4), _CROSS, _CROSS)

    def height(self, width: int) -> int:
        """The box with room for label and message."""
        return _LABEL_ROOM + self._box_height() + _BELOW

    def _lines(self, width: int) -> tuple[int, tuple[Line, ...]]:
        if not self.multiline:
            return EditBox._lines(self, width)
        lines = lines_of(self.value.replace("\t", " "), _STYLE, width)
        first = top_line(lines, self._caret.end, self._caret.first, _LINES)
        return first, lines[first : first + _LINES]

    def _faded(self, canvas: Canvas, role: str) -> Colour:
        """The colour of a role, or of all that is disabled."""
        if self.enabled:
            return canvas.colour(role)
        return mix(canvas.colour("on_surface"), canvas.colour("surface"), 0.38)

    def paint(self, canvas: Canvas) -> None:
        """Draws border, label, value and message."""
        box = self.box_rect(canvas.width)
        edge = "error" if self.error else "primary" if self.focused else "outline"
        ink = self._faded(canvas, edge)
        thick = dp(2) if self.focused or self.error else dp(1)
        canvas.outline(box, ink, thick, dp(4))
        floats = self.focused or bool(self.value)
        if floats:
            self._paint_label(
                canvas, ink if edge != "outline" else self._faded(canvas, "on_surface_variant")
            )
        else:
            room = canvas.width - 2 * _SIDE - (dp(32) if self.menu or self.date else 0)
            title = ellipsize(self._title, _STYLE, room)
            faint = self._faded(canvas, "error" if self.error else "on_surface_variant")
            canvas.text(_SIDE, box.top + dp(16), title, _STYLE, faint)
        self._paint_value(canvas)
        self._paint_icons(canvas, box)
        message = self.error or self.supporting
        if message:
            faint = self._faded(canvas, "error" if self.error else "on_surface_variant")
            shown = ellipsize(message, "body_small", canvas.width - 2 * _SIDE)
            canvas.text(_SIDE, box.bottom + dp(3), shown, "body_small", faint)

    def _paint_icons(self, canvas: Canvas, box: Rect) -> None:
        faint = self._faded(canvas, "on_surface_variant")
        cross = self.clear_rect(canvas.width)
        if cross is not None:
            spot = Rect.sized(cross.left + dp(14), box.top + dp(18), dp(20), dp(20))
            canvas.picture("close", spot, faint)
        if self.menu or self.date:
            spot = Rect.sized(box.right - dp(36), box.top + dp(16), dp(24), dp(24))
            canvas.picture("expand" if self.menu else "calendar", spot, faint)

    def _paint_label(self, canvas: Canvas, ink: Colour) -> None:
        """The label, where it breaks the border's stroke."""
        title = ellipsize(self._title, "body_small", canvas.width - 2 * _SIDE)
        width = measure(title, "body_small")
        gap = Rect(dp(12), 0, dp(12) + width + dp(8), line_height("body_small"))
        canvas.fill(gap, canvas.colour("surface"))
        canvas.text(_SIDE, 0, title, "body_small", ink)

    def _paint_value(self, canvas: Canvas) -> None:
        if not self.value and not self.focused:
            return
        if not self.value and self.hint:
            place = self.text_rect(canvas.width)
            faint = mix(canvas.colour("on_surface_variant"), canvas.colour("surface"), 0.8)
            shown = ellipsize(self.hint, _STYLE, place.width)
            canvas.text(place.left + dp(6), place.top, shown, _STYLE, faint)
        self._paint_text(canvas)

    def semantics(self) -> Semantics:
        """An edit text or spinner, with its value and its label."""
        return Semantics(
            role=_SPINNER if self.menu else _EDIT_TEXT,
            text=self._shown(),
            hint=self._title,
            description=self.error,
            clickable=True,
            long_clickable=not self.menu,
            editable=not self.menu,
            focusable=True,
            focused=self.focused,
            selected=self.selected,
            enabled=self.enabled,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchBox(EditBox):
    """A search box."""

    def text_rect(self, width: int) -> Rect:
        """Returns where the value is shown, between icon and cross."""
        return Rect.sized(dp(52), dp(16), width - dp(52) - dp(56), line_height(_STYLE))

    def clear_rect(self, width: int) -> Rect | None:
        """Returns the target of the cross that empties the box; ``None`` if it is blank."""
        if not self.value:
            return None
        return Rect.sized(width - dp(52), dp(4), _CROSS, _CROSS)

    def height(self, width: int) -> int:
        """56 dp."""
        return dp(56)

    def paint(self, canvas: Canvas) -> None:
        """Draws container, icon and text."""
        whole = Rect(0, 0, canvas.width, canvas.height)
        canvas.fill(whole, canvas.colour("surface_container_high"), dp(28))
        if self.focused:
            canvas.outline(whole, canvas.colour("primary"), dp(2), dp(28))
        faint = canvas.colour("on_surface_variant")
        canvas.picture("search", Rect.sized(dp(16), dp(16), dp(24), dp(24)), faint)
        if self.value:
            cross = Rect.sized(canvas.width - dp(38), dp(18), dp(20), dp(20))
            canvas.picture("close", cross, faint)
        else:
            place = self.text_rect(canvas.width)
            hint = ellipsize(self.hint, _STYLE, place.width)
            left = place.left + (dp(6) if self.focused else 0)
            canvas.text(left, place.top, hint, _STYLE, faint)
        if self.value or self.focused:
            self._paint_text(canvas)

    def semantics(self) -> Semantics:
        """An edit text, with what it invites to type."""
        return Semantics(
            role=_EDIT_TEXT,
            text=self.value,
            hint=self.hint,
            clickable=True,
            long_clickable=True,
            editable=True,
            focusable=True,
            focused=self.focused,
            selected=self.selected,
        )
