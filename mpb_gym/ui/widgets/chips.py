"""Chips, and the label of a form's chips."""

from __future__ import annotations

from dataclasses import dataclass

from mpb_gym.geometry import Rect, dp
from mpb_gym.ui.canvas import Canvas, mix
from mpb_gym.ui.typography import ellipsize, line_height, measure
from mpb_gym.ui.widget import Semantics, Widget
from mpb_gym.ui.widgets.buttons import TARGET

CHIP_GROUP = "com.google.android.material.chip.ChipGroup"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip(Widget):
    """A filter or choice chip, 32 dp high in a target of 48; chosen ones show a check."""

    label: str
    selected: bool = False
    enabled: bool = True
    icon: str = ""

    def natural_width(self) -> int:
        """Room for the label, a check and 16 dp at both sides, chosen or not."""
        return max(TARGET, measure(self.label, "label_large") + 2 * dp(16) + dp(8))

    def height(self, width: int) -> int:
        """48 dp."""
        return TARGET

    def paint(self, canvas: Canvas) -> None:
        """Draws the chip."""
        body = Rect(0, dp(8), canvas.width, canvas.height - dp(8))
        ink = canvas.colour("on_secondary_container" if self.selected else "on_surface_variant")
        ground = canvas.colour("secondary_container" if self.selected else "outline")
        if not self.enabled:
            on_surface, surface = canvas.colour("on_surface"), canvas.colour("surface")
            ink, ground = mix(on_surface, surface, 0.38), mix(on_surface, surface, 0.12)
        if self.selected:
            canvas.fill(body, ground, dp(8))
        else:
            canvas.outline(body, ground, dp(1), dp(8))
        mark = "check" if self.selected else self.icon
        room = dp(22) if mark else 0
        text = ellipsize(self.label, "label_large", canvas.width - dp(16) - room)
        left = (canvas.width - measure(text, "label_large") - room) // 2
        if mark:
            spot = Rect.sized(left - dp(1), (canvas.height - dp(18)) // 2, dp(18), dp(18))
            canvas.picture(mark, spot, ink)
        top = (canvas.height - line_height("label_large")) // 2
        canvas.text(left + room, top, text, "label_large", ink)

    def semantics(self) -> Semantics:
        """Something to check."""
        return Semantics(
            role="android.widget.CheckBox",
            text=self.label,
            clickable=True,
            checkable=True,
            checked=self.selected,
            selected=self.selected,
            focusable=True,
            enabled=self.enabled,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsLabel(Widget):
    """What stands above chips of which some can be chosen.

    Attributes:
        value: What is chosen, for accessibility; the chips show it.
        supporting: A sentence below the label.
        error: What is wrong, in place of that sentence.
    """

    label: str
    value: str = ""
    supporting: str = ""
    required: bool = False
    error: str = ""

    @property
    def _title(self) -> str:
        return f"{self.label} *" if self.required else self.label

    def height(self, width: int) -> int:
        """One line, or two."""
        below = line_height("body_small") if self.error or self.supporting else 0
        return dp(8) + line_height("body_large") + below

    def paint(self, canvas: Canvas) -> None:
        """Draws label and sentence."""
        ink = canvas.colour("error" if self.error else "on_surface")
        title = ellipsize(self._title, "body_large", canvas.width)
        canvas.text(0, dp(8), title, "body_large", ink)
        faint = canvas.colour("error" if self.error else "on_surface_variant")
        below = ellipsize(self.error or self.supporting, "body_small", canvas.width)
        canvas.text(0, dp(8) + line_height("body_large"), below, "body_small", faint)

    def semantics(self) -> Semantics:
        """A group, described by what is chosen in it."""
        text = "\n".join(filter(None, (self._title, self.error or self.supporting)))
        return Semantics(role=CHIP_GROUP, text=text, description=self.value)
