"""Records of episodes that were driven on the phone, each once."""

from __future__ import annotations

from functools import cache

from mpb_gym.agents import make_agent, run_episode
from mpb_gym.audit import Record
from mpb_gym.device import SimDevice
from mpb_gym.episode import make_episode


@cache
def played(agent: str, id: str) -> Record:
    """Returns the record of an agent's episode."""
    episode = make_episode(id, device=SimDevice((216, 480)))
    try:
        return run_episode(episode, make_agent(agent, 0, assignment=id))
    finally:
        episode.close()
