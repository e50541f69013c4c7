"""Draws: the splits share nothing, and a seed draws the same again."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.generate.draw import Draw, pool

entries = st.lists(st.integers(), unique=True, max_size=40)


@given(entries)
def test_the_splits_share_no_entry_and_lose_none(found: list[int]) -> None:
    train, held_out = pool(found, "train"), pool(found, "validation")
    assert list(pool(found, "test")) == found
    if len(found) < 3:
        assert list(train) == list(held_out) == found
    else:
        assert not {*train} & {*held_out}
        assert sorted([*train, *held_out]) == sorted(found)
        assert len(held_out) == len(found) // 3


@given(st.integers(0, 2**32), entries.filter(lambda found: len(found) > 2))
def test_draws_come_from_the_split_and_from_the_seed(seed: int, found: list[int]) -> None:
    def drawn(split: str) -> list[int]:
        draw = Draw(np.random.default_rng(seed), split)  # type: ignore[arg-type]
        return [draw.word(found) for _ in range(10)]

    assert {*drawn("train")} <= {*pool(found, "train")}
    assert {*drawn("validation")} <= {*pool(found, "validation")}
    assert drawn("train") == drawn("train")


@given(st.integers(0, 2**32), entries, st.integers(0, 50))
def test_some_are_different_ones(seed: int, found: list[int], count: int) -> None:
    some = Draw(np.random.default_rng(seed), "train").some(found, count)
    assert len({*some}) == len(some) == min(count, len(found))
    assert {*some} <= {*found}


def test_chance_goes_from_never_to_always() -> None:
    draw = Draw(np.random.default_rng(3), "train")
    assert not any(draw.chance(0.0) for _ in range(100))
    assert all(draw.chance(1.0) for _ in range(100))
    assert {draw.below(3) for _ in range(100)} == {0, 1, 2}
