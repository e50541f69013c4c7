"""Drives an agent through an episode."""

from __future__ import annotations

from typing import Protocol

from mpb_gym.agents.agent import Agent
from mpb_gym.audit import Record
from mpb_gym.commands import Command
from mpb_gym.episode import Episode
from mpb_gym.errors import ActionError


class Watcher(Protocol):
    """Somebody who looks on; may raise to end the episode."""

    def begun(self, episode: Episode, agent: Agent) -> None:
        """Hears that a session has begun, before the agent acts in it."""

    def decided(self, episode: Episode, agent: Agent, command: Command | ActionError) -> None:
        """Hears what the agent wants, before it is done."""

    def done(self, episode: Episode, agent: Agent) -> None:
        """Hears that it has been done."""


def run_episode(episode: Episode, agent: Agent, *watchers: Watcher) -> Record:
    """Lets an agent act until the episode ends, and returns the record.

    Sessions end at the agent's word or at their step limit, so this always comes to an end.

    Args:
        episode: A new one.
        agent: One that has not acted yet.
        watchers: Who looks on.

    Raises:
        InfrastructureError: Something broke that the agent is not to blame for.
    """
    session = -1
    while not episode.done:
        if episode.view.session != session:
            session = episode.view.session
            agent.begin(episode.view, episode.task.plan if agent.planned else ())
            for watcher in watchers:
                watcher.begun(episode, agent)
        command = agent.act(episode.view)
        for watcher in watchers:
            watcher.decided(episode, agent, command)
        episode.apply(command)
        for watcher in watchers:
            watcher.done(episode, agent)
    return episode.record()
