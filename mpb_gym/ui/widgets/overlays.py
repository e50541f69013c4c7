"""What lies over a screen: dialogs and snackbars."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mpb_gym.geometry import Rect, dp
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.typography import line_height, wrap
from mpb_gym.ui.widget import Semantics, Widget
from mpb_gym.ui.widgets.text import TEXT_VIEW, draw_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialog(Widget):
    """A dialog without its buttons, which are placed over it."""

    corner_radius: ClassVar[int] = dp(28)
    title: str
    text: str

    def _broken(self, width: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        free = width - 2 * dp(24)
        title = wrap(self.title, "headline_small", free, 3)
        return title, wrap(self.text, "body_medium", free, 6) if self.text else ()

    def actions_top(self, width: int) -> int:
        """Returns where its buttons begin."""
        title, text = self._broken(width)
        lines = len(title) * line_height("headline_small") + len(text) * dp(20)
        return dp(24) + lines + dp(16) + dp(12)

    def height(self, width: int) -> int:
        """Texts and a row of buttons."""
        return self.actions_top(width) + dp(48) + dp(16)

    def paint(self, canvas: Canvas) -> None:
        """Draws the panel."""
        whole = Rect(0, 0, canvas.width, canvas.height)
        canvas.fill(whole, canvas.colour("surface_container_high"))
        title, text = self._broken(canvas.width)
        left, width = dp(24), canvas.width
        top = draw_lines(canvas, title, left, dp(24), width, "headline_small", "on_surface")
        top += dp(16)
        draw_lines(canvas, text, left, top, width, "body_medium", "on_surface_variant")

    def semantics(self) -> Semantics:
        """Says title and text."""
        text = "\n".join(filter(None, (self.title, self.text)))
        return Semantics(role=TEXT_VIEW, text=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSurface(Widget):
    """What a bottom sheet lies on: a handle and a title; its nodes are placed over it."""

    corner_radius: ClassVar[int] = dp(28)
    title: str

    def _title(self, width: int) -> tuple[str, ...]:
        return wrap(self.title, "title_large", width - 2 * dp(24), 2)

    def header_height(self, width: int) -> int:
        """Returns the height of handle and title."""
        return dp(36) + len(self._title(width)) * line_height("title_large") + dp(4)

    def height(self, width: int) -> int:
        """Handle and title; whoever places it adds room for its nodes."""
        return self.header_height(width)

    def paint(self, canvas: Canvas) -> None:
        """Draws surface, handle and title."""
        whole = Rect(0, 0, canvas.width, canvas.height)
        canvas.fill(whole, canvas.colour("surface_container_low"))
        handle = Rect.sized((canvas.width - dp(32)) // 2, dp(16), dp(32), dp(4))
        canvas.fill(handle, canvas.colour("on_surface_variant"), dp(2))
        lines = self._title(canvas.width)
        draw_lines(canvas, lines, dp(20), dp(36), canvas.width, "title_large", "on_surface")

    def semantics(self) -> Semantics:
        """Says the title."""
        return Semantics(role=TEXT_VIEW, text=self.title, description="Bottom sheet")


@dataclass(frozen=True, slots=True, kw_only=True)
class Snackbar(Widget):
    """A short message at the bottom."""

    corner_radius: ClassVar[int] = dp(4)
    text: str

    def _broken(self, width: int) -> tuple[str, ...]:
        return wrap(self.text, "body_medium", width - 2 * dp(16), 3)

    def height(self, width: int) -> int:
        """48 dp, more for more lines."""
        return len(self._broken(width)) * line_height("body_medium") + 2 * dp(14)

    def paint(self, canvas: Canvas) -> None:
        """Draws the message."""
        whole = Rect(0, 0, canvas.width, canvas.height)
        canvas.fill(whole, canvas.colour("inverse_surface"))
        lines = self._broken(canvas.width)
        width = canvas.width
        draw_lines(canvas, lines, dp(16), dp(14), width, "body_medium", "inverse_on_surface")

    def semantics(self) -> Semantics:
        """Says the message."""
        return Semantics(role=TEXT_VIEW, text=self.text)
