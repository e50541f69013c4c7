"""An episode belongs to no thread: whoever has it may go on with it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import gymnasium as gym
import pytest

import mpb_gym  # noqa: F401 - registers the environments
from mpb_gym.bench.stepping import oracle_actions, oracle_commands
from mpb_gym.episode import make_episode

Value = TypeVar("Value")

SMALL = (108, 240)


def _elsewhere(call: Callable[[], Value]) -> Value:
    """Calls in another thread than this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(call).result()


@pytest.mark.parametrize("task", ["mdoordash/001", "mzocdoc/001"])
def test_each_step_may_be_made_by_another_thread(task: str) -> None:
    commands = oracle_commands(task)
    alone, handed_on = (make_episode(task, screen=SMALL) for _ in range(2))
    for number, command in enumerate(commands):
        alone.apply(command)
        _elsewhere(lambda command=command: handed_on.apply(command))  # type: ignore[misc]
        if number == len(commands) // 2:
            snapshot = _elsewhere(handed_on.snapshot)
            _elsewhere(lambda: handed_on.restore(snapshot))  # noqa: B023 - called at once
    assert _elsewhere(handed_on.record) == alone.record()
    assert _elsewhere(handed_on.card) == alone.card()
    assert alone.card().success
    _elsewhere(handed_on.close)


def test_an_environment_may_too() -> None:
    env = gym.make("MyPhone-v0", screen=SMALL)
    env.reset(options={"task": "mdoordash/001"})
    for action in oracle_actions("mdoordash/001"):
        _, reward, done, _, _ = _elsewhere(lambda action=action: env.step(action))  # type: ignore[misc]
    assert done and reward == 1
    _elsewhere(env.close)
