"""How fast the environment is, as ratios taken in one run on one core."""

from __future__ import annotations

import gc
import mmap
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import gymnasium as gym
import numpy as np

from mpb_gym.agents import make_agent
from mpb_gym.bench.scaling import pong, snapshot_ms, vector_rate
from mpb_gym.commands import Command
from mpb_gym.env.actions import Action, encode
from mpb_gym.env.spaces import NAMES, action_space
from mpb_gym.episode import make_episode
from mpb_gym.errors import ActionError
from mpb_gym.spec.library import assignment_ids

SIZES = {"native": (1080, 2400), "540x1200": (540, 1200), "216x480": (216, 480)}
"""Width and height of screenshots in pixels, by the name that reports use."""

TEXT = "text"
"""The name of an environment that shows the accessibility tree in place of pixels."""

ENV_ID = "MyPhone-v0"
MEMORY_ENVS = 64


def measure(*, rounds: int = 5, seconds: float = 1.0) -> dict[str, Any]:
    """Measures everything; takes ``rounds`` × ``seconds`` for each of twelve rates, and more.

    Args:
        rounds: How often each thing is measured; the median counts.
        seconds: For how long a round steps an environment.

    Returns:
        ``steps_per_s`` and ``random_steps_per_s`` by size, of ``env.step`` with the wrappers of
        ``gym.make``, for the oracle's actions and for sampled ones; ``copy_per_s`` of a bare
        frame; ``step_per_copy``, the time of a step in copies of its frame; ``reset_ms``,
        ``make_ms``; ``snapshot_ms`` and ``restore_ms``; ``vector_speedup``, of two processes over
        none; ``peers``, steps a second of other environments, ``None`` if not installed;
        ``import_extra_s`` beyond Gymnasium's; ``mb_per_env`` at 216x480.
    """
    task = next(id for id in assignment_ids() if "/pair_" not in id)
    oracle, sampled = _oracle_actions(task), _sampled_actions()
    steps: dict[str, float] = {}
    noise: dict[str, float] = {}
    for name in (*SIZES, TEXT):
        env = _make(name)
        steps[name] = median(_step_rate(env, task, oracle, seconds) for _ in range(rounds))
        noise[name] = median(_step_rate(env, task, sampled, seconds) for _ in range(rounds))
        env.close()
    copies = {name: median(_copy_rates(size, rounds, seconds)) for name, size in SIZES.items()}
    small = _make("216x480")
    snapshot, restore = snapshot_ms(task)
    alone = median(vector_rate(1, seconds) for _ in range(rounds))
    paired = median(vector_rate(2, seconds) for _ in range(rounds))
    return {
        "steps_per_s": steps,
        "random_steps_per_s": noise,
        "copy_per_s": copies,
        "step_per_copy": {name: copies[name] / steps[name] for name in copies},
        "reset_ms": 1000 * _time(lambda: small.reset(options={"task": task}), 20 * rounds),
        "make_ms": 1000 * _time(lambda: _make("216x480").close(), 4 * rounds),
        "snapshot_ms": snapshot,
        "restore_ms": restore,
        "vector_speedup": paired / alone,
        "peers": {"ALE/Pong-v5": pong(seconds)},
        "import_extra_s": _import_extra(rounds),
        "mb_per_env": _in_new_process("print(perf.mb_per_env())"),
    }


def _make(name: str) -> gym.Env[Any, Any]:
    if name == TEXT:
        return gym.make(ENV_ID, screen=SIZES["216x480"], observe=("ui",))
    return gym.make(ENV_ID, screen=SIZES[name], observe=("screenshot",))


def _oracle_actions(task: str) -> list[Action]:
    """The oracle's way through a task; it is the same at every size."""
    episode, agent = make_episode(task, screen=SIZES["216x480"]), make_agent("oracle")
    agent.begin(episode.view, episode.task.plan)
    issued: list[Command] = []
    while not episode.done:
        command = agent.act(episode.view)
        assert not isinstance(command, ActionError), "the oracle always has something to do"
        issued.append(command)
        episode.apply(command)
    episode.close()
    return [encode(command) for command in issued]


def _sampled_actions() -> list[Action]:
    """Noise that never ends the session, so that it reaches more than the first screen."""
    space = action_space()
    space.seed(0)
    drawn = (space.sample() for _ in range(500))
    return [action for action in drawn if NAMES[action["action_type"]] != "terminate"]


def _step_rate(
    env: gym.Env[Any, Any], task: str, actions: Sequence[Action], seconds: float
) -> float:
    """Steps a second over whole passes through the actions; resets are not counted."""
    spent, steps = 0.0, 0
    while spent < seconds:
        env.reset(seed=0, options={"task": task})
        for action in actions:
            start = perf_counter()
            _, _, terminated, truncated, _ = env.step(action)
            spent += perf_counter() - start
            steps += 1
            if terminated or truncated:
                break
    return steps / spent


def _copy_rates(size: tuple[int, int], rounds: int, seconds: float) -> Iterator[float]:
    width, height = size
    frame = np.full((height, width, 3), 255, np.uint8)
    for _ in range(rounds):
        copies, start = 0, perf_counter()
        while perf_counter() - start < seconds / 4:
            frame.copy()
            copies += 1
        yield copies / (perf_counter() - start)


def _time(action: Callable[[], object], times: int) -> float:
    """Median seconds of an action, after one for warming up."""
    action()
    spent = []
    for _ in range(times):
        start = perf_counter()
        action()
        spent.append(perf_counter() - start)
    return median(spent)


def _import_extra(rounds: int) -> float:
    """Seconds by which importing the package is slower than importing Gymnasium."""

    def seconds(module: str) -> float:
        command = [sys.executable, "-c", f"import {module}"]
        return _time(lambda: subprocess.run(command, check=True), rounds)

    return seconds("mpb_gym") - seconds("gymnasium")


def _in_new_process(code: str) -> float:
    command = [sys.executable, "-c", f"from mpb_gym.bench import perf; {code}"]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def mb_per_env() -> float:
    """Returns what each environment beyond the first adds to this process, in MB at 216x480.

    The frame of 0.3 MB is part of it. Meant for a process that has done nothing else: memory
    that was freed before would hide what is taken now.
    """
    task = next(id for id in assignment_ids() if "/pair_" not in id)

    def started() -> gym.Env[Any, Any]:
        env = _make("216x480")
        env.reset(seed=0, options={"task": task})
        return env

    kept = [started()]
    gc.collect()
    before = _resident_mb()
    kept += [started() for _ in range(MEMORY_ENVS - 1)]
    gc.collect()
    used = (_resident_mb() - before) / (MEMORY_ENVS - 1)
    for env in kept:
        env.close()
    return used


def _resident_mb() -> float:
    """Memory of this process in MB; the highest so far where the present one is not told."""
    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text().split()[1]) * mmap.PAGESIZE / 1e6
    import resource  # not on every system

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3
