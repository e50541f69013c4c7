"""What a goal names, read from its words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.upstream.goal.clauses import clauses
from mpb_gym.upstream.goal.moments import Moment, moment


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("on March 5, 2026 at 9:00 AM", Moment(day="2026-03-05", clock="09:00")),
        ("on March 5, 2026 at 12:00 PM", Moment(day="2026-03-05", clock="12:00")),
        ("for March 13-15, 2026", Moment(day="2026-03-13", until="2026-03-15")),
        ("for 2026-03-15 12:30", Moment(day="2026-03-15", clock="12:30")),
        ("in the afternoon (after 1 PM)", Moment(earliest="13:00")),
        ("(7 PM or later)", Moment(earliest="19:00")),
        ("(starting at 6 PM or later)", Moment(earliest="18:00")),
        ("as soon as possible", Moment()),
    ],
)
def test_moments(text: str, found: Moment) -> None:
    assert moment(text) == found


@given(st.integers(0, 23), st.integers(0, 59))
def test_a_clock_is_read_as_it_is_said(hour: int, minute: int) -> None:
    half = "AM" if hour < 12 else "PM"
    said = f"at {hour % 12 or 12}:{minute:02} {half}"
    assert moment(said).clock == f"{hour:02}:{minute:02}"


@pytest.mark.parametrize(
    ("label", "meets"),
    [
        ("2026-03-15 13:00", True),
        ("2026-03-15 12:59", False),
        ("2026-03-16 13:00", False),
        ("2026-03-15", True),
    ],
)
def test_what_a_moment_means(label: str, meets: bool) -> None:
    assert Moment(day="2026-03-15", earliest="13:00").meets(label) is meets


@pytest.mark.parametrize(
    ("goal", "make", "cancel", "save"),
    [
        (
            "Book a table at Nola. After booking, save your preferred cuisine to your profile.",
            "Book a table at Nola.",
            "",
            ("preferred cuisine",),
        ),
        (
            "In the app, cancel your visit with Dr. Ada Finch and then book Dr. Bo Marsh.",
            "book Dr. Bo Marsh.",
            "In the app, cancel your visit with Dr. Ada Finch",
            (),
        ),
        (
            "You have two existing quotes. Cancel only the one for 'A' and keep the other one.",
            "",
            "Cancel only the one for 'A'",
            (),
        ),
        (
            "Get a quote. After submitting, save your preferred coverage type and vehicle info to "
            "your profile. Vehicle: 2023 Toyota Highlander.",
            "Get a quote. Vehicle: 2023 Toyota Highlander.",
            "",
            ("preferred coverage type", "vehicle info"),
        ),
    ],
)
def test_clauses(goal: str, make: str, cancel: str, save: tuple[str, ...]) -> None:
    found = clauses(goal)
    assert " ".join(found.make.split()) == make
    assert " ".join(found.cancel.split()) == cancel
    assert found.save == save


@given(st.text(max_size=200))
def test_any_text_can_be_taken_apart(goal: str) -> None:
    found = clauses(goal)
    assert len(found.make) == len(goal) == len(found.cancel)
    moment(goal)
