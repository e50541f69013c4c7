"""Many at once: whatever steps them, the same seeds and actions give the same trajectories."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv, VectorEnv
from numpy.typing import NDArray

from mpb_gym.env.parallel import ParallelVectorEnv
from mpb_gym.integrations.rl.settings import Setting

WHY = "Stable-Baselines3 is not installed: pip install 'mpb_gym[rl]'"

SETTING = Setting(privacy=0.5, progress=0.5)
COUNT, STEPS, SEED = 3, 70, 21

MAKE: Callable[[], gym.Env[Any, Any]] = partial(SETTING.make, "train")


class Moment(NamedTuple):
    """What all environments answered to one step; at an end, observations of the next episode."""

    observations: dict[str, NDArray[Any]]
    rewards: NDArray[Any]
    dones: NDArray[np.bool_]
    tasks: tuple[str, ...]


Trajectory = list[Moment]


def _actions() -> NDArray[np.int64]:
    """Taps, typing and requests that exist, each environment ending episodes at its own times."""
    rng = np.random.default_rng(4)
    envs = [MAKE() for _ in range(COUNT)]
    for index, env in enumerate(envs):
        env.reset(seed=SEED + index)
    rows = []
    for step in range(STEPS):
        row = []
        for index, env in enumerate(envs):
            mask = env.get_wrapper_attr("action_masks")()
            mask[-2:] = False  # the end is not left to chance
            action = int(rng.choice(np.flatnonzero(mask)))
            if step % 20 == 5 * index + 4:
                action = len(mask) - 2
            if env.step(action)[2]:
                env.reset()
            row.append(action)
        rows.append(row)
    return np.array(rows, np.int64)


ACTIONS = _actions()


@pytest.fixture(scope="module")
def alone() -> Trajectory:
    """The truth: one after the other, reset by hand."""
    envs = [MAKE() for _ in range(COUNT)]
    seen = [env.reset(seed=SEED + index) for index, env in enumerate(envs)]
    moments = [_moment([o for o, _ in seen], [0.0] * COUNT, [False] * COUNT, [i for _, i in seen])]
    for row in ACTIONS:
        observations, rewards, dones, infos = [], [], [], []
        for env, action in zip(envs, row, strict=True):
            observation, reward, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                observation, _ = env.reset()
            observations.append(observation)
            rewards.append(float(reward))
            dones.append(terminated or truncated)
            infos.append(info)
        moments.append(_moment(observations, rewards, dones, infos))
    return moments


def _moment(observations: Any, rewards: Any, dones: Any, infos: Any) -> Moment:
    stacked = {name: np.stack([each[name] for each in observations]) for name in observations[0]}
    tasks = tuple(info["task"] for info in infos)
    return Moment(stacked, np.array(rewards), np.array(dones), tasks)


def _of_gymnasium(envs: VectorEnv[Any, Any, Any]) -> Iterator[Moment]:
    observations, infos = envs.reset(seed=SEED)
    yield Moment(observations, np.zeros(COUNT), np.zeros(COUNT, np.bool_), tuple(infos["task"]))
    for row in ACTIONS:
        observations, rewards, terminated, truncated, infos = envs.step(row)
        dones = terminated | truncated
        tasks = [
            infos["final_info"]["task"][index] if done else infos["task"][index]
            for index, done in enumerate(dones)
        ]
        yield Moment(observations, rewards, dones, tuple(tasks))


def _of_baselines(envs: Any) -> Iterator[Moment]:
    envs.seed(SEED)
    observations = envs.reset()
    tasks = tuple(info["task"] for info in envs.reset_infos)
    yield Moment(observations, np.zeros(COUNT), np.zeros(COUNT, np.bool_), tasks)
    for row in ACTIONS:
        observations, rewards, dones, infos = envs.step(row)
        yield Moment(observations, rewards, dones, tuple(info["task"] for info in infos))


def _same(moments: Iterator[Moment], truth: Trajectory) -> None:
    for step, (found, wanted) in enumerate(zip(moments, truth, strict=True)):
        assert set(found.observations) == set(wanted.observations)
        for name, values in wanted.observations.items():
            assert np.array_equal(found.observations[name], values), f"{name}, step {step}"
        assert np.allclose(found.rewards, wanted.rewards, atol=1e-6), f"rewards, step {step}"
        assert np.array_equal(found.dones, wanted.dones), f"dones, step {step}"
        assert found.tasks == wanted.tasks, f"tasks, step {step}"


MODE = AutoresetMode.SAME_STEP

GYMNASIUM: dict[str, Callable[[], VectorEnv[Any, Any, Any]]] = {
    "sync": lambda: SyncVectorEnv([MAKE] * COUNT, autoreset_mode=MODE),
    "async, fork": lambda: AsyncVectorEnv([MAKE] * COUNT, context="fork", autoreset_mode=MODE),
    "async, spawn": lambda: AsyncVectorEnv([MAKE] * COUNT, context="spawn", autoreset_mode=MODE),
    "parallel": lambda: ParallelVectorEnv([MAKE] * COUNT, 2, autoreset_mode=MODE),
}


def test_several_episodes_end_at_different_times(alone: Trajectory) -> None:
    ends = [tuple(np.flatnonzero(moment.dones)) for moment in alone if moment.dones.any()]
    assert len(set(ends)) >= COUNT and len(alone) == STEPS + 1
    rewards = np.array([moment.rewards for moment in alone])
    assert len(np.unique(rewards)) > 3, "rewards tell of what happens"


@pytest.mark.parametrize("make", GYMNASIUM.values(), ids=GYMNASIUM)
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork.*:DeprecationWarning")
def test_gymnasiums_and_our_vectors(
    make: Callable[[], VectorEnv[Any, Any, Any]], alone: Trajectory
) -> None:
    envs = make()
    try:
        _same(_of_gymnasium(envs), alone)
    finally:
        envs.close()


@pytest.mark.parametrize("kind", ["DummyVecEnv", "SubprocVecEnv"])
def test_those_of_stable_baselines(kind: str, alone: Trajectory) -> None:
    vectors: Any = pytest.importorskip(
        "stable_baselines3.common.vec_env", reason=WHY, exc_type=ImportError
    )
    envs = getattr(vectors, kind)([MAKE] * COUNT)
    try:
        _same(_of_baselines(envs), alone)
    finally:
        envs.close()


@pytest.mark.parametrize("arrays", ["parts", "flat"])
@pytest.mark.parametrize("screenshot", [0, 40])
def test_the_checker_of_stable_baselines_has_nothing_to_say(arrays: Any, screenshot: int) -> None:
    checker: Any = pytest.importorskip(
        "stable_baselines3.common.env_checker", reason=WHY, exc_type=ImportError
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if arrays == "parts":  # which are meant for a policy of our own
            warnings.filterwarnings("ignore", ".*unconventional shape.*custom policy.*")
        checker.check_env(Setting(arrays=arrays, screenshot=screenshot).make())
