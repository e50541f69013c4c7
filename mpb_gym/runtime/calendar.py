"""The date picker: which month or years it shows, and what a tap there comes to."""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from mpb_gym.runtime.effects import ChooseDay, ChooseYear, Confirm, Dismiss, ShowYears, TurnPage
from mpb_gym.ui.page import Leaf, Over, Panel
from mpb_gym.ui.widgets import (
    PICKER_WIDTH,
    YEARS,
    Button,
    CalendarSurface,
    DateCell,
    IconButton,
    MonthButton,
)

FIRST_YEAR, LAST_YEAR = 1900, 2094
"""The years that can be chosen: whole pages of them."""

_MONTHS = range(FIRST_YEAR * 12, (LAST_YEAR + 1) * 12)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Picking:
    """An open date picker.

    Attributes:
        column: Of the box that it is for.
        title: What is asked for.
        month: The month that is shown, in months since the year 0.
        chosen: The day that is chosen, as ``YYYY-MM-DD``; ``""`` for none.
        today: The phone's date, likewise.
        years: Whether years are shown to choose from.
    """

    column: str
    title: str
    month: int
    chosen: str
    today: str
    years: bool = False

    @property
    def year(self) -> int:
        """The year that is shown."""
        return self.month // 12

    def after(self, effect: TurnPage | ShowYears | ChooseYear | ChooseDay) -> Picking:
        """Returns the picker after a tap on it."""
        match effect:
            case TurnPage():
                return self.turned(effect.pages)
            case ShowYears():
                return replace(self, years=not self.years)
            case ChooseYear():
                return self.in_year(effect.year)
            case ChooseDay():
                return replace(self, chosen=effect.day)

    def turned(self, pages: int) -> Picking:
        """Returns the picker some months, or pages of years, later."""
        month = self.month + pages * (12 * YEARS if self.years else 1)
        return replace(self, month=min(max(month, _MONTHS[0]), _MONTHS[-1]))

    def in_year(self, year: int) -> Picking:
        """Returns the picker with the same month of another year."""
        return replace(self, month=year * 12 + self.month % 12, years=False)


def _day(text: str) -> date | None:
    """The day that a text names, if it is one that can be chosen."""
    if not _ISO.fullmatch(text):
        return None
    try:
        found = date.fromisoformat(text)
    except ValueError:
        return None
    return found if FIRST_YEAR <= found.year <= LAST_YEAR else None


def opened(column: str, title: str, value: str, today: str) -> Picking:
    """Returns a picker at the day that its box holds, or else at today."""
    day = _day(value.strip())
    shown = day or date.fromisoformat(today)
    return Picking(
        column=column,
        title=title,
        month=shown.year * 12 + shown.month - 1,
        chosen=day.isoformat() if day else "",
        today=today,
    )


@lru_cache(maxsize=256)
def picker(picking: Picking) -> Panel:
    """Returns the dialog of a date picker."""
    day = _day(picking.chosen)
    surface = CalendarSurface(
        title=picking.title,
        chosen=_short(day) if day else "",
        weekdays=not picking.years,
    )
    cells = _years(picking) if picking.years else _days(picking)
    cancel = Button(label="Cancel", variant="text")
    done = Button(label="OK", variant="text", enabled=bool(day))
    return Panel(
        widget=surface,
        actions_top=surface.actions_top(),
        buttons=(
            Leaf(id="dialog/keep", widget=cancel, action=Dismiss()),
            Leaf(id="dialog/confirm", widget=done, action=Confirm()),
        ),
        dismiss=Dismiss(),
        over=(*_head(picking), *cells),
        width=PICKER_WIDTH,
    )


def _short(day: date) -> str:
    return f"{_DAYS[day.weekday()][:3]}, {_NAMES[day.month - 1][:3]} {day.day}, {day.year}"


def _head(picking: Picking) -> tuple[Over, ...]:
    name = _NAMES[picking.month % 12]
    month = MonthButton(text=f"{name} {picking.year}", years=picking.years)
    unit = "years" if picking.years else "month"
    found = [
        Over(
            id="calendar/month",
            widget=month,
            rect=CalendarSurface.month_rect(),
            action=ShowYears(),
        )
    ]
    for later, icon, word in ((False, "chevron_left", "Previous"), (True, "chevron_right", "Next")):
        pages = 1 if later else -1
        arrow = IconButton(
            icon=icon,
            description=f"{word} {unit}",
            enabled=picking.turned(pages) != picking,
        )
        found.append(
            Over(
                id=f"calendar/{word.lower()}",
                widget=arrow,
                rect=CalendarSurface.arrow_rect(later=later),
                action=TurnPage(pages),
            )
        )
    return tuple(found)


def _days(picking: Picking) -> tuple[Over, ...]:
    year, month = picking.year, picking.month % 12 + 1
    weekday, count = monthrange(year, month)
    before = (weekday + 1) % 7  # weeks begin on Sunday
    found = []
    for number in range(1, count + 1):
        day = date(year, month, number)
        iso = day.isoformat()
        cell = DateCell(
            text=str(number),
            description=f"{_DAYS[day.weekday()]}, {_NAMES[month - 1]} {number}, {year}",
            selected=iso == picking.chosen,
            current=iso == picking.today,
        )
        rect = CalendarSurface.day_rect(before + number - 1)
        found.append(Over(id=f"day/{iso}", widget=cell, rect=rect, action=ChooseDay(iso)))
    return tuple(found)


def _years(picking: Picking) -> tuple[Over, ...]:
    first = picking.year - (picking.year - FIRST_YEAR) % YEARS
    return tuple(
        Over(
            id=f"year/{first + index}",
            widget=DateCell(
                text=str(first + index),
                selected=first + index == picking.year,
                current=picking.today.startswith(f"{first + index}-"),
            ),
            rect=CalendarSurface.year_rect(index),
            action=ChooseYear(first + index),
        )
        for index in range(YEARS)
    )
