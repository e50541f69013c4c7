from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from mpb_gym.agents.planned import Helpful, Oracle
from mpb_gym.errors import OptionError
from mpb_gym.integrations.rl.demonstrations import Demonstrations, demonstrate
from mpb_gym.integrations.rl.settings import Setting


@pytest.mark.parametrize("agent", [Helpful, Oracle])
@pytest.mark.parametrize("seed", [3, 4])
def test_the_actions_do_again_what_the_agent_did(agent: Any, seed: int) -> None:
    env = Setting().make("train")
    shown = demonstrate(env, agent, episodes=1, seed=seed)
    assert shown.successes == 1 and shown.left_out == 0
    observation, info = env.reset(seed=seed)
    over = False
    for row, action in enumerate(shown.actions):
        assert not over
        for name, values in shown.observations.items():
            assert np.array_equal(values[row], observation[name].astype(np.float16)), name
        mask = env.action_masks()
        assert np.array_equal(np.packbits(mask), shown.masks[row]) and mask[action]
        observation, _, terminated, truncated, info = env.step(action)
        over = terminated or truncated
    assert over and info["is_success"]


def test_masks_allow_what_was_done(shown: Demonstrations) -> None:
    count = int(Setting().make().action_space.n)  # type: ignore[attr-defined]
    masks = np.unpackbits(shown.masks, axis=1, count=count)
    assert len(shown.actions) == len(masks) > 50
    assert masks[np.arange(len(masks)), shown.actions].all()
    assert len(set(shown.actions.tolist())) > 8, "not the same thing again and again"


def test_episodes_follow_the_first_ones_seed(shown: Demonstrations) -> None:
    env = Setting().make("train")
    again = [demonstrate(env, Helpful, episodes=1, seed=seed) for seed in range(shown.episodes)]
    assert np.array_equal(shown.actions, np.concatenate([each.actions for each in again]))
    assert shown.successes == sum(each.successes for each in again)


def test_another_environment_is_refused() -> None:
    env: Any = gym.make("MyPhone-mDoorDash-v0", observe=())
    with pytest.raises(OptionError, match="ElementActions as the outermost"):
        demonstrate(env, Helpful, episodes=1, seed=0)


def test_returns_are_sums_of_what_the_actions_earn_and_cost() -> None:
    env = Setting(privacy=0.0).make("train")
    shown = demonstrate(env, Helpful, episodes=1, seed=3, gamma=0.9)
    env.reset(seed=3)
    steps = [env.step(action) for action in shown.actions]
    for name, found in (("reward", shown.returns), ("cost", shown.costs)):
        earned = [step[1] if name == "reward" else step[4]["cost"] for step in steps]
        expected = [
            sum(0.9**later * each for later, each in enumerate(earned[index:]))
            for index in range(len(earned))
        ]
        assert found.tolist() == pytest.approx(expected, abs=1e-5)
    assert shown.returns[-1] == 1 and shown.costs[0] > 0.5
