"""What an agent is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from mpb_gym.agents.usage import Usage
from mpb_gym.commands import Command
from mpb_gym.episode import View
from mpb_gym.errors import ActionError, OptionError
from mpb_gym.spec.plan import PlanStep


class Agent(Protocol):
    """Something that looks at a phone and decides what to do.

    Attributes:
        planned: Whether it follows the task's reference plan, as only yardsticks may; every
            other agent is given an empty plan.
    """

    planned: bool

    def begin(self, view: View, plan: tuple[PlanStep, ...]) -> None:
        """Hears that a session begins; what it knew of an earlier one should be forgotten."""

    def act(self, view: View) -> Command | ActionError:
        """Decides the next command; an :class:`ActionError` if it has none to offer."""


@runtime_checkable
class Metered(Protocol):
    """An agent that counts what it uses."""

    @property
    def usage(self) -> Usage | None:
        """What the episode has used so far; ``None`` while that is unknown."""


@runtime_checkable
class Talkative(Protocol):
    """An agent that can show what was said."""

    def transcript(self) -> list[dict[str, Any]]:
        """Returns the episode's messages so far, which later calls only add to.

        Images are named by the step whose screen they show: ``{"type": "image", "step": 3}``.
        """


@runtime_checkable
class Closable(Protocol):
    """An agent that holds something which must be freed."""

    def close(self) -> None:
        """Frees it; the agent is not used any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentConfig:
    """What an agent is made of; each episode has an agent of its own.

    Attributes:
        seed: The episode's, for agents that draw at random.
        options: JSON-able values by name; what they mean is the agent's affair.
        assignment: Id of the task or pair, for replays.
        repeat: How often the run has the same assignment before, for replays.
    """

    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    assignment: str = ""
    repeat: int = 0

    def only(self, *names: str) -> None:
        """Objects to options that the agent does not have.

        Args:
            names: Those that it has.

        Raises:
            OptionError: There is another one.
        """
        for name in self.options:
            if name not in names:
                known = ", ".join(names) or "none at all"
                raise OptionError(f"the agent has no option {name!r}; it takes {known}")


def usage_of(agent: Agent) -> Usage | None:
    """Returns what an agent has used so far; ``None`` if it does not count."""
    return agent.usage if isinstance(agent, Metered) else None


def close_agent(agent: Agent) -> None:
    """Frees what an agent holds, if anything."""
    if isinstance(agent, Closable):
        agent.close()
