"""Agents: the yardsticks of the scores, agents of others, and the loop that drives any agent."""

from mpb_gym.agents.agent import Agent, AgentConfig, close_agent, usage_of
from mpb_gym.agents.catalogue import AGENTS, check_agent, looks, make_agent
from mpb_gym.agents.loop import Watcher, run_episode
from mpb_gym.agents.usage import Usage

__all__ = [
    "AGENTS",
    "Agent",
    "AgentConfig",
    "Usage",
    "Watcher",
    "check_agent",
    "close_agent",
    "looks",
    "make_agent",
    "run_episode",
    "usage_of",
]
