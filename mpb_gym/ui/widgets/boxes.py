"""The text boxes of forms."""

from __future__ import annotations

from dataclasses import dataclass

from mpb_gym.geometry import Rect, dp
from mpb_gym.spec.theme import Colour
from mpb_gym.ui.canvas import Canvas, mix
from mpb_gym.ui.clusters import clusters
from mpb_gym.ui.editing import Caret, Line, lines_of, top_line
from mpb_gym.ui.typography import ellipsize, line_height, measure
from mpb_gym.ui.widget import Semantics
from mpb_gym.ui.widgets.edit import EDIT_TEXT, STYLE, EditBox

_SPINNER = "android.widget.Spinner"
_LABEL_ROOM = dp(8)
"""Room above the box for the label that breaks its stroke."""

_BELOW = dp(20)
"""Room below the box for an error or a hint; always there, so that nothing jumps."""

_SIDE = dp(16)
_CROSS = dp(48)
_LINES = 4
_DOT = "•"


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
        return dp(32) + _LINES * line_height(STYLE) if self.multiline else dp(56)

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
        lines = lines_of(self.value.replace("\t", " "), STYLE, width)
        first = top_line(lines, self._caret.end, self._caret.first, _LINES)
        return first, lines[first : first + _LINES]

    def _ink(self, canvas: Canvas) -> Colour:
        return self._faded(canvas, "on_surface")

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
            title = ellipsize(self._title, STYLE, room)
            faint = self._faded(canvas, "error" if self.error else "on_surface_variant")
            canvas.text(_SIDE, box.top + dp(16), title, STYLE, faint)
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
            shown = ellipsize(self.hint, STYLE, place.width)
            canvas.text(place.left + dp(6), place.top, shown, STYLE, faint)
        self._paint_text(canvas)

    def semantics(self) -> Semantics:
        """An edit text or spinner, with its value and its label."""
        return Semantics(
            role=_SPINNER if self.menu else EDIT_TEXT,
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
