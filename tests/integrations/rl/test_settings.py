from __future__ import annotations

import json
import pickle
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from mpb_gym.agents.agent import AgentConfig
from mpb_gym.agents.planned import Helpful
from mpb_gym.env.codec import encode
from mpb_gym.errors import OptionError
from mpb_gym.integrations.rl.settings import Setting

KINDS = {
    "parts": Setting(),
    "flat": Setting(arrays="flat"),
    "both": Setting(arrays="flat", screenshot=40),
    "pixels": Setting(arrays="none", screenshot=40),
}


@pytest.mark.parametrize("setting", KINDS.values(), ids=KINDS)
def test_observations_are_in_the_space_and_tasks_of_the_family(setting: Setting) -> None:
    env = setting.make("train")
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert info["task"].startswith("mdoordash/train-")
    phone: Any = env.unwrapped
    assert phone.episode.task.family == "explicit"
    observation, *_ = env.step(np.int64(np.flatnonzero(env.action_masks())[0]))
    assert env.observation_space.contains(observation)


def test_what_is_observed_is_what_was_asked_for() -> None:
    names = {
        kind: set(setting.make().observation_space.spaces)  # type: ignore[attr-defined]
        for kind, setting in KINDS.items()
    }
    assert names == {
        "parts": {"elements", "texts", "high", "context"},
        "flat": {"arrays"},
        "both": {"arrays", "screenshot"},
        "pixels": {"screenshot"},
    }
    for options, message in (
        ({"arrays": "none"}, "must be a screenshot"),
        ({"arrays": "round"}, "'round'; it is one of parts, flat, none"),
    ):
        with pytest.raises(OptionError, match=message):
            Setting(**options).make()  # type: ignore[arg-type]


@pytest.mark.parametrize("families", [None, ("explicit", "search")])
def test_it_goes_through_json(families: tuple[str, ...] | None) -> None:
    setting = Setting(families=families, privacy=0.5, arrays="flat", screenshot=64)
    assert Setting.from_dict(json.loads(json.dumps(setting.to_dict()))) == setting
    assert Setting.from_dict({}) == Setting()
    assert pickle.loads(pickle.dumps(setting)) == setting


def test_an_entry_that_no_setting_has_is_named() -> None:
    with pytest.raises(OptionError, match="privaci is not known; there are id, families, privacy"):
        Setting.from_dict({"privaci": 1})


def test_privacy_is_weighed_against_success() -> None:
    """Without a weight the helpful agent's order is worth 1, with one it is worth less."""
    totals = {}
    for privacy in (0.0, 1.0):
        env = Setting(privacy=privacy).make("train")
        env.reset(seed=2)
        totals[privacy] = sum(_rewards_of_the_helpful_agent(env.env))
    assert totals[0.0] == pytest.approx(1) and totals[1.0] < 0.5


def _rewards_of_the_helpful_agent(env: gym.Env[Any, Any]) -> list[float]:
    phone: Any = env.unwrapped
    agent = Helpful(AgentConfig(seed=2))
    agent.begin(phone.episode.view, phone.episode.task.plan)
    rewards, over = [], False
    while not over:
        _, reward, terminated, truncated, _ = env.step(encode(agent.act(phone.episode.view)))
        rewards.append(float(reward))
        over = terminated or truncated
    return rewards
