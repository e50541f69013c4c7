"""Ways around an app: tabs below the top bar, destinations at the bottom."""

from __future__ import annotations

from dataclasses import dataclass

from mpb_gym.geometry import Rect, dp
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.typography import ellipsize, line_height, measure
from mpb_gym.ui.widget import Semantics, Widget


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab(Widget):
    """One of the tabs that share the width below the top bar."""

    label: str
    selected: bool = False

    def height(self, width: int) -> int:
        """48 dp."""
        return dp(48)

    def paint(self, canvas: Canvas) -> None:
        """Draws label, line and, below the label of the one that is shown, an indicator."""
        edge = canvas.height - dp(1)
        line = Rect(0, edge, canvas.width, canvas.height)
        canvas.fill(line, canvas.colour("outline_variant"))
        text = ellipsize(self.label, "title_small", canvas.width - 2 * dp(8))
        width = measure(text, "title_small")
        left = (canvas.width - width) // 2
        top = (canvas.height - line_height("title_small")) // 2
        ink = canvas.colour("primary" if self.selected else "on_surface_variant")
        canvas.text(left, top, text, "title_small", ink)
        if self.selected:
            mark = Rect.sized(left, canvas.height - dp(3), max(width, dp(24)), dp(3))
            canvas.fill(mark, ink)

    def semantics(self) -> Semantics:
        """A tab, with its label."""
        return Semantics(
            role="android.widget.TabWidget",
            text=self.label,
            clickable=True,
            focusable=True,
            selected=self.selected,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination(Widget):
    """One of the destinations of the bottom navigation."""

    icon: str
    label: str
    selected: bool = False

    def height(self, width: int) -> int:
        """80 dp."""
        return dp(80)

    def paint(self, canvas: Canvas) -> None:
        """Draws icon and label, with a pill behind the icon of the one that is shown."""
        pill = Rect.sized((canvas.width - dp(64)) // 2, dp(12), dp(64), dp(32))
        ink = canvas.colour("on_surface_variant")
        if self.selected:
            canvas.fill(pill, canvas.colour("secondary_container"), dp(16))
            ink = canvas.colour("on_secondary_container")
        side = dp(24)
        spot = Rect.sized(pill.center.x - side // 2, pill.center.y - side // 2, side, side)
        canvas.picture(self.icon, spot, ink)
        text = ellipsize(self.label, "label_medium", canvas.width - 2 * dp(4))
        left = (canvas.width - measure(text, "label_medium")) // 2
        ink = canvas.colour("on_surface" if self.selected else "on_surface_variant")
        canvas.text(left, dp(48), text, "label_medium", ink)

    def semantics(self) -> Semantics:
        """A destination, with its label."""
        return Semantics(
            role="android.widget.FrameLayout",
            text=self.label,
            clickable=True,
            focusable=True,
            selected=self.selected,
        )
