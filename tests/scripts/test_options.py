"""Numbers on the command line: what is accepted, and what is said of the rest."""

from __future__ import annotations

import argparse

import pytest

from tests.scripts.loading import load

OPTIONS = load("options")


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("natural", "0", 0),
        ("natural", "7", 7),
        ("positive", "1", 1),
        ("nonnegative", "0", 0.0),
        ("nonnegative", "0.3", 0.3),
    ],
)
def test_numbers_are_read(kind: str, text: str, value: float) -> None:
    found = getattr(OPTIONS, kind)(text)
    assert found == value and type(found) is type(value)


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        ("natural", "-1", "'-1' is no whole number from 0 on"),
        ("natural", "1.5", "'1.5' is no whole number from 0 on"),
        ("positive", "0", "'0' is no whole number from 1 on"),
        ("positive", "many", "'many' is no whole number from 1 on"),
        ("nonnegative", "-0.1", "'-0.1' is no number from 0 on"),
        ("nonnegative", "nan", "'nan' is no number from 0 on"),
        ("nonnegative", "inf", "'inf' is no number from 0 on"),
        ("nonnegative", "much", "'much' is no number from 0 on"),
    ],
)
def test_others_are_refused_in_words(kind: str, text: str, told: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError) as raised:
        getattr(OPTIONS, kind)(text)
    assert str(raised.value) == told
