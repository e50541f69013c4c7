"""Screenshots of any size."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from PIL import Image

from mpb_gym.errors import OptionError
from mpb_gym.wrappers.layers import AnyEnv, entries_below

Method: TypeAlias = Literal["area", "nearest"]

_METHODS = {"area": Image.Resampling.BOX, "nearest": Image.Resampling.NEAREST}

MAX_SIDE = 4096
"""Longest side of a resized screenshot in pixels."""


class ResizeScreenshot(gym.ObservationWrapper[Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Scales the screenshot of each observation to any width and height.

    For shapes that no phone has, as the 84 x 84 of many networks, and for pictures blurred as
    those of a photographed or recorded phone are. For a smaller phone-shaped picture,
    ``screen=`` of ``gym.make`` is faster and sharper: the phone is then drawn at that size.
    What ``render`` shows stays as it is.

    Args:
        env: A MyPhone environment whose observations have a screenshot.
        size: Width and height in pixels, as for ``screen=``; arrays have shape
            (height, width, 3), dtype uint8.
        method: ``area`` averages what falls into a pixel, ``nearest`` takes one of them.

    Raises:
        OptionError: It is another environment, has no screenshot, or an argument cannot be used.
    """

    def __init__(self, env: AnyEnv, size: tuple[int, int], method: Method = "area") -> None:
        gym.utils.RecordConstructorArgs.__init__(self, size=size, method=method)
        gym.ObservationWrapper.__init__(self, env)
        entries = entries_below(env, "ResizeScreenshot")
        if "screenshot" not in entries:
            raise OptionError(
                "ResizeScreenshot: the observations have no screenshot; make the environment "
                "with observe=('screenshot',)"
            )
        if method not in _METHODS:
            raise OptionError(f"method: {method!r} is not one of {', '.join(_METHODS)}")
        self._size, self._method = _checked(size), _METHODS[method]
        width, height = self._size
        frame = spaces.Box(0, 255, (height, width, 3), np.uint8)
        self.observation_space = spaces.Dict({**entries, "screenshot": frame})

    def observation(self, observation: dict[str, Any]) -> dict[str, Any]:
        """Returns the observation with the screenshot scaled."""
        return {**observation, "screenshot": self._scaled(observation["screenshot"])}

    def _scaled(self, frame: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return np.array(Image.fromarray(frame).resize(self._size, self._method))


def _checked(size: tuple[int, int]) -> tuple[int, int]:
    sides = tuple(size) if isinstance(size, (tuple, list)) else ()
    for side in sides:
        if isinstance(side, bool) or not isinstance(side, int) or not 1 <= side <= MAX_SIDE:
            sides = ()
    if len(sides) != 2:
        raise OptionError(
            f"size: expected (width, height) in pixels, 1 to {MAX_SIDE}, as (84, 84); "
            f"found {size!r}"
        )
    return sides
