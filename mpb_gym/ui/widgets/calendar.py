"""A date picker: the dialog's surface, and what is placed over it for days, years and arrows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mpb_gym.geometry import Rect, dp
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.typography import ellipsize, line_height, measure
from mpb_gym.ui.widget import Semantics, Widget
from mpb_gym.ui.widgets.buttons import BUTTON
from mpb_gym.ui.widgets.text import TEXT_VIEW

PICKER_WIDTH = dp(360)
"""Width of a date picker in logical pixels."""

WEEKDAYS = ("S", "M", "T", "W", "T", "F", "S")
_SIDE, _CELL = dp(12), dp(48)
_GRID_TOP = dp(116 + 56 + 32)
_ROWS, _COLUMNS = 6, 7
_YEAR_COLUMNS, _YEAR_ROWS = 3, 5
YEARS = _YEAR_COLUMNS * _YEAR_ROWS
"""How many years a picker shows at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarSurface(Widget):
    """The date picker without what can be tapped.

    Attributes:
        chosen: The day that is chosen, in words; ``""`` for none.
        weekdays: Whether days are shown, in columns, in place of years.
    """

    corner_radius: ClassVar[int] = dp(28)
    title: str
    chosen: str = ""
    weekdays: bool = True

    @staticmethod
    def month_rect() -> Rect:
        """Returns where the button with month and year lies, relative to the dialog."""
        return Rect.sized(_SIDE + dp(4), dp(120), dp(208), _CELL)

    @staticmethod
    def arrow_rect(*, later: bool) -> Rect:
        """Returns where the arrow to what is earlier, or later, lies."""
        left = PICKER_WIDTH - _SIDE - _CELL * (1 if later else 2)
        return Rect.sized(left, dp(120), _CELL, _CELL)

    @staticmethod
    def day_rect(index: int) -> Rect:
        """Returns where a cell of the grid lies, counted from its first one."""
        row, column = divmod(index, _COLUMNS)
        return Rect.sized(_SIDE + column * _CELL, _GRID_TOP + row * _CELL, _CELL, _CELL)

    @staticmethod
    def year_rect(index: int) -> Rect:
        """Returns where a year lies, counted from the first one shown."""
        row, column = divmod(index, _YEAR_COLUMNS)
        width = (PICKER_WIDTH - 2 * _SIDE) // _YEAR_COLUMNS
        top = dp(116 + 56 + 8) + row * dp(56)
        return Rect.sized(_SIDE + column * width, top, width, dp(48))

    @staticmethod
    def actions_top() -> int:
        """Returns where the buttons begin."""
        return _GRID_TOP + _ROWS * _CELL + dp(4)

    def height(self, width: int) -> int:
        """Heading, month, six weeks and buttons."""
        return self.actions_top() + dp(48) + dp(8)

    def paint(self, canvas: Canvas) -> None:
        """Draws surface, heading and the days of the week."""
        whole = Rect(0, 0, canvas.width, canvas.height)
        canvas.fill(whole, canvas.colour("surface_container_high"))
        faint, ink = canvas.colour("on_surface_variant"), canvas.colour("on_surface")
        free = canvas.width - 2 * dp(24)
        title = ellipsize(self.title, "label_large", free)
        canvas.text(dp(24), dp(20), title, "label_large", faint)
        chosen = ellipsize(self.chosen or "Select date", "headline_medium", free)
        canvas.text(dp(24), dp(60), chosen, "headline_medium", ink)
        canvas.fill(Rect(0, dp(115), canvas.width, dp(116)), canvas.colour("outline_variant"))
        if not self.weekdays:
            return
        for index, letter in enumerate(WEEKDAYS):
            middle = _SIDE + index * _CELL + _CELL // 2
            left = middle - measure(letter, "body_large") // 2
            canvas.text(left, dp(116 + 56 + 4), letter, "body_large", ink)

    def semantics(self) -> Semantics:
        """Says what is asked for, and what is chosen."""
        texts = filter(None, (self.title, self.chosen or "Select date"))
        return Semantics(role=TEXT_VIEW, text="\n".join(texts))


@dataclass(frozen=True, slots=True, kw_only=True)
class DateCell(Widget):
    """A day or a year to choose.

    Attributes:
        description: What it is in full.
        current: Whether it is that of the phone's clock.
    """

    text: str
    description: str = ""
    selected: bool = False
    current: bool = False

    def height(self, width: int) -> int:
        """48 dp."""
        return _CELL

    def paint(self, canvas: Canvas) -> None:
        """Draws the number, with a disc behind the chosen one and a ring around the current."""
        wide = canvas.width > canvas.height
        inset = dp(4)
        body = Rect(inset, inset, canvas.width - inset, canvas.height - inset)
        if wide:
            width = dp(72)
            left = (canvas.width - width) // 2
            body = Rect(left, dp(6), left + width, canvas.height - dp(6))
        ink = canvas.colour("on_surface")
        if self.selected:
            canvas.fill(body, canvas.colour("primary"), body.height // 2)
            ink = canvas.colour("on_primary")
        elif self.current:
            ink = canvas.colour("primary")
            canvas.outline(body, ink, dp(1), body.height // 2)
        left = (canvas.width - measure(self.text, "body_large")) // 2
        top = (canvas.height - line_height("body_large")) // 2
        canvas.text(left, top, self.text, "body_large", ink)

    def semantics(self) -> Semantics:
        """A day or year, in full."""
        return Semantics(
            role=BUTTON,
            text=self.text,
            description=self.description,
            clickable=True,
            focusable=True,
            selected=self.selected,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthButton(Widget):
    """The month and year that are shown; a tap shows years to choose from."""

    text: str
    years: bool = False

    def height(self, width: int) -> int:
        """48 dp."""
        return _CELL

    def paint(self, canvas: Canvas) -> None:
        """Draws the text and an arrow."""
        ink = canvas.colour("on_surface_variant")
        top = (canvas.height - line_height("label_large")) // 2
        canvas.text(dp(8), top, self.text, "label_large", ink)
        left = dp(8) + measure(self.text, "label_large") + dp(4)
        spot = Rect.sized(left, (canvas.height - dp(20)) // 2, dp(20), dp(20))
        canvas.picture("expand", spot, ink)

    def semantics(self) -> Semantics:
        """A button, with the month."""
        said = "Choose a day" if self.years else "Choose a year"
        return Semantics(
            role=BUTTON, text=self.text, description=said, clickable=True, focusable=True
        )
