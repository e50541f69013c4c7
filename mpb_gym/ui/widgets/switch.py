"""A row with a switch."""

from __future__ import annotations

from dataclasses import dataclass

from mpb_gym.geometry import Rect, dp
from mpb_gym.ui.canvas import Canvas, mix
from mpb_gym.ui.typography import line_height, wrap
from mpb_gym.ui.widget import Semantics, Widget
from mpb_gym.ui.widgets.text import draw_lines

SWITCH = "android.widget.Switch"

_TRACK = (dp(52), dp(32))
_GAP = dp(16)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchRow(Widget):
    """A label with a switch at its right, in the two states that it may have.

    Attributes:
        state: What its state stands for, as ``Yes``.
        supporting: A sentence below the label.
    """

    label: str
    state: str = ""
    supporting: str = ""
    on: bool = False
    enabled: bool = True

    def _broken(self, width: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        free = width - _TRACK[0] - _GAP
        below = wrap(self.supporting, "body_medium", free, 2) if self.supporting else ()
        return wrap(self.label, "body_large", free, 2), below

    def _lines_height(self, width: int) -> int:
        label, below = self._broken(width)
        return len(label) * line_height("body_large") + len(below) * line_height("body_medium")

    def height(self, width: int) -> int:
        """56 dp, more where its texts wrap."""
        return max(dp(56), self._lines_height(width) + 2 * dp(8))

    def paint(self, canvas: Canvas) -> None:
        """Draws texts and switch."""
        label, below = self._broken(canvas.width)
        top = (canvas.height - self._lines_height(canvas.width)) // 2
        ink, faint = ("on_surface", "on_surface_variant") if self.enabled else ("outline",) * 2
        top = draw_lines(canvas, label, 0, top, canvas.width, "body_large", ink)
        draw_lines(canvas, below, 0, top, canvas.width, "body_medium", faint)
        self._paint_switch(canvas)

    def _paint_switch(self, canvas: Canvas) -> None:
        width, height = _TRACK
        track = Rect.sized(canvas.width - width, (canvas.height - height) // 2, width, height)
        surface, on_surface = canvas.colour("surface"), canvas.colour("on_surface")
        edge = canvas.colour("outline") if self.enabled else mix(on_surface, surface, 0.12)
        ground = canvas.colour("surface_container_highest")
        thumb = edge if self.enabled else mix(on_surface, surface, 0.38)
        if self.on:
            ground = canvas.colour("primary") if self.enabled else mix(on_surface, surface, 0.12)
            thumb = canvas.colour("on_primary") if self.enabled else surface
        canvas.fill(track, ground, height // 2)
        if not self.on:
            canvas.outline(track, edge, dp(2), height // 2)
        x = track.right - height // 2 if self.on else track.left + height // 2
        radius = dp(12) if self.on else dp(8)
        canvas.disc(x, track.center.y, radius, thumb)
        if self.on:
            side = dp(16)
            spot = Rect.sized(x - side // 2, track.center.y - side // 2, side, side)
            canvas.picture("check", spot, ground)

    def semantics(self) -> Semantics:
        """Something to switch, with what its state stands for."""
        return Semantics(
            role=SWITCH,
            text=self.label,
            description=self.state,
            clickable=True,
            checkable=True,
            checked=self.on,
            focusable=True,
            enabled=self.enabled,
        )
