"""Days and times that a goal names."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_DAY = re.compile(
    rf"(?P<month>{'|'.join(_MONTHS)}) (?P<day>\d{{1,2}})(?:\s*[-–]\s*(?P<until>\d{{1,2}}))?"
    r",? (?P<year>\d{4})|(?P<iso>\d{4}-\d\d-\d\d)"
)
_CLOCK = r"(?P<hour>\d{1,2})(?::(?P<minute>\d\d))?\s*(?P<half>AM|PM)|(?P<full>\d{1,2}:\d\d)"
_FROM = re.compile(
    rf"(?:after|from|starting at) (?:{_CLOCK})|(?:{_CLOCK.replace('?P<', '?P<l_')}) or later"
)
_AT = re.compile(_CLOCK)
_DAYTIME = re.compile(r"\d{4}-\d\d-\d\d(?: \d\d:\d\d)?|\d\d:\d\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """When something shall be.

    Attributes:
        day: As ``2026-03-15``; empty if any will do.
        until: The last day, if a span of days is named.
        clock: As ``14:30``; empty if any will do.
        earliest: The earliest time of the day; empty if any will do.
    """

    day: str = ""
    until: str = ""
    clock: str = ""
    earliest: str = ""

    @property
    def named(self) -> bool:
        """Whether anything is said at all."""
        return bool(self.day or self.clock or self.earliest)

    def meets(self, label: str) -> bool:
        """Whether a day or time, as ``2026-03-15 12:30``, is meant by it."""
        day, _, clock = label.partition(" ")
        return (
            (not self.day or day == self.day)
            and (not self.clock or not clock or clock == self.clock)
            and (not self.earliest or not clock or clock >= self.earliest)
        )


def moment(text: str) -> Moment:
    """Returns the first day and time that a text names."""
    day = until = ""
    if found := _DAY.search(text):
        if found["iso"]:
            day = found["iso"]
        else:
            month = f"{found['year']}-{_MONTHS.index(found['month']) + 1:02}"
            day = f"{month}-{int(found['day']):02}"
            until = f"{month}-{int(found['until']):02}" if found["until"] else ""
    if found := _FROM.search(text):
        groups = found.groupdict()
        late = {name.removeprefix("l_"): v for name, v in groups.items() if v is not None}
        return Moment(day=day, until=until, earliest=_clock(late))
    clock = ""
    if found := _AT.search(_DAY.sub(" ", text)):
        clock = _clock({name: v for name, v in found.groupdict().items() if v is not None})
    return Moment(day=day, until=until, clock=clock)


def _clock(parts: dict[str, str]) -> str:
    if "full" in parts:
        hour, minute = parts["full"].split(":")
        return f"{int(hour):02}:{minute}"
    hours = int(parts["hour"]) % 12 + (12 if parts["half"] == "PM" else 0)
    return f"{hours:02}:{parts.get('minute', '00')}"


def is_time(label: str) -> bool:
    """Whether a label is a day, with or without a time."""
    return _DAYTIME.fullmatch(label) is not None
