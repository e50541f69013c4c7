"""The phone's clock, which stands still: every episode happens at the same moment."""

from __future__ import annotations

from typing import NamedTuple


class Clock(NamedTuple):
    """A date and time.

    Attributes:
        now: As time stamps hold it, ``YYYY-MM-DD HH:MM:SS``.
        day: As the launcher shows it.
    """

    now: str = "2026-03-10 09:41:00"
    day: str = "Tuesday, March 10"

    @property
    def time(self) -> str:
        """Hours and minutes, as the status bar shows them."""
        return self.now[11:16]
