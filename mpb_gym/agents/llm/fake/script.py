"""What the fake model does: the oracle's commands, worked out on phones of its own.

It sees what any model sees. The task is told by the instruction in the first message, the shape
of the screen by the images. A phone is deterministic, so that a session's commands can be
worked out once and for all, and the same turn always gets the same answer.
"""

from __future__ import annotations

import threading
from typing import NamedTuple, TypeAlias

from mpb_gym.agents.agent import AgentConfig
from mpb_gym.agents.planned import Oracle
from mpb_gym.commands import Command, Terminate
from mpb_gym.device import check_screen
from mpb_gym.episode import make_episode
from mpb_gym.errors import ActionError
from mpb_gym.spec.library import assignment_ids, load_assignment

Sessions: TypeAlias = tuple[tuple[Command, ...], ...]
"""The commands of each session of an episode."""

_WIDTH = 1080
"""Of the phones that scripts are worked out on; only the shape matters, nothing is painted."""


class _Place(NamedTuple):
    assignment: str
    session: int


class Scripts:
    """The oracle's commands for every task.

    Args:
        user: How the user decides on these phones; as in the run that is played.
    """

    def __init__(self, user: str = "task") -> None:
        self._user = user
        self._places = {
            task.instruction: _Place(id, session)
            for id in assignment_ids()
            for session, task in enumerate(load_assignment(id).sessions)
        }
        self._known: dict[tuple[str, int], Sessions] = {}
        self._lock = threading.Lock()

    def instruction(self, said: str) -> str | None:
        """Returns the task's instruction that a message holds; the longest if several fit."""
        return max((each for each in self._places if each in said), key=len, default=None)

    def command(self, instruction: str, turn: int, image: tuple[int, int]) -> Command:
        """Returns what to do in a turn of a task.

        Args:
            instruction: Of the task.
            turn: From 0.
            image: Width and height of the screenshots as the model sees them.

        Raises:
            OptionError: The image has no phone's shape.
        """
        place = self._places[instruction]
        commands = self._sessions(place.assignment, image)[place.session]
        return commands[turn] if turn < len(commands) else Terminate(status="success")

    def _sessions(self, assignment: str, image: tuple[int, int]) -> Sessions:
        height = round(image[1] * _WIDTH / image[0])
        with self._lock:
            key = (assignment, height)
            if key not in self._known:
                screen = check_screen((_WIDTH, height))
                self._known[key] = _play(assignment, screen, self._user)
            return self._known[key]


def _play(assignment: str, screen: tuple[int, int], user: str) -> Sessions:
    episode, oracle = make_episode(assignment, screen=screen, user=user), Oracle(AgentConfig())
    sessions: list[list[Command]] = []
    try:
        while not episode.done:
            if episode.view.session == len(sessions):
                sessions.append([])
                oracle.begin(episode.view, episode.task.plan)
            command = oracle.act(episode.view)
            assert not isinstance(command, ActionError)
            sessions[-1].append(command)
            episode.apply(command)
    finally:
        episode.close()
    return tuple(tuple(each) for each in sessions)
