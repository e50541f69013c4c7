from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

from mpb_gym.errors import OptionError
from mpb_gym.generate import first_family, generated_id, generating_apps
from mpb_gym.spec.library import load_assignment


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


@pytest.mark.parametrize("app", generating_apps())
def test_the_family_that_is_tried_first_is_nearly_always_a_tasks_own(app: str) -> None:
    ids = [generated_id(app, "validation", number) for number in range(12)]
    own = [load_assignment(id).sessions[0].family for id in ids]
    same = [first_family(id) == family for id, family in zip(ids, own, strict=True)]
    assert sum(same) >= 11


def test_which_pair_is_drawn_is_told_by_the_pair_itself() -> None:
    assert first_family(generated_id("mdoordash", "train", 0, pair=True)) is None
    env = gym.make("MyPhone-mDoorDash-Pairs-v0", observe=(), split="train", families=("save",))
    assert env.reset(seed=0)[1]["task"].startswith("mdoordash/train-pair-")


def test_an_unknown_family_is_refused() -> None:
    with pytest.raises(OptionError, match="'errands' is not one of explicit"):
        gym.make("MyPhone-mDoorDash-v0", families=("errands",))
