"""How much time is left, for learners whose episodes are cut off."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.wrappers import TimeLimit

from mpb_gym.errors import OptionError
from mpb_gym.wrappers.layers import AnyEnv, entries_below, layers, phone_below

ENTRY = "time_left"


class TimeAwareness(gym.ObservationWrapper[Any, Any, Any], gym.utils.RecordConstructorArgs):
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
        gym.ObservationWrapper.__init__(self, env)
        entries = entries_below(env, "TimeAwareness")
        if ENTRY in entries:
            raise OptionError(f"TimeAwareness: the observations have {ENTRY!r} already")
        self._phone = phone_below(env, "TimeAwareness")
        self._limits = [layer for layer in layers(env) if isinstance(layer, TimeLimit)]
        self.observation_space = spaces.Dict({**entries, ENTRY: spaces.Box(0, 1, (1,), np.float32)})

    def observation(self, observation: dict[str, Any]) -> dict[str, Any]:
        """Returns the observation with the time that is left."""
        episode = self._phone.episode
        left = 1 - episode.view.step / episode.task.max_steps
        for limit in self._limits:
            # Counted here, one action of a wrapper above that carries out two would be one step.
            left = min(left, 1 - (limit._elapsed_steps or 0) / limit._max_episode_steps)
        return {**observation, ENTRY: np.array([left], np.float32)}
