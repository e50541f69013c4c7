"""Observations as a few arrays of fixed size."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from mpb_gym.commands import Click, LongPress
from mpb_gym.env.codec import decode
from mpb_gym.wrappers.elements.features import (
    CONTEXT_WIDTH,
    ELEMENT_WIDTH,
    KEY_WIDTH,
    TEXT_WIDTH,
    Features,
    Floats,
    label_of,
)
from mpb_gym.wrappers.elements.look import Sizes, look
from mpb_gym.wrappers.layers import AnyEnv, entries_below, phone_below


class ElementObservation(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Turns observations into arrays, for policies without eyes and without a vocabulary.

    ``elements`` (E, 58), ``texts`` (T, 45), ``high`` (K, 36) and ``context`` (110,), all
    float32: :class:`mpb_gym.wrappers.elements.features.Features` says what the numbers are.
    Their rows are in the order of the lists that :class:`ElementActions` picks from. A
    ``screenshot`` stays as it is, so that ``gym.make(..., observe=())`` saves drawing it.

    Put it below :class:`ElementActions`, so that it sees the phone's own commands.

    Args:
        env: A MyPhone environment.
        elements: E, as in :class:`ElementActions`.
        texts: T.
        keys: K.

    Raises:
        OptionError: It is another environment.
    """

    def __init__(
        self,
        env: AnyEnv,
        elements: int = Sizes().elements,
        texts: int = Sizes().texts,
        keys: int = Sizes().keys,
    ) -> None:
        gym.utils.RecordConstructorArgs.__init__(self, elements=elements, texts=texts, keys=keys)
        gym.Wrapper.__init__(self, env)
        self._phone = phone_below(env, "ElementObservation")
        self.sizes = Sizes(elements, texts, keys)
        parts: dict[str, spaces.Space[Any]] = {
            "elements": _floats(elements, ELEMENT_WIDTH),
            "texts": _floats(texts, TEXT_WIDTH),
            "high": _floats(keys, KEY_WIDTH),
            "context": _floats(CONTEXT_WIDTH),
        }
        below = entries_below(env, "ElementObservation")
        if "screenshot" in below:
            parts["screenshot"] = below["screenshot"]
        self.observation_space = spaces.Dict(parts)
        self._features: Features | None = None
        self._taps: dict[str, int] = {}
        self._tapped = ""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._arrays(observation, begins=True), info

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carries out one action."""
        self._count(action)
        session = self._phone.episode.view.session
        observation, reward, terminated, truncated, info = self.env.step(action)
        begins = self._phone.episode.view.session != session
        return self._arrays(observation, begins), float(reward), terminated, truncated, info

    def _count(self, action: Any) -> None:
        """Notes what is about to be tapped."""
        command = decode(action) if isinstance(action, dict) else None
        if not isinstance(command, Click | LongPress):
            return
        x, y = command.coordinate
        for node in look(self._phone.episode.view, self.sizes).elements:
            box = node["bbox"]
            inside = box["x_min"] <= x < box["x_max"] and box["y_min"] <= y < box["y_max"]
            if node["is_clickable"] and inside:
                label = label_of(node)
                self._taps[label] = self._taps.get(label, 0) + 1
                self._tapped = label

    def _arrays(self, observation: dict[str, Any], begins: bool) -> dict[str, Any]:
        episode = self._phone.episode
        if begins or self._features is None:
            self._features = Features(episode.view, self.sizes, episode.task.max_steps)
            self._taps, self._tapped = {}, ""
        seen = look(episode.view, self.sizes)
        arrays: dict[str, Any] = dict(self._features.arrays(seen, self._taps, self._tapped))
        if "screenshot" in observation:
            arrays["screenshot"] = observation["screenshot"]
        return arrays


def _floats(*shape: int) -> spaces.Box:
    return spaces.Box(-1.0, 1.0, shape, np.float32)


__all__ = ["ElementObservation", "Floats"]
