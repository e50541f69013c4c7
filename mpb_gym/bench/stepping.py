"""What ``mpb perf`` steps: the environment as ``gym.make`` makes it, and bare frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium as gym
import numpy as np

from mpb_gym.agents import make_agent
from mpb_gym.bench.pace import Pace, Subject, passes
from mpb_gym.commands import Command
from mpb_gym.env.actions import Action, encode
from mpb_gym.env.spaces import NAMES, action_space
from mpb_gym.episode import make_episode
from mpb_gym.errors import ActionError
from mpb_gym.spec.library import assignment_ids

SIZES = {"native": (1080, 2400), "540x1200": (540, 1200), "216x480": (216, 480)}
"""Width and height of screenshots in pixels, by the name that reports use."""

SMALL = SIZES["216x480"]

TEXT = "text"
"""The name of an environment that shows the accessibility tree in place of pixels."""


def any_task() -> str:
    """Returns the task that everything is measured on: the first that is no pair."""
    return next(id for id in assignment_ids() if "/pair_" not in id)


def made(name: str) -> gym.Env[Any, Any]:
    """Makes the environment of that name, a size or :data:`TEXT`, with Gymnasium's wrappers."""
    if name == TEXT:
        return gym.make("MyPhone-v0", screen=SMALL, observe=("ui",))
    return gym.make("MyPhone-v0", screen=SIZES[name], observe=("screenshot",))


def oracle_commands(task: str) -> list[Command]:
    """Returns the oracle's way through a task; it is the same at every size."""
    episode, agent = make_episode(task, screen=SMALL), make_agent("oracle")
    agent.begin(episode.view, episode.task.plan)
    issued: list[Command] = []
    while not episode.done:
        command = agent.act(episode.view)
        assert not isinstance(command, ActionError), "the oracle always has something to do"
        issued.append(command)
        episode.apply(command)
    episode.close()
    return issued


def oracle_actions(task: str) -> list[Action]:
    """Returns the same as actions."""
    return [encode(command) for command in oracle_commands(task)]


def sampled_actions() -> list[Action]:
    """Returns noise that never ends the session, so that it reaches more than one screen."""
    space = action_space()
    space.seed(0)
    drawn = (space.sample() for _ in range(500))
    return [action for action in drawn if NAMES[action["action_type"]] != "terminate"]


def stepping(env: gym.Env[Any, Any], task: str, actions: Sequence[Action]) -> Subject:
    """Steps an environment through the actions, from a reset that is not counted.

    The last observation is held until the next has come, as an agent holds it.
    """

    def once() -> int:
        for count, action in enumerate(actions, 1):
            observation, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                return count
        del observation
        return len(actions)

    def run(seconds: float) -> Pace:
        return passes(lambda: env.reset(seed=0, options={"task": task}), once, seconds)

    return run


def copying(size: tuple[int, int]) -> Subject:
    """Copies a frame, which nothing that returns a new frame can be faster than."""
    width, height = size
    frame = np.full((height, width, 3), 255, np.uint8)

    def once() -> int:
        for _ in range(20):
            frame.copy()
        return 20

    return lambda seconds: passes(lambda: None, once, seconds / 2)
