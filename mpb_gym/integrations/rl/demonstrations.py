"""What other agents did, written down as choices among elements, to be imitated."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mpb_gym.agents.agent import Agent, AgentConfig
from mpb_gym.commands import (
    Click,
    Command,
    LongPress,
    Open,
    RequestPermission,
    SaveProfile,
    Type,
)
from mpb_gym.env.codec import encode
from mpb_gym.env.env import MyPhoneEnv
from mpb_gym.errors import ActionError, OptionError
from mpb_gym.wrappers.elements.actions import ElementActions
from mpb_gym.wrappers.elements.look import Look, center, is_menu

Observation = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Demonstrations:
    """Choices of an agent, one row each.

    Attributes:
        observations: By entry, the choices' first axis; float16 to save memory.
        actions: Shape (n,), int64.
        masks: Shape (n, actions / 8), ``numpy.packbits`` of what could be chosen.
        episodes: How many episodes they come from.
        successes: In how many of these the task was done.
        left_out: Commands that no action stands for.
    """

    observations: Observation
    actions: NDArray[np.int64]
    masks: NDArray[np.uint8]
    episodes: int
    successes: int
    left_out: int


def demonstrate(
    env: ElementActions,
    make_agent: Callable[[AgentConfig], Agent],
    episodes: int,
    seed: int,
) -> Demonstrations:
    """Has an agent do tasks, and writes down what it chose.

    Args:
        env: :class:`ElementActions` over :class:`ElementObservation`.
        make_agent: Makes the agent of an episode; it may follow the reference plan.
        episodes: How many tasks.
        seed: Of the first episode; the others follow.

    Raises:
        OptionError: The environment is another one.
    """
    if not isinstance(env, ElementActions):
        raise OptionError("demonstrate: needs ElementActions as the outermost wrapper")
    observations: dict[str, list[NDArray[Any]]] = {}
    actions, masks, done, left_out = list[int](), list[NDArray[np.uint8]](), 0, 0
    for number in range(episodes):
        observation, _ = env.reset(seed=seed + number)
        demonstrator = _Demonstrator(env, make_agent(AgentConfig(seed=seed + number)))
        for choice in demonstrator.run(observation):
            if choice.action is None:
                left_out += 1
                continue
            for name, value in choice.observation.items():
                observations.setdefault(name, []).append(value.astype(np.float16))
            actions.append(choice.action)
            masks.append(np.packbits(choice.mask))
        done += demonstrator.success
    return Demonstrations(
        observations={name: np.stack(values) for name, values in observations.items()},
        actions=np.array(actions, np.int64),
        masks=np.stack(masks),
        episodes=episodes,
        successes=done,
        left_out=left_out,
    )


@dataclass(frozen=True, slots=True)
class _Choice:
    observation: Observation
    mask: NDArray[np.bool_]
    action: int | None


class _Demonstrator:
    """One episode of one agent."""

    def __init__(self, env: ElementActions, agent: Agent) -> None:
        self._env, self._agent = env, agent
        phone = env.unwrapped
        assert isinstance(phone, MyPhoneEnv)
        self._episode = phone.episode
        self.success = False

    def run(self, observation: Observation) -> Iterator[_Choice]:
        """Runs it to its end, yielding what was chosen."""
        self._observation, self._over = observation, False
        session = -1
        while not self._over:
            if self._episode.view.session != session:
                session = self._episode.view.session
                plan = self._episode.task.plan if self._agent.planned else ()
                self._agent.begin(self._episode.view, plan)
            yield from self._choose(self._next())

    def _choose(self, command: Command) -> Iterator[_Choice]:
        observation, mask, seen = self._observation, self._env.action_masks(), self._env.look()
        self._apply(command)
        if _reaches(seen, command) and not self._over:
            # The tap belongs to what is typed next, if anything is.
            following = self._next()
            if isinstance(following, Type):
                yield _Choice(observation, mask, self._env.find((command, following), seen))
                self._apply(following)
                return
            yield _Choice(observation, mask, self._env.find((command,), seen))
            yield from self._choose(following)
            return
        if _asks_to_save(command) and not self._over:
            saving = self._next()
            if isinstance(saving, SaveProfile):
                yield _Choice(observation, mask, self._env.find((command, saving), seen))
                self._apply(saving)
                return
            yield _Choice(observation, mask, self._env.find((command,), seen))
            yield from self._choose(saving)
            return
        yield _Choice(observation, mask, self._env.find((command,), seen))

    def _next(self) -> Command:
        command = self._agent.act(self._episode.view)
        if isinstance(command, ActionError):
            raise OptionError(f"demonstrate: the agent had no action to offer; {command}")
        if isinstance(command, Open):
            icons = (each for each in self._env.look().elements if each["is_clickable"])
            icon = next((each for each in icons if each["text"] == command.text), None)
            return command if icon is None else Click(coordinate=center(icon))
        return command

    def _apply(self, command: Command) -> None:
        self._observation, _, terminated, truncated, info = self._env.env.step(encode(command))
        self._over = terminated or truncated
        self.success = bool(info["is_success"])


def _asks_to_save(command: Command) -> bool:
    return isinstance(command, RequestPermission) and command.intent == "write_data"


def _reaches(seen: Look, command: Command) -> bool:
    """Whether a command taps a text box."""
    if not isinstance(command, Click | LongPress):
        return False
    return any(
        node["is_editable"] and not is_menu(node) and center(node) == command.coordinate
        for node in seen.elements
    )
