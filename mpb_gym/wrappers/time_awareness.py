"""How much time is left, for learners whose episodes are cut off."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from mpb_gym.errors import OptionError
from mpb_gym.wrappers.layers import AnyEnv, entries_below, phone_below

ENTRY = "time_left"


class TimeAwareness(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Adds the share of steps that are left: ``time_left``, shape (1,), float32, 1 down to 0.

    The limit is the running session's own, which differs from task to task, or that of
    ``gym.make(max_episode_steps=...)`` where it is closer. A second session begins at 1 again.

    Args:
        env: A MyPhone environment whose observations are a Dict.

    Raises:
        OptionError: It is another environment, or there is such an entry already.
    """

    def __init__(self, env: AnyEnv) -> None:
        gym.utils.RecordConstructorArgs.__init__(self)
        gym.Wrapper.__init__(self, env)
        entries = entries_below(env, "TimeAwareness")
        if ENTRY in entries:
            raise OptionError(f"TimeAwareness: the observations have {ENTRY!r} already")
        self._phone = phone_below(env, "TimeAwareness")
        self._limit = env.spec.max_episode_steps if env.spec is not None else None
        self._steps = 0
        self.observation_space = spaces.Dict({**entries, ENTRY: spaces.Box(0, 1, (1,), np.float32)})

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._steps = 0
        return self._with_time(observation), info

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carries out one action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._steps += 1
        return self._with_time(observation), float(reward), terminated, truncated, info

    def _with_time(self, observation: dict[str, Any]) -> dict[str, Any]:
        episode = self._phone.episode
        left = 1 - episode.view.step / episode.task.max_steps
        if self._limit is not None:
            left = min(left, 1 - self._steps / self._limit)
        return {**observation, ENTRY: np.array([max(0.0, left)], np.float32)}
