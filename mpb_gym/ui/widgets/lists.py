"""Rows: facts, things to check, and what stands where a list is empty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mpb_gym.geometry import Rect, dp
from mpb_gym.spec.theme import Colour
from mpb_gym.ui.canvas import Canvas, mix
from mpb_gym.ui.typography import ellipsize, line_height, measure, wrap
from mpb_gym.ui.widget import Semantics, Widget
from mpb_gym.ui.widgets.text import TEXT_VIEW, draw_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts(Widget):
    """Labels with their values."""

    rows: tuple[tuple[str, str], ...]

    def _broken(self, width: int) -> list[tuple[tuple[str, ...], tuple[str, ...], int]]:
        """The lines of each row's label and value, and its height."""
        column = self._column(width)
        found = []
        for label, value in self.rows:
            left = wrap(label, "body_medium", column - dp(8), 2)
            right = wrap(value, "body_large", width - column - dp(8), 4)
            lefts, rights = len(left) * dp(20) + dp(2), len(right) * line_height("body_large")
            found.append((left, right, max(lefts, rights) + dp(8)))
        return found

    @staticmethod
    def _column(width: int) -> int:
        return round(width * 0.3)

    def height(self, width: int) -> int:
        """A row each, higher where its label or value wraps."""
        return sum(height for _, _, height in self._broken(width))

    def paint(self, canvas: Canvas) -> None:
        """Draws the rows."""
        top, column = dp(4), self._column(canvas.width)
        width, faint = canvas.width, "on_surface_variant"
        for label, value, height in self._broken(width):
            draw_lines(canvas, label, 0, top + dp(2), width, "body_medium", faint)
            draw_lines(canvas, value, column, top, width, "body_large", "on_surface")
            top += height

    def semantics(self) -> Semantics:
        """Says the rows, one a line."""
        text = "\n".join(f"{label}: {value}" for label, value in self.rows)
        return Semantics(role=TEXT_VIEW, text=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRow(Widget):
    """A row with a box or button to check.

    Attributes:
        trailing: Text at its right end.
        kind: ``checkbox`` where several may be checked, ``radio`` where one may.
    """

    label: str
    supporting: str = ""
    trailing: str = ""
    checked: bool = False
    kind: Literal["checkbox", "radio"] = "checkbox"
    enabled: bool = True

    def height(self, width: int) -> int:
        """56 dp, 64 with a second line."""
        return dp(64) if self.supporting else dp(56)

    def paint(self, canvas: Canvas) -> None:
        """Draws mark, label and trailing text."""
        middle = canvas.height // 2
        mark = Rect.sized(dp(4), middle - dp(10), dp(20), dp(20))
        self._paint_mark(canvas, mark)
        ink = self._ink(canvas, "on_surface")
        left, right = dp(44), canvas.width
        if self.trailing:
            trailing = ellipsize(self.trailing, "body_large", canvas.width // 3)
            right -= measure(trailing, "body_large")
            top = middle - line_height("body_large") // 2
            canvas.text(right, top, trailing, "body_large", ink)
            right -= dp(12)
        label = ellipsize(self.label, "body_large", right - left)
        lines = line_height("body_large") + (dp(20) if self.supporting else 0)
        top = middle - lines // 2
        canvas.text(left, top, label, "body_large", ink)
        if self.supporting:
            below = ellipsize(self.supporting, "body_medium", right - left)
            ink = self._ink(canvas, "on_surface_variant")
            canvas.text(left, top + line_height("body_large"), below, "body_medium", ink)

    def _ink(self, canvas: Canvas, role: str) -> Colour:
        """The colour of a role, or of all that is disabled."""
        if self.enabled:
            return canvas.colour(role)
        return mix(canvas.colour("on_surface"), canvas.colour("surface"), 0.38)

    def _paint_mark(self, canvas: Canvas, mark: Rect) -> None:
        ring = self._ink(canvas, "primary" if self.checked else "on_surface_variant")
        if self.kind == "radio":
            canvas.outline(mark, ring, dp(2), dp(10))
            if self.checked:
                canvas.disc(mark.center.x, mark.center.y, dp(5), ring)
        elif self.checked:
            canvas.fill(mark, ring, dp(3))
            canvas.picture("check", mark.inset(dp(2)), canvas.colour("on_primary"))
        else:
            canvas.outline(mark, ring, dp(2), dp(3))

    def semantics(self) -> Semantics:
        """Something to check, with all its texts."""
        texts = filter(None, (self.label, self.supporting, self.trailing))
        radio = self.kind == "radio"
        return Semantics(
            role="android.widget.RadioButton" if radio else "android.widget.CheckBox",
            text="\n".join(texts),
            clickable=True,
            checkable=True,
            checked=self.checked,
            focusable=True,
            enabled=self.enabled,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StepperRow(Widget):
    """A number with room for a button at both of its sides."""

    label: str
    number: int

    def button_rect(self, width: int, *, more: bool) -> Rect:
        """Returns where the button for one more, or for one less, lies."""
        left = width - dp(48) if more else width - dp(48 + 56 + 48)
        return Rect.sized(left, dp(4), dp(48), dp(48))

    def height(self, width: int) -> int:
        """56 dp."""
        return dp(56)

    def paint(self, canvas: Canvas) -> None:
        """Draws label and number; the buttons draw themselves."""
        label = ellipsize(self.label, "body_large", canvas.width - dp(168))
        top = (canvas.height - line_height("body_large")) // 2
        canvas.text(0, top, label, "body_large", canvas.colour("on_surface"))
        number = ellipsize(str(self.number), "title_large", dp(56))
        middle = canvas.width - dp(48 + 28)
        left = middle - measure(number, "title_large") // 2
        top = (canvas.height - line_height("title_large")) // 2
        canvas.text(left, top, number, "title_large", canvas.colour("on_surface"))

    def semantics(self) -> Semantics:
        """Says label and number."""
        return Semantics(role=TEXT_VIEW, text=f"{self.label}: {self.number}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Widget):
    """Several things side by side, a row for each of their properties.

    Attributes:
        heads: Name of each thing.
        rows: Label of each property with its value for each thing.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]

    def _columns(self, width: int) -> tuple[int, int]:
        """Width of the labels' column and of each other one."""
        labels = round(width * (0.3 if len(self.heads) < 3 else 0.24))
        return labels, (width - labels) // max(1, len(self.heads))

    def _style(self) -> str:
        """Smaller letters where three or more have to share the width."""
        return "body_medium" if len(self.heads) < 3 else "body_small"

    def _head_style(self) -> str:
        return "title_small" if len(self.heads) < 4 else "label_small"

    def _heads(self, width: int) -> list[tuple[str, ...]]:
        column = self._columns(width)[1] - dp(8)
        return [wrap(head, self._head_style(), column, 3) for head in self.heads]

    def height(self, width: int) -> int:
        """Heads and rows."""
        lines = max((len(head) for head in self._heads(width)), default=0)
        return lines * line_height("title_small") + dp(8) + len(self.rows) * dp(40)

    def paint(self, canvas: Canvas) -> None:
        """Draws heads, rows and the lines between them."""
        labels, column = self._columns(canvas.width)
        top = canvas.height - len(self.rows) * dp(40)
        for index, head in enumerate(self._heads(canvas.width)):
            left = labels + index * column
            draw_lines(canvas, head, left, 0, column, self._head_style(), "on_surface")
        for label, values in self.rows:
            edge = Rect.sized(0, top, canvas.width, dp(1))
            canvas.fill(edge, canvas.colour("outline_variant"))
            text = ellipsize(label, self._style(), labels - dp(8))
            ink = canvas.colour("on_surface_variant")
            canvas.text(0, top + dp(10), text, self._style(), ink)
            for index, value in enumerate(values):
                text = ellipsize(value, self._style(), column - dp(8))
                left = labels + index * column
                canvas.text(left, top + dp(10), text, self._style(), canvas.colour("on_surface"))
            top += dp(40)

    def semantics(self) -> Semantics:
        """Says each row in a line."""
        lines = [" | ".join(self.heads)]
        lines += [f"{label}: {' | '.join(values)}" for label, values in self.rows]
        return Semantics(role=TEXT_VIEW, text="\n".join(lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyState(Widget):
    """A picture with a title and a sentence, in the middle."""

    picture: str
    title: str
    text: str

    def _broken(self, width: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        free = width - 2 * dp(24)
        title = wrap(self.title, "headline_small", free)
        return title, wrap(self.text, "body_medium", free) if self.text else ()

    def height(self, width: int) -> int:
        """Picture and texts with room around them."""
        title, text = self._broken(width)
        lines = len(title) * line_height("headline_small") + len(text) * dp(20)
        return dp(24) + dp(112) + dp(16) + lines + dp(24)

    def paint(self, canvas: Canvas) -> None:
        """Draws picture and texts."""
        side = dp(112)
        canvas.picture(self.picture, Rect.sized((canvas.width - side) // 2, dp(24), side, side))
        title, text = self._broken(canvas.width)
        top = dp(24) + side + dp(16)
        width = canvas.width
        top = draw_lines(canvas, title, 0, top, width, "headline_small", "on_surface", "center")
        draw_lines(canvas, text, 0, top, width, "body_medium", "on_surface_variant", "center")

    def semantics(self) -> Semantics:
        """Says title and sentence."""
        text = "\n".join(filter(None, (self.title, self.text)))
        return Semantics(role=TEXT_VIEW, text=text)
