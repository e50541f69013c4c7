"""Agents that know nothing: the floor under every score."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from mpb_gym.agents.agent import AgentConfig
from mpb_gym.commands import (
    BUTTONS,
    DIRECTIONS,
    INTENTS,
    LEVELS,
    AskUser,
    Click,
    Command,
    Coordinate,
    DoubleClick,
    Drag,
    LongPress,
    Open,
    ReadProfile,
    RequestPermission,
    SaveProfile,
    Swipe,
    SystemButton,
    Terminate,
    Type,
    Wait,
)
from mpb_gym.episode import View
from mpb_gym.spec.plan import PlanStep

_T = TypeVar("_T")
_WORDS = (
    "",
    "a",
    "pizza",
    "  two  spaces ",
    "Zürich 李雷",
    "50% O'Neil",
    "👩\u200d🚀",
    "line\nbreak",
)


class NoopAgent:
    """Does nothing at all until its steps are used up."""

    planned = False

    def __init__(self, config: AgentConfig) -> None:
        config.only()

    def begin(self, view: View, plan: tuple[PlanStep, ...]) -> None:
        """Nothing to prepare."""

    def act(self, view: View) -> Command:
        """Waits."""
        return Wait()


class FinishAgent(NoopAgent):
    """Says at once that the task is done."""

    def act(self, view: View) -> Command:
        """Ends the session."""
        return Terminate(status="success")


class RandomAgent:
    """Does anything at all, except to end the session early.

    Args:
        config: Has the seed of its own generator.
    """

    planned = False

    def __init__(self, config: AgentConfig) -> None:
        config.only()
        self._rng = np.random.default_rng(config.seed)

    def begin(self, view: View, plan: tuple[PlanStep, ...]) -> None:
        """Nothing to prepare."""

    def act(self, view: View) -> Command:
        """Draws a command; half of them taps, as on a touch screen."""
        keys = (*view.imy["low"], *view.imy["high"], "no_such_key")
        key, word = self._any(keys), self._any(_WORDS)
        intent, level = self._any(INTENTS), self._any(LEVELS)
        others: tuple[Command, ...] = (
            LongPress(coordinate=self._point()),
            DoubleClick(coordinate=self._point()),
            Type(text=word),
            Swipe(direction=self._any(DIRECTIONS), coordinate=self._point()),
            Drag(coordinate=self._point(), end_coordinate=self._point()),
            SystemButton(button=self._any(BUTTONS)),
            Open(text=self._any(("mDoorDash", "iMy", "nothing"))),
            Wait(),
            RequestPermission(intent=intent, key=key, reason=word, value=word, level=level),
            ReadProfile(key=key),
            SaveProfile(key=key, value=word, level=level),
            AskUser(text=word),
        )
        if self._rng.random() < 0.5:
            return Click(coordinate=self._point())
        return self._any(others)

    def _any(self, options: tuple[_T, ...]) -> _T:
        return options[int(self._rng.integers(len(options)))]

    def _point(self) -> Coordinate:
        return float(self._rng.random()), float(self._rng.random())
