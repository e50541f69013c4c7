"""What all boxes for text have in common: value, cursor and selection."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from mpb_gym.geometry import Rect, dp
from mpb_gym.spec.theme import Colour, Theme
from mpb_gym.ui.canvas import Canvas, mix
from mpb_gym.ui.editing import (
    Caret,
    Line,
    at_end,
    line_at,
    nearest,
    window,
    word_at,
)
from mpb_gym.ui.typography import ELLIPSIS, ellipsize, line_height, measure
from mpb_gym.ui.widget import Widget

EDIT_TEXT = "android.widget.EditText"
STYLE = "body_large"
"""The type style of what is typed."""


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
            return 0, (Line(0, ellipsize(shown, STYLE, width)),)
        at = self._in_shown(self._caret.end)
        first, last = window(shown, at, self._caret.first, STYLE, width)
        return first, (Line(first, shown[first:last]),)

    def caret_at(self, x: int, y: int, width: int) -> Caret:
        """Returns the cursor nearest to a point.

        Args:
            x: From the widget's left, in logical pixels.
            y: From its top.
            width: Of the widget.
        """
        if not self.value:
            return at_end("")
        place = self.text_rect(width)
        first, lines = self._lines(place.width)
        row = (y - place.top) // line_height(STYLE)
        start, text = lines[max(0, min(row, len(lines) - 1))]
        offset = start + nearest(text, x - place.left, STYLE)
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

    def _ink(self, canvas: Canvas) -> Colour:
        """The colour of the value."""
        return canvas.colour("on_surface")

    def _paint_text(self, canvas: Canvas) -> None:
        """Draws the value, with what is selected or the cursor."""
        place = self.text_rect(canvas.width)
        height = line_height(STYLE)
        _, lines = self._lines(place.width)
        start, end = self._in_shown(self._caret.start), self._in_shown(self._caret.end)
        cursor = line_at(lines, end) if self.focused and start == end else None
        top = place.top
        for index, line in enumerate(lines):
            if self.selected:
                _paint_selection(canvas, line, place.left, top, start, end)
            canvas.text(place.left, top, line.text, STYLE, self._ink(canvas))
            if index == cursor:
                before = line.text[: max(0, end - line.start)]
                left = place.left + measure(before, STYLE)
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
        left + measure(line.text[:begin], STYLE) - dp(1),
        top + dp(1),
        left + measure(line.text[:stop], STYLE) + dp(1),
        top + line_height(STYLE) - dp(1),
    )
    canvas.fill(mark, selection(canvas.theme), dp(2))
