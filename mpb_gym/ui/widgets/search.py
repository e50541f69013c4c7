"""The search box."""

from __future__ import annotations

from dataclasses import dataclass

from mpb_gym.geometry import Rect, dp
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.typography import ellipsize, line_height
from mpb_gym.ui.widget import Semantics
from mpb_gym.ui.widgets.edit import EDIT_TEXT, STYLE, EditBox

_CROSS = dp(48)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchBox(EditBox):
    """A search box."""

    def text_rect(self, width: int) -> Rect:
        """Returns where the value is shown, between icon and cross."""
        return Rect.sized(dp(52), dp(16), width - dp(52) - dp(56), line_height(STYLE))

    def clear_rect(self, width: int) -> Rect | None:
        """Returns the target of the cross that empties the box; ``None`` if it is blank."""
        if not self.value:
            return None
        return Rect.sized(width - dp(52), dp(4), _CROSS, _CROSS)

    def height(self, width: int) -> int:
        """56 dp."""
        return dp(56)

    def paint(self, canvas: Canvas) -> None:
        """Draws container, icon and text."""
        whole = Rect(0, 0, canvas.width, canvas.height)
        canvas.fill(whole, canvas.colour("surface_container_high"), dp(28))
        if self.focused:
            canvas.outline(whole, canvas.colour("primary"), dp(2), dp(28))
        faint = canvas.colour("on_surface_variant")
        canvas.picture("search", Rect.sized(dp(16), dp(16), dp(24), dp(24)), faint)
        if self.value:
            cross = Rect.sized(canvas.width - dp(38), dp(18), dp(20), dp(20))
            canvas.picture("close", cross, faint)
        else:
            place = self.text_rect(canvas.width)
            hint = ellipsize(self.hint, STYLE, place.width)
            left = place.left + (dp(6) if self.focused else 0)
            canvas.text(left, place.top, hint, STYLE, faint)
        if self.value or self.focused:
            self._paint_text(canvas)

    def semantics(self) -> Semantics:
        """An edit text, with what it invites to type."""
        return Semantics(
            role=EDIT_TEXT,
            text=self.value,
            hint=self.hint,
            clickable=True,
            long_clickable=True,
            editable=True,
            focusable=True,
            focused=self.focused,
            selected=self.selected,
        )
