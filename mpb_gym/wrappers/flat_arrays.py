"""One vector in place of many arrays, for networks that know no better."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from mpb_gym.errors import OptionError
from mpb_gym.wrappers.layers import AnyEnv, entries_below

ENTRY = "arrays"


class FlatArrays(gym.ObservationWrapper[Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Joins all arrays of real numbers to one vector ``arrays``, shape (n,), float32.

    They follow one another by name. Pictures and arrays of texts, which are whole numbers, stay.
    For networks that take a vector and no rows, as those of :class:`ElementObservation` are.

    Args:
        env: A MyPhone environment with arrays of real numbers among its observations.

    Raises:
        OptionError: It is another environment, has no such arrays, or has an entry ``arrays``.
    """

    def __init__(self, env: AnyEnv) -> None:
        gym.utils.RecordConstructorArgs.__init__(self)
        gym.ObservationWrapper.__init__(self, env)
        entries = entries_below(env, "FlatArrays")
        if ENTRY in entries:
            raise OptionError(f"FlatArrays: the observations have {ENTRY!r} already")
        real = {
            name: space
            for name, space in sorted(entries.items())
            if isinstance(space, spaces.Box) and np.issubdtype(space.dtype, np.floating)
        }
        if not real:
            raise OptionError(
                "FlatArrays: there are no arrays of real numbers to join; put it around "
                "ElementObservation or TimeAwareness"
            )
        self._names = tuple(real)
        low, high = (
            np.concatenate([getattr(space, bound).ravel() for space in real.values()])
            for bound in ("low", "high")
        )
        rest = {name: space for name, space in entries.items() if name not in real}
        self.observation_space = spaces.Dict({**rest, ENTRY: spaces.Box(low, high)})

    def observation(self, observation: dict[str, Any]) -> dict[str, Any]:
        """Returns the observation with one vector."""
        rest = {name: value for name, value in observation.items() if name not in self._names}
        joined = np.concatenate([observation[name].ravel() for name in self._names])
        return {**rest, ENTRY: joined.astype(np.float32, copy=False)}
