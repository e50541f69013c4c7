from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mpb_gym.audit.scorecard import TAU
from mpb_gym.integrations.rl.evaluation import THRESHOLD, Result, evaluate, summary
from mpb_gym.integrations.rl.metrics import metrics
from mpb_gym.integrations.rl.settings import Setting


def _by_what_is_seen(
    observations: dict[str, NDArray[Any]], masks: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """A policy that depends on its own row alone."""
    rng = np.random.default_rng(0)
    weights = rng.normal(size=(observations["context"].shape[1], masks.shape[1]))
    scores = observations["context"] @ weights + observations["elements"].sum((1, 2))[:, None]
    chosen: NDArray[np.int64] = np.where(masks, np.sin(9 * scores), -np.inf).argmax(1)
    return chosen


def _key(result: Result) -> tuple[Any, ...]:
    # NaN is not equal to itself.
    return tuple(repr(getattr(result, name)) for name in Result.__slots__)


def _evaluated(side_by_side: int, episodes: int = 6, seed: int = 5) -> list[tuple[Any, ...]]:
    envs = [Setting().make("validation") for _ in range(side_by_side)]
    return [_key(each) for each in evaluate(_by_what_is_seen, envs, episodes, seed)]


def test_how_many_go_side_by_side_changes_nothing() -> None:
    one = _evaluated(1)
    assert len({each[0] for each in one}) == 6, "each is another task"
    assert _evaluated(4) == one and _evaluated(9) == one


def test_tasks_are_told_by_the_seed_alone() -> None:
    assert _evaluated(2, episodes=3, seed=7) == _evaluated(2, episodes=4, seed=6)[1:]


def test_tasks_are_of_the_split() -> None:
    assert all("validation-" in each[0] for each in _evaluated(2, episodes=3))


def _result(success: bool, privacy: float) -> Result:
    return Result(
        task="", success=success, privacy=privacy, op=privacy, tr=math.nan, fm=math.nan, steps=9
    )


@pytest.mark.parametrize(
    ("success", "privacy", "qualified"),
    [
        (True, 0.7, True),
        (True, (0.15 + 0.95 + 1) / 3, True),  # 0.7, but for how it is added up
        (True, 0.69, False),
        (True, math.nan, True),  # nothing was disclosed
        (False, 1.0, False),
        (False, math.nan, False),
    ],
)
def test_what_counts_for_pqsr(success: bool, privacy: float, qualified: bool) -> None:
    assert _result(success, privacy).qualified is qualified
    assert THRESHOLD == TAU


results = st.lists(
    st.builds(_result, st.booleans(), st.floats(0, 1) | st.just(math.nan)), min_size=1, max_size=30
)


@given(results)
def test_means_are_over_what_is_defined_and_rates_over_all(found: list[Result]) -> None:
    means, intervals = summary(found), metrics(found)
    known = [each.privacy for each in found if not math.isnan(each.privacy)]
    assert means["n"] == intervals["success"].n == intervals["pqsr"].n == len(found)
    assert means["pqsr"] <= means["success"]
    assert intervals["privacy"].n == len(known)
    if known:
        assert means["privacy"] == pytest.approx(sum(known) / len(known))
    else:
        assert math.isnan(means["privacy"]) and intervals["privacy"].value is None
    assert math.isnan(means["tr"]) and intervals["tr"].n == 0
    for name, metric in intervals.items():
        if metric.value is not None:
            assert metric.value == pytest.approx(means[name])
            assert metric.low is not None and metric.high is not None
            assert metric.low - 1e-9 <= metric.value <= metric.high + 1e-9
