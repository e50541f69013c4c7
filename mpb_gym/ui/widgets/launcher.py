"""The home screen's widgets; they lie on the wallpaper, so that their ink is always light."""

from __future__ import annotations

from dataclasses import dataclass

from mpb_gym.geometry import Rect, dp
from mpb_gym.spec.theme import Colour
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.typography import line_height, measure, wrap
from mpb_gym.ui.widget import Semantics, Widget
from mpb_gym.ui.widgets.text import TEXT_VIEW

_LIGHT: Colour = (255, 255, 255)
_SIDE = dp(56)


@dataclass(frozen=True, slots=True, kw_only=True)
class AppIcon(Widget):
    """An app's icon with its name.

    Attributes:
        glyph: Name of an icon, drawn in white.
        tint: What it is drawn on.
    """

    label: str
    glyph: str
    tint: Colour

    def height(self, width: int) -> int:
        """Icon and name."""
        return dp(8) + _SIDE + dp(8) + 2 * line_height("label_medium") + dp(4)

    def paint(self, canvas: Canvas) -> None:
        """Draws icon and name."""
        left = (canvas.width - _SIDE) // 2
        tile = Rect.sized(left, dp(8), _SIDE, _SIDE)
        canvas.fill(tile, self.tint, dp(16))
        canvas.picture(self.glyph, tile.inset(dp(13)), _LIGHT)
        top = dp(16) + _SIDE
        for line in wrap(self.label, "label_medium", canvas.width, 2):
            x = (canvas.width - measure(line, "label_medium")) // 2
            canvas.text(x, top, line, "label_medium", _LIGHT)
            top += line_height("label_medium")

    def semantics(self) -> Semantics:
        """A button, called by the app's name."""
        return Semantics(
            role=TEXT_VIEW, text=self.label, clickable=True, long_clickable=False, focusable=True
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LauncherClock(Widget):
    """Time and date."""

    time: str
    date: str

    def height(self, width: int) -> int:
        """Time over date, with room above."""
        return dp(56) + line_height("display") + line_height("title_medium")

    def paint(self, canvas: Canvas) -> None:
        """Draws time and date."""
        left = (canvas.width - measure(self.time, "display")) // 2
        canvas.text(left, dp(56), self.time, "display", _LIGHT)
        left = (canvas.width - measure(self.date, "title_medium")) // 2
        canvas.text(left, dp(56) + line_height("display"), self.date, "title_medium", _LIGHT)

    def semantics(self) -> Semantics:
        """Says both."""
        return Semantics(role=TEXT_VIEW, text=f"{self.time}\n{self.date}")
