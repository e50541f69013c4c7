"""Phrases as people write them."""

from __future__ import annotations

import pytest

from mpb_gym.generate.domain import ChoiceWords
from mpb_gym.generate.phrases import article, date_in, joined, listed, lowered, sentence, wanted
from mpb_gym.spec.target import Criterion, Want


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("Italian place", "an"), ("Thai place", "a"), ("hourly rate", "an"), ("unit", "a"),
        ("one-way ticket", "a"), ("HVAC pro", "an"), ("DMV office", "a"), ("European", "a"),
    ],
)  # fmt: skip
def test_articles(phrase: str, expected: str) -> None:
    assert article(phrase) == expected


def test_lists_dates_and_sentences() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == [
        "", "a", "a and b", "a, b and c",
    ]  # fmt: skip
    assert date_in("iso", "2026-03-05") == "2026-03-05"
    assert date_in("long", "2026-03-05") == "March 5, 2026"
    assert sentence("  book  it ") == "Book it"
    assert sentence("mCVS is open") == "mCVS is open"
    assert lowered("Book it") == "book it"
    assert lowered("I am ill") == "I am ill"
    assert lowered("mDMV is") == "mDMV is"
    assert joined(["one.", " ", "two."]) == "One. Two."


@pytest.mark.parametrize(
    ("want", "expected"),
    [
        (Want(exactly=("2026-03-05 09:00",)), "on 2026-03-05 at 09:00"),
        (Want(first=True), "at the earliest free time"),
        (
            Want(where=(Criterion(test="starts", operand="2026-03-05"),)),
            "on 2026-03-05 at any time",
        ),
        (
            Want(where=(Criterion(test="starts", operand="2026-03-05"),), first=True),
            "at the first free time on 2026-03-05",
        ),
        (
            Want(where=(
                Criterion(test="starts", operand="2026-03-05"),
                Criterion(test="at_least", operand="2026-03-05 09:00"),
            )),
            "on 2026-03-05 at 09:00 or later",
        ),
    ],
)  # fmt: skip
def test_times(want: Want, expected: str) -> None:
    assert wanted(ChoiceWords(kind="time"), want, "iso") == expected
