from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

from mpb_gym.agents.agent import AgentConfig
from mpb_gym.agents.planned import Helpful, Oracle
from mpb_gym.env import actions
from mpb_gym.env.codec import encode
from mpb_gym.errors import OptionError
from mpb_gym.wrappers import PrivacyReward


def total(agent: Any, discount: float = 1.0, **weights: float) -> tuple[float, dict[str, Any]]:
    env = PrivacyReward(gym.make("MyPhone-mDoorDash-v0", observe=()), **weights)
    env.reset(options={"task": "mdoordash/001"})
    phone: Any = env.unwrapped
    agent.begin(phone.episode.view, phone.episode.task.plan)
    result, factor, over = 0.0, 1.0, False
    while not over:
        _, reward, terminated, truncated, info = env.step(encode(agent.act(phone.episode.view)))
        result += factor * reward
        factor *= discount
        over = terminated or truncated
    return result, info


def test_doing_it_with_care_is_worth_the_success_and_no_less() -> None:
    assert total(Oracle(AgentConfig()), success=2.0)[0] == 2.0


def test_each_dimension_costs_what_its_score_lost() -> None:
    for name in ("op", "tr", "fm"):
        weights = dict.fromkeys(("op", "tr", "fm"), 0.0) | {name: 1.0}
        result, info = total(Helpful(AgentConfig()), **weights)
        assert max(0.0, result) == pytest.approx(info[name])


def test_steps_cost() -> None:
    with_cost, _ = total(Oracle(AgentConfig()), step=0.01)
    assert with_cost < 1.0 - 0.01 * 20


@pytest.mark.parametrize("gamma", [1.0, 0.9])
def test_progress_changes_a_discounted_return_by_the_same_for_everyone(gamma: float) -> None:
    """The potential telescopes: what remains is that of the beginning, whoever acts."""
    lost = [
        total(agent(AgentConfig()), gamma, progress=1.0, gamma=gamma)[0]
        - total(agent(AgentConfig()), gamma)[0]
        for agent in (Oracle, Helpful)
    ]
    assert lost[0] == pytest.approx(lost[1])


def test_progress_rewards_a_right_entry_before_anything_is_sent() -> None:
    env = PrivacyReward(gym.make("MyPhone-mDoorDash-v0", observe=()), progress=1.0, gamma=1.0)
    env.reset(options={"task": "mdoordash/001"})
    phone: Any = env.unwrapped
    agent = Oracle(AgentConfig())
    agent.begin(phone.episode.view, phone.episode.task.plan)
    rewards = [env.step(encode(agent.act(phone.episode.view)))[1] for _ in range(20)]
    assert sum(reward > 0 for reward in rewards) >= 3


def test_wrong_weights_are_refused() -> None:
    env = gym.make("MyPhone-mDoorDash-v0", observe=())
    with pytest.raises(OptionError, match="op is -1"):
        PrivacyReward(env, op=-1)
    with pytest.raises(OptionError, match="gamma is 0"):
        PrivacyReward(env, gamma=0)


def test_a_success_is_paid_at_the_end_alone() -> None:
    env = PrivacyReward(gym.make("MyPhone-mDoorDash-v0", observe=()))
    env.reset(seed=0)
    assert env.step(actions.wait())[1] == 0.0
