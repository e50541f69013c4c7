"""Boxes for text: what a form asks for, and what is searched."""

from __future__ import annotations

from dataclasses import dataclass

from mpb_gym.geometry import Rect, dp
from mpb_gym.spec.theme import Colour, Theme
from mpb_gym.ui.canvas import Canvas, mix
from mpb_gym.ui.clusters import clusters
from mpb_gym.ui.typography import ellipsize, line_height, measure, tail, wrap
from mpb_gym.ui.widget import Semantics, Widget

_EDIT_TEXT = "android.widget.EditText"
_SPINNER = "android.widget.Spinner"
_LABEL_ROOM = dp(8)
"""Room above the box for the label that breaks its stroke."""

_BELOW = dp(20)
"""Room below the box for an error or a hint; always there, so that nothing jumps."""

_SIDE = dp(16)
_CROSS = dp(48)
_LINES = 4
_DOT = "•"


def _one_line(text: str) -> str:
    """A single-line box shows line feeds and tabs as the spaces that they look like."""
    return text.replace("\r", " ").replace("\n", " ").replace("\t", " ")


def selection(theme: Theme) -> Colour:
    """Returns what lies behind selected text: it stands out on boxes of every surface."""
    return mix(theme.primary, theme.surface, 0.3)


def _draw_value(
    canvas: Canvas, text: str, left: int, top: int, *, focused: bool, selected: bool
) -> None:
    """Draws a line of a value, marked if it is selected, with the cursor at its end."""
    width = measure(text, "body_large")
    line = line_height("body_large")
    if selected and text:
        mark = Rect(left - dp(1), top + dp(1), left + width + dp(1), top + line - dp(1))
        canvas.fill(mark, selection(canvas.theme), dp(2))
    canvas.text(left, top, text, "body_large", canvas.colour("on_surface"))
    if focused and not selected:
        cursor = Rect.sized(left + width + dp(1), top + dp(2), dp(2), line - dp(4))
        canvas.fill(cursor, canvas.colour("primary"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TextBox(Widget):
    """An outlined text box.

    Attributes:
        label: Inside while the box is blank and unfocused, else on its border.
        hint: What to type, shown in a focused blank box.
        selected: Whether all text is selected.
        error: What is wrong, below the box.
        supporting: What else to know, below the box.
        multiline: Four lines in place of one.
        menu: Whether a tap shows options to choose from, in place of the keyboard.
        masked: Whether a dot stands for each character, seen or spoken.
    """

    label: str
    value: str = ""
    hint: str = ""
    required: bool = False
    focused: bool = False
    selected: bool = False
    error: str = ""
    supporting: str = ""
    multiline: bool = False
    menu: bool = False
    masked: bool = False

    @property
    def _shown(self) -> str:
        """The value as anyone but the form gets to know it."""
        return _DOT * len(clusters(self.value)) if self.masked else self.value

    @property
    def _title(self) -> str:
        return f"{self.label} *" if self.required else self.label

    def _box_height(self) -> int:
        return dp(32) + _LINES * line_height("body_large") if self.multiline else dp(56)

    def box_rect(self, width: int) -> Rect:
        """Returns the outlined part, relative to the widget."""
        return Rect.sized(0, _LABEL_ROOM, width, self._box_height())

    def clear_rect(self, width: int) -> Rect | None:
        """Returns the target of the cross that empties the box; ``None`` if there is none."""
        if not (self.focused and self.value):
            return None
        box = self.box_rect(width)
        return Rect.sized(box.right - _CROSS, box.top + dp(4), _CROSS, _CROSS)

    def height(self, width: int) -> int:
        """The box with room for label and message."""
        return _LABEL_ROOM + self._box_height() + _BELOW

    def paint(self, canvas: Canvas) -> None:
        """Draws border, label, value and message."""
        box = self.box_rect(canvas.width)
        edge = "error" if self.error else "primary" if self.focused else "outline"
        ink = canvas.colour(edge)
        thick = dp(2) if self.focused or self.error else dp(1)
        canvas.outline(box, ink, thick, dp(4))
        floats = self.focused or bool(self.value)
        if floats:
            self._paint_label(
                canvas, ink if edge != "outline" else canvas.colour("on_surface_variant")
            )
        else:
            title = ellipsize(self._title, "body_large", canvas.width - 2 * _SIDE)
            faint = canvas.colour("error" if self.error else "on_surface_variant")
            canvas.text(_SIDE, box.top + dp(16), title, "body_large", faint)
        self._paint_value(canvas, box)
        if self.clear_rect(canvas.width) is not None:
            cross = Rect.sized(box.right - dp(34), box.top + dp(18), dp(20), dp(20))
            canvas.picture("close", cross, canvas.colour("on_surface_variant"))
        if self.menu:
            arrow = Rect.sized(box.right - dp(36), box.top + dp(16), dp(24), dp(24))
            canvas.picture("expand", arrow, canvas.colour("on_surface_variant"))
        message = self.error or self.supporting
        if message:
            faint = canvas.colour("error" if self.error else "on_surface_variant")
            shown = ellipsize(message, "body_small", canvas.width - 2 * _SIDE)
            canvas.text(_SIDE, box.bottom + dp(3), shown, "body_small", faint)

    def _paint_label(self, canvas: Canvas, ink: tuple[int, int, int]) -> None:
        """The label, where it breaks the border's stroke."""
        title = ellipsize(self._title, "body_small", canvas.width - 2 * _SIDE)
        width = measure(title, "body_small")
        gap = Rect(dp(12), 0, dp(12) + width + dp(8), line_height("body_small"))
        canvas.fill(gap, canvas.colour("surface"))
        canvas.text(_SIDE, 0, title, "body_small", ink)

    def _paint_value(self, canvas: Canvas, box: Rect) -> None:
        crowded = self.menu or self.clear_rect(canvas.width) is not None
        width = canvas.width - 2 * _SIDE - (_CROSS - _SIDE if crowded else 0)
        top = box.top + dp(16)
        marks = {"focused": self.focused, "selected": self.selected}
        if not self.value:
            if self.focused and self.hint:
                faint = mix(canvas.colour("on_surface_variant"), canvas.colour("surface"), 0.8)
                shown = ellipsize(self.hint, "body_large", width)
                canvas.text(_SIDE + dp(6), top, shown, "body_large", faint)
            if self.focused:
                _draw_value(canvas, "", _SIDE, top, **marks)
            return
        if not self.multiline:
            fit = tail if self.focused else ellipsize
            text = fit(_one_line(self._shown), "body_large", width)
            _draw_value(canvas, text, _SIDE, top, **marks)
            return
        lines = wrap(self.value.replace("\t", "    "), "body_large", width)[-_LINES:]
        for index, line in enumerate(lines):
            last = index == len(lines) - 1
            _draw_value(
                canvas, line, _SIDE, top, focused=self.focused and last, selected=self.selected
            )
            top += line_height("body_large")

    def semantics(self) -> Semantics:
        """An edit text or spinner, with its value and its label."""
        return Semantics(
            role=_SPINNER if self.menu else _EDIT_TEXT,
            text=self._shown,
            hint=self._title,
            description=self.error,
            clickable=True,
            long_clickable=not self.menu,
            editable=not self.menu,
            focusable=True,
            focused=self.focused,
            selected=self.selected,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchBox(Widget):
    """A search box."""

    value: str = ""
    hint: str = ""
    focused: bool = False
    selected: bool = False

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
        left, top, width = dp(52), dp(16), canvas.width - dp(52) - dp(56)
        if self.value:
            fit = tail if self.focused else ellipsize
            text = fit(_one_line(self.value), "body_large", width)
            _draw_value(canvas, text, left, top, focused=self.focused, selected=self.selected)
            canvas.picture(
                "close", Rect.sized(canvas.width - dp(38), dp(18), dp(20), dp(20)), faint
            )
            return
        hint = ellipsize(self.hint, "body_large", width)
        canvas.text(left + (dp(6) if self.focused else 0), top, hint, "body_large", faint)
        if self.focused:
            _draw_value(canvas, "", left, top, focused=True, selected=False)

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
