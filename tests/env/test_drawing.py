from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

from mpb_gym.errors import OptionError


@pytest.mark.parametrize("split", ["train", "test"])
def test_only_the_wanted_families_are_drawn(split: str) -> None:
    env = gym.make(
        "MyPhone-mDoorDash-v0", observe=(), split=split, families=("cancel_one", "multi")
    )
    phone: Any = env.unwrapped
    drawn = set()
    for seed in range(8):
        env.reset(seed=seed)
        drawn.add(phone.episode.task.family)
    assert drawn == {"cancel_one", "multi"}


def test_an_unknown_family_is_refused() -> None:
    with pytest.raises(OptionError, match="'errands' is not one of explicit"):
        gym.make("MyPhone-mDoorDash-v0", families=("errands",))
