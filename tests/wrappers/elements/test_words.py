from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.wrappers.elements.words import hashed, longest_run, phrases, words


def test_dates_read_the_same_however_they_are_written() -> None:
    assert words("on March 3, 2026 at 19:30") == ("on", "2026-03-03", "at", "19:30")
    assert words("2026-03-03 19:30") == ("2026-03-03", "19:30")


def test_phrases_are_quotations_and_names_whole_and_in_parts() -> None:
    found = phrases("Order Iced Tea and Rice from Old Mill in mDoorDash. Say 'no lift, please'.")
    assert found == (
        "no lift, please",
        "Order Iced Tea and Rice",
        "Order Iced Tea",
        "Rice",
        "Old Mill",
        "mDoorDash",
    )


def test_the_capital_that_begins_a_sentence_says_nothing() -> None:
    assert phrases("Please order. Then stop.") == ()


def test_a_run_is_found_where_it_is_longest() -> None:
    assert longest_run(("old", "mill"), ("old", "house", "old", "mill")) == (2, 2)
    assert longest_run(("old", "mill"), ("new",)) == (0, 0)


@given(st.lists(st.text(max_size=8)), st.integers(1, 40))
def test_hashed_words_have_length_one_or_none(found: list[str], width: int) -> None:
    vector = hashed(found, width)
    length = float(np.linalg.norm(vector))
    assert vector.shape == (width,) and (length == 0 or abs(length - 1) < 1e-5)
