from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np

from mpb_gym.agents.agent import AgentConfig
from mpb_gym.agents.planned import Helpful
from mpb_gym.env.codec import encode
from mpb_gym.env.env import MyPhoneEnv
from mpb_gym.wrappers import ElementObservation


def test_numbers_stay_in_the_space_through_a_whole_order() -> None:
    env = ElementObservation(gym.make("MyPhone-mDoorDash-v0", observe=()))
    observation, _ = env.reset(options={"task": "mdoordash/001"})
    phone: Any = env.unwrapped
    assert isinstance(phone, MyPhoneEnv)
    agent = Helpful(AgentConfig())
    agent.begin(phone.episode.view, phone.episode.task.plan)
    over, seen = False, [observation]
    while not over:
        observation, _, terminated, truncated, _ = env.step(encode(agent.act(phone.episode.view)))
        assert env.observation_space.contains(observation)
        over = terminated or truncated
        seen.append(observation)
    assert len({each["elements"].tobytes() for each in seen}) > 20, "the screen is in it"


def test_a_value_that_was_not_read_leaves_no_trace() -> None:
    """Two users who differ in a HIGH value alone look the same."""
    env = ElementObservation(gym.make("MyPhone-mDoorDash-v0", observe=()))
    observation, _ = env.reset(options={"task": "mdoordash/001"})
    assert not np.any(observation["texts"][:, 2]), "nothing counts as read"
    granted_and_read = observation["high"][:, 1:3]
    assert not granted_and_read.any()


def test_a_screenshot_stays() -> None:
    env = ElementObservation(gym.make("MyPhone-mDoorDash-v0", screen=(108, 240)))
    assert env.reset(seed=0)[0]["screenshot"].shape == (240, 108, 3)
