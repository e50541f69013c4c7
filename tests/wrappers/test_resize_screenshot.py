from typing import Any

import numpy as np
import pytest

from mpb_gym.env import actions
from mpb_gym.errors import OptionError
from mpb_gym.wrappers import ResizeScreenshot
from tests.wrappers.test_all import make


def _frames(**arguments: Any) -> tuple[Any, Any]:
    """A frame of 108 x 240 pixels, and the same resized."""
    plain, env = make(), ResizeScreenshot(make(), **arguments)
    action = actions.open_app("mDoorDash")
    for each in (plain, env):
        each.reset(seed=0)
    return plain.step(action)[0]["screenshot"], env.step(action)[0]["screenshot"]


def test_area_averages_what_falls_into_a_pixel() -> None:
    frame, resized = _frames(size=(54, 60))
    assert resized.shape == (60, 54, 3) and resized.dtype == np.uint8
    mean = frame.reshape(60, 4, 54, 2, 3).mean((1, 3))
    assert np.abs(resized - mean).max() <= 1  # Pillow rounds after each direction


def test_nearest_invents_no_colour() -> None:
    frame, resized = _frames(size=(216, 480), method="nearest")
    assert np.array_equal(resized, frame.repeat(2, 0).repeat(2, 1))


def test_rendering_stays_as_it_is() -> None:
    env = ResizeScreenshot(make(render_mode="rgb_array"), (84, 84))
    env.reset(seed=0)
    assert env.render().shape == (240, 108, 3)  # type: ignore[union-attr]


@pytest.mark.parametrize("size", [84, (84,), (84, 0), (84, 5000), (84.0, 84), (True, 84), "ab"])
def test_bad_sizes_are_named(size: Any) -> None:
    with pytest.raises(OptionError, match="size: expected"):
        ResizeScreenshot(make(), size)


def test_bad_methods_and_observations_without_screenshot_are_named() -> None:
    with pytest.raises(OptionError, match="method: 'cubic' is not one of area, nearest"):
        ResizeScreenshot(make(), (84, 84), "cubic")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="have no screenshot"):
        ResizeScreenshot(make(observe=("ui",)), (84, 84))
