"""Cards and banners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from mpb_gym.geometry import Rect, dp
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.typography import ellipsize, line_height, measure, wrap
from mpb_gym.ui.widget import Semantics, Widget
from mpb_gym.ui.widgets.text import TEXT_VIEW, draw_lines

_PADDING = dp(14)
_PICTURE = dp(56)
_ICON = dp(16)


class CardLine(NamedTuple):
    """A line of a card, perhaps after a small icon."""

    text: str
    style: str = "body_medium"
    role: str = "on_surface_variant"
    icon: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Widget):
    """A picture with lines beside it.

    Attributes:
        trailing: Text at the right of the first line.
        uniform: Whether each line takes one line, so that all cards of a list are equally high;
            else lines wrap to two.
        room: Free height at the bottom, in logical pixels, for what is placed there.
    """

    lines: tuple[CardLine, ...]
    picture: str = ""
    trailing: str = ""
    variant: Literal["filled", "outlined"] = "filled"
    clickable: bool = True
    uniform: bool = False
    room: int = 0

    def _text_left(self) -> int:
        return _PADDING + (_PICTURE + dp(14) if self.picture else 0)

    def _trailing(self, width: int) -> str:
        """What of the trailing text fits; the lines come first."""
        return ellipsize(self.trailing, "label_large", width // 3)

    def _broken(self, width: int) -> list[tuple[CardLine, tuple[str, ...]]]:
        """Each line with the pieces that it breaks into."""
        free = width - self._text_left() - _PADDING
        found = []
        for index, line in enumerate(self.lines):
            room = free - (dp(22) if line.icon else 0)
            if index == 0 and self.trailing:
                room -= measure(self._trailing(width), "label_large") + dp(12)
            found.append((line, wrap(line.text, line.style, room, 1 if self.uniform else 2)))
        return found

    def height(self, width: int) -> int:
        """Lines or picture, whichever is higher, with padding."""
        text = sum(
            len(parts) * line_height(line.style) + dp(2) for line, parts in self._broken(width)
        )
        return max(text, _PICTURE if self.picture else 0) + 2 * _PADDING + self.room

    def paint(self, canvas: Canvas) -> None:
        """Draws the card."""
        whole = Rect(0, 0, canvas.width, canvas.height)
        if self.variant == "filled":
            canvas.fill(whole, canvas.colour("surface_container"), dp(12))
        else:
            canvas.outline(whole, canvas.colour("outline_variant"), dp(1), dp(12))
        if self.picture:
            self._paint_picture(canvas)
        left, width = self._text_left(), canvas.width - self._text_left() - _PADDING
        broken = self._broken(canvas.width)
        text = sum(len(parts) * line_height(line.style) + dp(2) for line, parts in broken)
        free = canvas.height - self.room - text
        top = max(_PADDING, free // 2) if self.picture else _PADDING
        if self.trailing:
            trailing = self._trailing(canvas.width)
            right = canvas.width - _PADDING - measure(trailing, "label_large")
            ink = canvas.colour("primary")
            canvas.text(right, top + dp(2), trailing, "label_large", ink)
        for line, parts in broken:
            indent = 0
            if line.icon:
                y = top + (line_height(line.style) - _ICON) // 2
                spot = Rect.sized(left, y, _ICON, _ICON)
                canvas.picture(line.icon, spot, canvas.colour(line.role))
                indent = dp(22)
            top = draw_lines(
                canvas, parts, left + indent, top, width, line.style, line.role
            ) + dp(2)  # fmt: skip

    def _paint_picture(self, canvas: Canvas) -> None:
        top = _PADDING
        tile = Rect.sized(_PADDING, top, _PICTURE, _PICTURE)
        canvas.fill(tile, canvas.colour("surface"), dp(12))
        canvas.picture(self.picture, tile.inset(dp(7)))

    def semantics(self) -> Semantics:
        """Says its lines, the first one first, then what stands at its right."""
        lines = (*(line.text for line in self.lines), self.trailing)
        return Semantics(
            role="android.widget.Button" if self.clickable else TEXT_VIEW,
            text="\n".join(filter(None, lines)),
            clickable=self.clickable,
            focusable=self.clickable,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner(Widget):
    """A large card with a picture."""

    title: str
    text: str
    picture: str

    def _broken(self, width: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        free = width - dp(20) * 2 - dp(88)
        title = wrap(self.title, "headline_small", free, 2)
        return title, wrap(self.text, "body_medium", free, 3) if self.text else ()

    def _text_height(self, width: int) -> int:
        title, text = self._broken(width)
        return len(title) * line_height("headline_small") + len(text) * line_height("body_medium")

    def height(self, width: int) -> int:
        """120 dp, or more where the text needs it."""
        return max(dp(112), self._text_height(width) + dp(4) + 2 * dp(16))

    def paint(self, canvas: Canvas) -> None:
        """Draws the banner."""
        whole = Rect(0, 0, canvas.width, canvas.height)
        canvas.fill(whole, canvas.colour("primary_container"), dp(16))
        title, text = self._broken(canvas.width)
        top = (canvas.height - self._text_height(canvas.width) - dp(4)) // 2
        ink = "on_primary_container"
        top = draw_lines(canvas, title, dp(20), top, canvas.width, "headline_small", ink)
        draw_lines(canvas, text, dp(20), top + dp(4), canvas.width, "body_medium", ink)
        side = dp(84)
        left = canvas.width - side - dp(16)
        canvas.picture(self.picture, Rect.sized(left, (canvas.height - side) // 2, side, side))

    def semantics(self) -> Semantics:
        """Says title and text."""
        text = "\n".join(filter(None, (self.title, self.text)))
        return Semantics(role=TEXT_VIEW, text=text)
