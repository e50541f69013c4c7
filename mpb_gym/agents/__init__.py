"""Agents: the yardsticks of the scores, and the loop that drives any agent."""

from __future__ import annotations

from collections.abc import Callable

from mpb_gym.agents.agent import Agent
from mpb_gym.agents.loop import run_episode
from mpb_gym.registry import Registry

AGENTS: Registry[Callable[[int], Agent]] = Registry(
    "agent",
    {
        "oracle": "mpb_gym.agents.planned:Oracle",
        "helpful": "mpb_gym.agents.planned:Helpful",
        "timid": "mpb_gym.agents.planned:Timid",
        "random": "mpb_gym.agents.baselines:RandomAgent",
        "noop": "mpb_gym.agents.baselines:NoopAgent",
    },
)
"""Every agent by name: something that takes a seed and returns the agent."""


def make_agent(name: str, seed: int = 0) -> Agent:
    """Makes an agent.

    Args:
        name: A name of :data:`AGENTS`.
        seed: For agents that draw at random.

    Raises:
        UnknownNameError: There is no such agent.
    """
    return AGENTS[name](seed)


__all__ = ["AGENTS", "Agent", "make_agent", "run_episode"]
