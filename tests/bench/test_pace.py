"""Measuring itself: what counts, what does not, and what a ratio is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mpb_gym.bench.pace import Pace, interleaved, passes, ratio
from mpb_gym.bench.scaling import (
    FEW,
    _existing_actions,
    _learner,
    catalogue_of,
    learners,
    phones,
)
from mpb_gym.bench.stepping import any_task, oracle_commands


def test_the_first_pass_warms_up_and_at_least_one_counts() -> None:
    done: list[str] = []

    def once() -> int:
        done.append("pass")
        return 7

    pace = passes(lambda: done.append("prepare"), once, 1e-9)
    assert done == ["prepare", "pass"] * 2
    assert pace.done == 7


def test_of_several_processes_the_busiest_counts_pass_by_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wall = iter([0.0, 1.0, 5.0, 6.0])
    monkeypatch.setattr("mpb_gym.bench.pace.perf_counter", lambda: next(wall))
    clock = iter([(0, 10), (2, 11), (5, 20), (6, 24)])  # before and after each of two passes
    done: list[str] = []

    def once() -> int:
        done.append("pass")
        return 1

    pace = passes(lambda: None, once, 1.5, lambda: next(clock))
    assert len(done) == 3  # the first counts by no clock
    assert pace == Pace(done=2, wall=2.0, cpu=2 + 4)


def test_rates_by_both_clocks() -> None:
    pace = Pace(done=10, wall=2.0, cpu=0.5)
    assert (pace.per_s, pace.per_cpu_s) == (5, 20)
    assert Pace(1, 1.0, 0.0).per_cpu_s > 0


def test_subjects_take_turns() -> None:
    turns: list[str] = []

    def subject(name: str) -> Any:
        def run(seconds: float) -> Pace:
            turns.append(name)
            return Pace(1, seconds, seconds)

        return run

    found = interleaved({"a": subject("a"), "b": subject("b")}, 3, 0.5)
    assert turns == ["a", "b"] * 3
    assert found["b"] == [Pace(1, 0.5, 0.5)] * 3


def test_a_ratio_is_the_median_over_rounds_of_processor_time() -> None:
    fast = [Pace(40, 9.0, 1.0), Pace(20, 9.0, 1.0), Pace(90, 9.0, 1.0)]
    slow = [Pace(10, 1.0, 1.0)] * 3
    assert ratio(fast, slow) == 4


def test_a_large_catalogue_is_walked_like_a_small_one() -> None:
    task = any_task()
    for rows in (FEW, 500):
        pace = catalogue_of(rows, task)(1e-9)
        assert pace.done == len(oracle_commands(task))


@pytest.mark.parametrize("processes", [0, 2])
def test_vectors_count_the_steps_of_all_environments(processes: int) -> None:
    way = len(oracle_commands(any_task())) - 1
    for vectors, steps in (
        (phones(any_task(), 2, processes), way),
        (learners(any_task(), 2, processes), 40),
    ):
        pace = vectors.run(1e-9)
        vectors.close()
        assert pace.done == 2 * steps
        assert pace.cpu > 0


def test_what_learners_do_exists_and_ends_nothing() -> None:
    actions = _existing_actions(any_task())
    env = _learner()
    env.reset(seed=0, options={"task": any_task()})
    for action in actions:
        assert env.action_masks()[action]
        _, _, terminated, truncated, info = env.step(np.int64(action))
        assert not terminated and not truncated and "not_there" not in info["action_error"]
    assert len(set(actions)) > 8
