"""Phones that know nothing of one another."""

from __future__ import annotations

import multiprocessing

import pytest

from mpb_gym.bench.apart import Apart, together
from mpb_gym.bench.pace import Pace
from mpb_gym.bench.stepping import any_task, oracle_actions


def test_what_is_done_at_once_adds_up() -> None:
    pace = together([Pace(30, wall=3.0, cpu=1.5), Pace(40, wall=2.0, cpu=2.0)])
    assert pace.done == 70
    assert (pace.per_s, pace.per_cpu_s) == pytest.approx((30, 40))


def test_each_has_its_share_and_ends() -> None:
    apart = Apart(any_task(), 3, 2)
    assert len(multiprocessing.active_children()) == 2
    paces = [apart.run(0.01) for _ in range(2)]
    apart.close()
    assert not multiprocessing.active_children()
    steps = len(oracle_actions(any_task())) - 1  # of each phone in each pass
    assert all(pace.done >= 3 * steps and pace.done % steps == 0 for pace in paces)
