"""Environments that draw new tasks at each reset."""

import json

import gymnasium as gym
import pytest

import mpb_gym
from mpb_gym.errors import OptionError
from mpb_gym.spec.library import assignment_ids, load_assignment

assert mpb_gym
SMALL = (108, 240)


@pytest.mark.parametrize("split", ["train", "validation"])
def test_each_reset_draws_another_task(split: str) -> None:
    env = gym.make("MyPhone-v0", split=split, screen=SMALL)
    seen = {env.reset(seed=seed)[1]["task"] for seed in range(20)}
    assert len(seen) == 20
    assert all(f"/{split}-" in id for id in seen)
    assert len({id.split("/")[0] for id in seen}) > 3
    env.close()


def test_the_same_seed_draws_the_same_task_and_the_same_bytes() -> None:
    frames = []
    for _ in range(2):
        env = gym.make("MyPhone-mBooking-v0", split="train", screen=SMALL)
        observation, info = env.reset(seed=5)
        frames.append((observation["screenshot"].tobytes(), observation["imy"], info["task"]))
        env.close()
    assert frames[0] == frames[1]


def test_the_user_of_a_generated_task_is_another_person() -> None:
    env = gym.make("MyPhone-mDMV-v0", split="train", screen=SMALL)
    names = {json.loads(env.reset(seed=seed)[0]["imy"])["low"]["name"] for seed in range(10)}
    assert len(names) > 5
    assert "Imogen Hartwell" not in names
    env.close()


def test_pairs_are_drawn_too() -> None:
    env = gym.make("MyPhone-mZillow-Pairs-v0", split="train", screen=SMALL)
    _, info = env.reset(seed=0)
    assert info["task"].startswith("mzillow/train-pair-")
    env.close()


def test_the_frozen_suite_is_the_default() -> None:
    env = gym.make("MyPhone-mZillow-v0", screen=SMALL)
    assert {env.reset(seed=seed)[1]["task"] for seed in range(8)} <= set(assignment_ids("mzillow"))
    env.close()


def test_a_generated_task_can_be_asked_for_by_its_id() -> None:
    env = gym.make("MyPhone-mZillow-v0", screen=SMALL)
    observation, info = env.reset(options={"task": "mzillow/validation-7"})
    assert info["task"] == "mzillow/validation-7"
    task = load_assignment("mzillow/validation-7").sessions[0]
    assert observation["instruction"] == task.instruction
    env.close()


def test_an_unknown_split_is_told() -> None:
    with pytest.raises(OptionError, match="split: 'rest' is not one of train, validation, test"):
        gym.make("MyPhone-v0", split="rest")
