"""What costs beyond a single step: going back, several processes, and peers for comparison."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import gymnasium as gym

from mpb_gym.commands import Open
from mpb_gym.env.vector import make_vector
from mpb_gym.episode import make_episode

_SCREEN = (216, 480)
_TIMES = 200


def snapshot_ms(task: str) -> tuple[float, float]:
    """Returns the median milliseconds of a snapshot, and of a return to it after a step."""
    episode = make_episode(task, screen=_SCREEN)
    taken, returned = [], []
    for _ in range(_TIMES):
        start = perf_counter()
        snapshot = episode.snapshot()
        taken.append(perf_counter() - start)
        episode.apply(Open(text="iMy"))
        start = perf_counter()
        episode.restore(snapshot)
        returned.append(perf_counter() - start)
    episode.close()
    return 1000 * median(taken), 1000 * median(returned)


def vector_rate(processes: int, seconds: float) -> float:
    """Returns steps a second of an environment at 216x480 in each of so many processes.

    The actions are sampled; one process means no process beside this one.
    """
    env = make_vector(processes, processes=processes > 1, screen=_SCREEN)
    env.action_space.seed(0)
    batches = [env.action_space.sample() for _ in range(100)]
    env.reset(seed=0)
    steps, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        env.step(batches[steps % len(batches)])
        steps += 1
    rate = processes * steps / (perf_counter() - start)
    env.close()
    return rate


def pong(seconds: float) -> float | None:
    """Returns steps a second of ALE's Pong; ``None`` where ``ale-py`` is not installed."""
    try:
        import ale_py
    except ImportError:
        return None
    gym.register_envs(ale_py)
    return _rate(lambda: gym.make("ALE/Pong-v5"), seconds)


def _rate(make: Callable[[], gym.Env[Any, Any]], seconds: float) -> float:
    env = make()
    env.action_space.seed(0)
    env.reset(seed=0)
    spent, steps = 0.0, 0
    while spent < seconds:
        action = env.action_space.sample()
        start = perf_counter()
        _, _, terminated, truncated, _ = env.step(action)
        spent += perf_counter() - start
        steps += 1
        if terminated or truncated:
            env.reset()
    env.close()
    return steps / spent
