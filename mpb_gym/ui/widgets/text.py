"""Plain text and lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from mpb_gym.geometry import Rect, dp
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.typography import line_height, measure, wrap
from mpb_gym.ui.widget import Semantics, Widget

TEXT_VIEW = "android.widget.TextView"


def draw_lines(
    canvas: Canvas,
    lines: tuple[str, ...],
    left: int,
    top: int,
    width: int,
    style: str,
    role: str,
    align: str = "left",
) -> int:
    """Draws lines below one another and returns where the next would begin."""
    for line in lines:
        free = width - measure(line, style)
        indent = free // 2 if align == "center" else 0
        canvas.text(left + indent, top, line, style, canvas.colour(role))
        top += line_height(style)
    return top


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Widget):
    """Running text.

    Attributes:
        style: A type style.
        role: A colour role.
        lines: Most lines, the last with an ellipsis; 0 for any number.
    """

    text: str
    style: str = "body_medium"
    role: str = "on_surface"
    lines: int = 0
    align: Literal["left", "center"] = "left"

    def _wrapped(self, width: int) -> tuple[str, ...]:
        return wrap(self.text, self.style, width, self.lines)

    def height(self, width: int) -> int:
        """As many lines as it takes."""
        return len(self._wrapped(width)) * line_height(self.style)

    def paint(self, canvas: Canvas) -> None:
        """Draws the lines."""
        lines = self._wrapped(canvas.width)
        draw_lines(canvas, lines, 0, 0, canvas.width, self.style, self.role, self.align)

    def semantics(self) -> Semantics:
        """Says the text."""
        return Semantics(role=TEXT_VIEW, text=self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionHeader(Widget):
    """A section's title, with a sentence and an icon if it has them."""

    title: str
    supporting: str = ""
    icon: str = ""

    def _supporting(self, width: int) -> tuple[str, ...]:
        return wrap(self.supporting, "body_medium", width) if self.supporting else ()

    def height(self, width: int) -> int:
        """Title, sentence and room above."""
        return dp(12) + line_height("title_medium") + len(self._supporting(width)) * dp(20) + dp(4)

    def paint(self, canvas: Canvas) -> None:
        """Draws title and sentence."""
        left, top = 0, dp(12)
        if self.icon:
            spot = Rect.sized(0, top + dp(2), dp(20), dp(20))
            canvas.picture(self.icon, spot, canvas.colour("primary"))
            left = dp(28)
        width = canvas.width - left
        title = wrap(self.title, "title_medium", width, 1)
        top = draw_lines(canvas, title, left, top, width, "title_medium", "on_surface")
        lines = self._supporting(canvas.width)
        draw_lines(canvas, lines, 0, top, canvas.width, "body_medium", "on_surface_variant")

    def semantics(self) -> Semantics:
        """Says title and sentence."""
        text = "\n".join(filter(None, (self.title, self.supporting)))
        return Semantics(role=TEXT_VIEW, text=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Divider(Widget):
    """A thin line."""

    decorative: ClassVar[bool] = True

    def height(self, width: int) -> int:
        """One dp."""
        return dp(1)

    def paint(self, canvas: Canvas) -> None:
        """Fills itself."""
        whole = Rect(0, 0, canvas.width, canvas.height)
        canvas.fill(whole, canvas.colour("outline_variant"))

    def semantics(self) -> Semantics:
        """Nothing to say."""
        return Semantics()


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot(Widget):
    """A touch target that another widget paints."""

    description: str
    role: str = "android.widget.Button"
    text: str = ""

    def height(self, width: int) -> int:
        """As high as wide; whoever places it decides."""
        return width

    def paint(self, canvas: Canvas) -> None:
        """Leaves it to the other widget."""

    def semantics(self) -> Semantics:
        """Says what a tap does."""
        return Semantics(
            role=self.role, text=self.text, description=self.description, clickable=True
        )
