"""Buttons."""

from __future__ import annotations

from dataclasses import dataclass

from mpb_gym.geometry import Rect, dp
from mpb_gym.spec.theme import Colour
from mpb_gym.ui.canvas import Canvas, mix
from mpb_gym.ui.typography import ellipsize, line_height, measure
from mpb_gym.ui.widget import Semantics, Widget

BUTTON = "android.widget.Button"
TARGET = dp(48)
"""Least height and width of whatever is touched."""

_COLOURS = {
    "filled": ("primary", "on_primary"),
    "tonal": ("secondary_container", "on_secondary_container"),
    "outlined": ("", "primary"),
    "text": ("", "primary"),
    "danger": ("", "error"),
}
"""Container and label roles by variant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Button(Widget):
    """A button, 40 dp high in a target of 48.

    Attributes:
        variant: ``filled``, ``tonal``, ``outlined``, ``text`` or ``danger``.
        description: What it does, where its label does not tell.
    """

    label: str
    variant: str = "filled"
    enabled: bool = True
    icon: str = ""
    description: str = ""

    def natural_width(self) -> int:
        """Room for the label and 24 dp at both sides."""
        side = dp(12) if self.variant in ("text", "danger") else dp(24)
        icon = dp(26) if self.icon else 0
        return max(TARGET, measure(self.label, "label_large") + 2 * side + icon)

    def height(self, width: int) -> int:
        """48 dp."""
        return TARGET

    def paint(self, canvas: Canvas) -> None:
        """Draws container and label."""
        container, label = _COLOURS[self.variant]
        ink = canvas.colour(label)
        pill = Rect(0, dp(4), canvas.width, canvas.height - dp(4))
        surface, on_surface = canvas.colour("surface"), canvas.colour("on_surface")
        if not self.enabled:
            ink = mix(on_surface, surface, 0.38)
        if container:
            fill = canvas.colour(container) if self.enabled else mix(on_surface, surface, 0.12)
            canvas.fill(pill, fill, dp(20))
        elif self.variant == "outlined":
            edge = canvas.colour("outline")
            if not self.enabled:
                edge = mix(on_surface, surface, 0.12)
            canvas.outline(pill, edge, dp(1), dp(20))
        self._paint_label(canvas, ink)

    def _paint_label(self, canvas: Canvas, ink: Colour) -> None:
        icon = dp(26) if self.icon else 0
        text = ellipsize(self.label, "label_large", canvas.width - dp(16) - icon)
        left = (canvas.width - measure(text, "label_large") - icon) // 2
        if self.icon:
            spot = Rect.sized(left, (canvas.height - dp(18)) // 2, dp(18), dp(18))
            canvas.picture(self.icon, spot, ink)
        top = (canvas.height - line_height("label_large")) // 2
        canvas.text(left + icon, top, text, "label_large", ink)

    def semantics(self) -> Semantics:
        """A button, with its label."""
        return Semantics(
            role=BUTTON,
            text=self.label,
            description=self.description,
            clickable=True,
            focusable=True,
            enabled=self.enabled,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class IconButton(Widget):
    """An icon to tap, 24 dp in a target of 48.

    Attributes:
        role: Colour role of the icon.
        outlined: Whether it lies in a ring.
    """

    icon: str
    description: str
    role: str = "on_surface_variant"
    enabled: bool = True
    outlined: bool = False

    def natural_width(self) -> int:
        """48 dp."""
        return TARGET

    def height(self, width: int) -> int:
        """48 dp."""
        return TARGET

    def paint(self, canvas: Canvas) -> None:
        """Draws the icon, and its ring if it has one."""
        if self.outlined:
            edge = canvas.colour("outline")
            if not self.enabled:
                edge = mix(canvas.colour("on_surface"), canvas.colour("surface"), 0.12)
            ring = Rect(0, 0, canvas.width, canvas.height).inset(dp(4))
            canvas.outline(ring, edge, dp(1), dp(20))
        side = dp(24)
        spot = Rect.sized((canvas.width - side) // 2, (canvas.height - side) // 2, side, side)
        ink = canvas.colour(self.role)
        if not self.enabled:
            ink = mix(ink, canvas.colour("surface"), 0.38)
        canvas.picture(self.icon, spot, ink)

    def semantics(self) -> Semantics:
        """An image button, with what it does."""
        return Semantics(
            role="android.widget.ImageButton",
            description=self.description,
            clickable=True,
            focusable=True,
            enabled=self.enabled,
        )
