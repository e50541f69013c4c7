"""Many environments at once, in a way that keeps their texts fresh."""

from __future__ import annotations

from functools import partial
from typing import Any

import gymnasium as gym
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv, VectorEnv
from gymnasium.wrappers import OrderEnforcing, PassiveEnvChecker, TimeLimit

from mpb_gym.env.env import MyPhoneEnv


def make_vector(
    num_envs: int = 1,
    *,
    processes: bool = True,
    max_episode_steps: int | None = None,
    **kwargs: Any,
) -> VectorEnv[Any, Any, Any]:
    """Makes a vector environment; what ``gym.make_vec`` calls unless it is told otherwise.

    Args:
        num_envs: How many environments.
        processes: One process for each, without shared memory, in which Gymnasium's texts
            would never change; else all in this process.
        max_episode_steps: A limit beside that of the tasks.
        kwargs: For :class:`mpb_gym.env.env.MyPhoneEnv`.
    """
    makers = [partial(_make_one, max_episode_steps, kwargs) for _ in range(num_envs)]
    if processes and num_envs > 1:
        return AsyncVectorEnv(makers, shared_memory=False)
    return SyncVectorEnv(makers)


def _make_one(max_episode_steps: int | None, kwargs: dict[str, Any]) -> gym.Env[Any, Any]:
    """Makes one environment with the wrappers that ``gym.make`` adds."""
    env: gym.Env[Any, Any] = OrderEnforcing(PassiveEnvChecker(MyPhoneEnv(**kwargs)))
    return TimeLimit(env, max_episode_steps) if max_episode_steps else env
