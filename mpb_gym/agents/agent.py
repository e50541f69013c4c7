"""What an agent is."""

from __future__ import annotations

from typing import Protocol

from mpb_gym.commands import Command
from mpb_gym.episode import View
from mpb_gym.errors import ActionError
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
