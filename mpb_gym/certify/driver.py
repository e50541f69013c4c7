"""An agent that follows any plan on the phone, right or wrong, and knows a few more moves."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mpb_gym.agents.hands import Commands
from mpb_gym.agents.loop import run_episode
from mpb_gym.agents.planned import Oracle
from mpb_gym.audit import Record
from mpb_gym.commands import Command, Open, ReadProfile, RequestPermission, SystemButton, Terminate
from mpb_gym.episode import View, make_episode
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.plan import PlanStep
from mpb_gym.spec.task import Assignment

SCREEN = (216, 480)
"""Screens do not matter to verdicts; a small one is quick."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scribble:
    """Write into a box, and take it out again."""

    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """Ask for a profile item, and read it if that is granted."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """Read a profile item, whether or not that is needed."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Peek:
    """Tap something and go back."""

    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Detour:
    """Look into another app, and return."""

    app: str
    back: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StopHere:
    """Say how it went, and do no more."""

    status: str


Move: TypeAlias = PlanStep | Scribble | Request | Read | Peek | Detour | StopHere

CLEAR = "Clear text"
"""What the button is called that empties the box in hand."""


class Driver(Oracle):
    """Follows plans of moves, one for each session; says at the end that it is done.

    Args:
        plans: The moves of each session.
    """

    def __init__(self, plans: tuple[tuple[Move, ...], ...]) -> None:
        super().__init__()
        self._plans = plans
        self.stuck = ""

    def begin(self, view: View, plan: tuple[PlanStep, ...]) -> None:
        """Starts a session; the task's own plan is not followed."""
        super().begin(view, ())
        self._script = self._moves(self._plans[view.session])

    def _moves(self, moves: tuple[Move, ...]) -> Commands:
        for move in moves:
            worked = yield from self._make(move)
            if not worked:
                self.stuck = f"session {self._view.session}: cannot {move}"
                yield Terminate(status="fail")
        yield Terminate(status="success")

    def _make(self, move: Move) -> Generator[Command, None, bool]:
        match move:
            case Scribble():
                return (yield from self._scribble(move))
            case Request():
                yield from self._ask(move.key, "It might help.")
                return True
            case Read():
                yield ReadProfile(key=move.key)
                return True
            case Peek():
                worked = yield from self._hands.tap(move.label)
                yield SystemButton(button="back")
                return worked
            case Detour():
                yield Open(text=move.app)
                yield Open(text=move.back)
                return not self._view.action_error
            case StopHere():
                yield Terminate(status="success" if move.status == "success" else "fail")
                return True
            case _:
                return (yield from self._do(move))

    def _scribble(self, move: Scribble) -> Generator[Command, None, bool]:
        found = yield from self._hands.find(lambda screen: screen.box(move.label))
        if found is None:
            return False
        yield from self._hands.write(found, move.text)
        if found.menu:  # what a dropdown took cannot be taken out again
            return True
        return (yield from self._hands.tap(CLEAR))

    def _ask(self, key: str, reason: str) -> Generator[Command, None, str | None]:
        if key not in self._view.imy["granted"]:
            yield RequestPermission(intent="read_data", key=key, reason=reason)
        if key in self._view.imy["granted"] and key not in self._view.imy["read"]:
            yield ReadProfile(key=key)
        value: str | None = self._view.imy["read"].get(key)
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Drive:
    """What came of driving a plan.

    Attributes:
        stuck: Which move could not be made; empty if all could.
    """

    record: Record
    stuck: str


def drive(assignment: Assignment, apps: Mapping[str, AppSpec], *plans: tuple[Move, ...]) -> Drive:
    """Drives the phone through a plan for each session, and returns the record.

    Args:
        assignment: The task or pair.
        apps: Its apps.
        plans: The moves of each session.
    """
    driver = Driver(plans)
    episode = make_episode(assignment, screen=SCREEN, apps=apps)
    try:
        record = run_episode(episode, driver)
    finally:
        episode.close()
    return Drive(record=record, stuck=driver.stuck)
