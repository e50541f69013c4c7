"""Drives an agent through an episode."""

from __future__ import annotations

from mpb_gym.agents.agent import Agent
from mpb_gym.audit import Record
from mpb_gym.episode import Episode


def run_episode(episode: Episode, agent: Agent) -> Record:
    """Lets an agent act until the episode ends, and returns the record.

    Sessions end at the agent's word or at their step limit, so this always comes to an end.
    """
    session = -1
    while not episode.done:
        if episode.view.session != session:
            session = episode.view.session
            agent.begin(episode.view, episode.task.plan if agent.planned else ())
        episode.apply(agent.act(episode.view))
    return episode.record()
