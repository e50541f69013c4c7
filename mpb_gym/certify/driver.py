"""Follows any plan on the phone, right or wrong, with a few more moves than agents plan with."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mpb_gym.agents import AgentConfig
from mpb_gym.agents.planned import Oracle
from mpb_gym.audit import Record
from mpb_gym.commands import Command, Open, ReadProfile, Status, SystemButton, Terminate
from mpb_gym.episode import Snapshot, View, make_episode
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.plan import Fill, FromProfile, PlanStep
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
class Put:
    """Make one box of the form hold something."""

    label: str
    source: FromProfile | str


Move: TypeAlias = PlanStep | Put | Scribble | Request | Read | Peek | Detour

CLEAR = "Clear text"
"""What the button is called that empties the box in hand."""


class Driver(Oracle):
    """Makes single moves on a phone."""

    def begin(self, view: View, plan: tuple[PlanStep, ...] = ()) -> None:
        """Takes a session in hand; the task's own plan is not followed."""
        super().begin(view, ())

    def make(self, move: Move) -> Generator[Command, None, bool]:
        """Yields the commands of a move; returns whether it worked out."""
        match move:
            case Put():
                return (yield from self._do(Fill(boxes={move.label: move.source})))
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
            case _:
                return (yield from self._do(move))

    def _scribble(self, move: Scribble) -> Generator[Command, None, bool]:
        found = yield from self._hands.find(lambda screen: screen.box(move.label))
        if found is None:
            return False
        yield from self._hands.write(found, move.text)
        return (yield from self._hands.tap(CLEAR))


@dataclass(frozen=True, slots=True, kw_only=True)
class Drive:
    """What came of driving a plan.

    Attributes:
        stuck: Which move could not be made; empty if all could.
    """

    record: Record
    stuck: str


class Rig:
    """A phone on which many courses of events of one assignment are driven.

    Courses that begin alike are driven together: where they part, the phone goes back.

    Args:
        assignment: The task or pair.
        apps: Its apps.
    """

    def __init__(self, assignment: Assignment, apps: Mapping[str, AppSpec]) -> None:
        self._episode = make_episode(assignment, screen=SCREEN, apps=apps)
        self._driver = Driver(AgentConfig())
        self._moments: dict[tuple[Move, ...], Snapshot] = {(): self._episode.snapshot()}

    def drive(self, *plans: tuple[Move, ...], status: Status = "success") -> Drive:
        """Drives a plan for each session, and returns the record.

        Args:
            plans: The moves of each session.
            status: What is said at each end; a session that gets stuck says ``fail``.
        """
        stuck = ""
        for session, plan in enumerate(plans):
            stuck = self._play(_single(plan), resume=session == 0) or stuck
            if not self._episode.done and self._episode.view.session == session:
                self._episode.apply(Terminate(status="fail" if stuck else status))
        return Drive(record=self._episode.record(), stuck=stuck)

    def _play(self, moves: tuple[Move, ...], *, resume: bool) -> str:
        """Makes the moves that no earlier course has made; says which one cannot be made."""
        known = 0
        if resume:
            known = next(n for n in range(len(moves), -1, -1) if moves[:n] in self._moments)
            self._episode.restore(self._moments[moves[:known]])
        session = self._episode.view.session
        self._driver.begin(self._episode.view)
        for number in range(known, len(moves)):
            worked = self._make(moves[number], session)
            if not worked:
                return f"cannot {moves[number]}"
            if resume:
                self._moments[moves[: number + 1]] = self._episode.snapshot()
        return ""

    def _make(self, move: Move, session: int) -> bool:
        commands = self._driver.make(move)
        while True:
            try:
                command = next(commands)
            except StopIteration as stop:
                return bool(stop.value)
            self._episode.apply(command)
            if self._episode.done or self._episode.view.session != session:
                return False  # the step limit was reached on the way

    def close(self) -> None:
        """Frees the phone."""
        self._moments.clear()
        self._episode.close()


def _single(plan: tuple[Move, ...]) -> tuple[Move, ...]:
    """Returns a plan with forms filled in box by box, so that more of it is alike in others."""
    moves: list[Move] = []
    for move in plan:
        if isinstance(move, Fill):
            moves += [Put(label=label, source=source) for label, source in move.boxes.items()]
        else:
            moves.append(move)
    return tuple(moves)
