"""Bars at the edges of the screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mpb_gym.geometry import Rect, dp
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.typography import ellipsize, line_height
from mpb_gym.ui.widget import Semantics, Widget
from mpb_gym.ui.widgets.text import TEXT_VIEW


@dataclass(frozen=True, slots=True, kw_only=True)
class TopBar(Widget):
    """A screen's title.

    Attributes:
        back: Whether there is an arrow to make room for.
    """

    title: str
    back: bool = False

    def height(self, width: int) -> int:
        """64 dp."""
        return dp(64)

    def paint(self, canvas: Canvas) -> None:
        """Draws the title."""
        left = dp(56) if self.back else dp(16)
        title = ellipsize(self.title, "title_large", canvas.width - left - dp(64))
        top = (canvas.height - line_height("title_large")) // 2
        canvas.text(left, top, title, "title_large", canvas.colour("on_surface"))

    def semantics(self) -> Semantics:
        """Says the title."""
        return Semantics(role=TEXT_VIEW, text=self.title)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusBar(Widget):
    """The clock and what a phone shows beside it."""

    time: str
    role: str = "on_surface"

    def height(self, width: int) -> int:
        """28 dp."""
        return dp(28)

    def paint(self, canvas: Canvas) -> None:
        """Draws clock, network and battery."""
        colour = canvas.colour(self.role)
        top = (canvas.height - line_height("label_large")) // 2
        canvas.text(dp(20), top, self.time, "label_large", colour)
        side = dp(16)
        y = (canvas.height - side) // 2
        for index, icon in enumerate(("wifi", "signal", "battery")):
            left = canvas.width - dp(20) - (3 - index) * dp(20)
            canvas.picture(icon, Rect.sized(left, y, side, side), colour)

    def semantics(self) -> Semantics:
        """Says the time."""
        return Semantics(role=TEXT_VIEW, text=self.time)


@dataclass(frozen=True, slots=True, kw_only=True)
class GestureBar(Widget):
    """The handle at the bottom of the screen."""

    decorative: ClassVar[bool] = True
    role: str = "on_surface"

    def height(self, width: int) -> int:
        """24 dp."""
        return dp(24)

    def paint(self, canvas: Canvas) -> None:
        """Draws the handle."""
        left = (canvas.width - dp(120)) // 2
        handle = Rect.sized(left, dp(10), dp(120), dp(4))
        canvas.fill(handle, canvas.colour(self.role), dp(2))

    def semantics(self) -> Semantics:
        """Nothing to say."""
        return Semantics()
