from typing import Any

import gymnasium as gym
import pytest

from mpb_gym.env import actions
from mpb_gym.errors import OptionError
from mpb_gym.wrappers import TimeAwareness
from tests.wrappers.test_all import make


def test_the_share_of_steps_left_falls_from_one_to_zero() -> None:
    env = TimeAwareness(make())
    observation, _ = env.reset(seed=0)
    limit = env.unwrapped.episode.task.max_steps  # type: ignore[attr-defined]
    assert observation["time_left"] == 1
    for step in range(1, limit + 1):
        observation, *_ = env.step(actions.wait())
        assert observation["time_left"] == pytest.approx(1 - step / limit)
    assert observation["time_left"] == 0
    assert env.reset()[0]["time_left"] == 1


def test_a_closer_limit_counts() -> None:
    env = TimeAwareness(make(max_episode_steps=4))
    env.reset(seed=0)
    shares = [env.step(actions.wait())[0]["time_left"][0] for _ in range(4)]
    assert shares == [0.75, 0.5, 0.25, 0.0]


def test_two_commands_of_one_action_are_two_steps() -> None:
    class Twice(gym.Wrapper[Any, Any, Any, Any]):
        def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
            self.env.step(action)
            return self.env.step(action)

    env = TimeAwareness(Twice(make(max_episode_steps=8)))
    env.reset(seed=0)
    assert [env.step(actions.wait())[0]["time_left"][0] for _ in range(2)] == [0.75, 0.5]
    assert env.reset()[0]["time_left"] == 1


def test_a_second_session_begins_with_all_its_time() -> None:
    env = TimeAwareness(make(id="MyPhone-mDoorDash-Pairs-v0"))
    env.reset(seed=0)
    for _ in range(3):
        observation, *_ = env.step(actions.wait())
    assert observation["time_left"] < 1
    observation, *_, info = env.step(actions.terminate())
    assert info["session"] == 1 and observation["time_left"] == 1


def test_once_is_enough() -> None:
    with pytest.raises(OptionError, match="'time_left' already"):
        TimeAwareness(TimeAwareness(make()))
