"""Many environments at once, in a way that keeps their texts fresh."""

from __future__ import annotations

import os
from functools import partial
from typing import Any

import gymnasium as gym
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers import OrderEnforcing, PassiveEnvChecker, TimeLimit

from mpb_gym.env.env import MyPhoneEnv
from mpb_gym.env.parallel import ParallelVectorEnv
from mpb_gym.errors import OptionError


def make_vector(
    num_envs: int = 1,
    *,
    processes: bool | int = True,
    context: str | None = None,
    copy: bool = True,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    max_episode_steps: int | None = None,
    **kwargs: Any,
) -> VectorEnv[Any, Any, Any]:
    """Makes a vector environment; what ``gym.make_vec`` calls unless it is told otherwise.

    Args:
        num_envs: How many environments.
        processes: ``True`` spreads them over a process for each core, or none on a single
            core; a number over so many processes; ``False`` keeps them in this one.
        context: How processes begin: ``fork``, ``spawn`` or ``forkserver``; Python's own
            choice if ``None``.
        copy: Whether observations are copied; without it, screenshots change with the next step.
        autoreset_mode: When an episode that has ended is followed by the next, as Gymnasium
            names it: ``NextStep``, ``SameStep`` or ``Disabled``.
        max_episode_steps: A limit beside that of the tasks.
        kwargs: For :class:`mpb_gym.env.env.MyPhoneEnv`.

    Raises:
        OptionError: An argument cannot be used.
    """
    if num_envs < 1:
        raise OptionError(f"num_envs: {num_envs} is below 1")
    try:
        mode = AutoresetMode(autoreset_mode)
    except ValueError:
        known = ", ".join(each.value for each in AutoresetMode)
        raise OptionError(f"autoreset_mode: {autoreset_mode!r} is not one of {known}") from None
    workers = min(num_envs, _cores()) if processes is True else int(processes)
    alone = workers == 0 or (processes is True and workers == 1)
    makers = [partial(_make_one, max_episode_steps, kwargs, alone)] * num_envs
    if alone:
        return SyncVectorEnv(makers, copy=copy, autoreset_mode=mode)
    return ParallelVectorEnv(makers, workers, context=context, copy=copy, autoreset_mode=mode)


def _cores() -> int:
    """Returns how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _make_one(
    max_episode_steps: int | None, kwargs: dict[str, Any], checked: bool
) -> gym.Env[Any, Any]:
    """Makes one environment with the wrappers that ``gym.make`` adds.

    Gymnasium's checker would complain of frames in shared memory.
    """
    env: gym.Env[Any, Any] = MyPhoneEnv(**kwargs)
    env = OrderEnforcing(PassiveEnvChecker(env) if checked else env)
    return TimeLimit(env, max_episode_steps) if max_episode_steps else env
