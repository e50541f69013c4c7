from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import mpb_gym  # noqa: F401 - registers the environments
from mpb_gym.errors import OptionError
from mpb_gym.wrappers import ArrayText, ElementObservation, FlatArrays, TimeAwareness


def _phone(**options: Any) -> gym.Env[Any, Any]:
    return gym.make("MyPhone-mDoorDash-v0", screen=(108, 240), **options)


def test_arrays_follow_one_another_by_name_and_pictures_stay() -> None:
    parts = TimeAwareness(ElementObservation(_phone(), elements=12, texts=9, keys=5))
    flat = FlatArrays(parts)
    seen, _ = flat.reset(seed=3)
    assert set(seen) == {"arrays", "screenshot"} and flat.observation_space.contains(seen)
    again, _ = parts.reset(seed=3)
    names = ("context", "elements", "high", "texts", "time_left")
    assert np.array_equal(seen["arrays"], np.concatenate([again[name].ravel() for name in names]))
    spaces: Any = flat.observation_space
    low = spaces["arrays"].low
    assert low[-1] == 0 and low[0] == -1, "bounds are those of the parts"


def test_texts_as_whole_numbers_are_not_joined() -> None:
    with pytest.raises(OptionError, match=r"no arrays of real numbers.*ElementObservation"):
        FlatArrays(ArrayText(_phone(observe=())))


def test_it_is_put_once() -> None:
    with pytest.raises(OptionError, match="'arrays' already"):
        FlatArrays(FlatArrays(ElementObservation(_phone(observe=()))))
