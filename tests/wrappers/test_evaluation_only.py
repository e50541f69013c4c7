import pytest

from mpb_gym.agents import make_agent
from mpb_gym.env import actions
from mpb_gym.errors import ActionError, OptionError
from mpb_gym.wrappers import CostStep, EvaluationOnly
from tests.wrappers.test_all import make


def test_scores_are_told_once_at_the_end() -> None:
    env = EvaluationOnly(make())
    _, info = env.reset(seed=0, options={"task": "mdoordash/001"})
    episode = env.unwrapped.episode  # type: ignore[attr-defined]
    agent = make_agent("helpful")
    agent.begin(episode.view, episode.task.plan)
    done, total = False, 0.0
    while not done:
        assert set(info) == {"task", "session", "tool_result", "action_error"}
        command = agent.act(episode.view)
        assert not isinstance(command, ActionError)
        _, reward, terminated, truncated, info = env.step(actions.encode(command))
        total += reward
        done = terminated or truncated
    assert total == 0.0
    assert info["scorecard"] == episode.card().to_dict()
    assert info["scorecard"]["success"] and info["scorecard"]["privacy"] < 1


def test_the_scorecard_comes_at_the_step_limit_too() -> None:
    env = EvaluationOnly(make(max_episode_steps=2))
    env.reset(seed=0)
    assert "scorecard" not in env.step(actions.wait())[4]
    *_, truncated, info = env.step(actions.wait())
    assert truncated and "scorecard" in info


def test_nobody_is_told_what_is_kept_secret() -> None:
    for outer in (CostStep, EvaluationOnly):
        with pytest.raises(OptionError, match="which EvaluationOnly takes away"):
            outer(EvaluationOnly(make()))
