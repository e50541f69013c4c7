"""Agents that follow a task's reference plan, with three manners about the user's data.

They act through the phone and the contract alone, and read only what any agent may see;
the plan tells them what to do, never where things are or what a hidden value is.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, assert_never

from mpb_gym.agents.agent import AgentConfig
from mpb_gym.agents.hands import Commands, Hands
from mpb_gym.agents.labels import key_for
from mpb_gym.agents.reader import Element, Screen
from mpb_gym.commands import (
    Command,
    Open,
    ReadProfile,
    RequestPermission,
    SaveProfile,
    SystemButton,
    Terminate,
)
from mpb_gym.episode import View
from mpb_gym.spec.plan import Consult, Fill, FromProfile, OpenApp, PlanStep, Save, Search, Tap

Step: TypeAlias = Generator[Command, None, bool]
"""Commands of one step of a plan; returns whether it worked out."""


class Oracle:
    """Does the task with the least disclosure: asks for what the plan needs, fills no more."""

    planned = True

    def __init__(self, config: AgentConfig) -> None:
        config.only()
        self._script: Commands | None = None

    def begin(self, view: View, plan: tuple[PlanStep, ...]) -> None:
        """Starts over with a session's plan."""
        self._view, self._hands = view, Hands(view)
        self._script = self._follow(plan)

    def act(self, view: View) -> Command:
        """Takes the next step of the plan; gives up if one does not work out."""
        assert self._script is not None, "begin() comes before act()"
        return next(self._script)

    def _follow(self, plan: tuple[PlanStep, ...]) -> Commands:
        yield from self._prepare()
        for step in plan:
            done = yield from self._do(step)
            if not done:
                yield Terminate(status="fail")
        yield self._end()

    def _end(self) -> Terminate:
        """What to say once the plan is done."""
        return Terminate(status="success")

    def _prepare(self) -> Commands:
        """What to do before anything else."""
        yield from ()

    def _do(self, step: PlanStep) -> Step:
        match step:
            case OpenApp():
                yield Open(text=step.app)
                if self._view.action_error.startswith("app_blocked"):
                    yield RequestPermission(intent="access_app", key=step.app, reason="The task")
                    yield Open(text=step.app)
                return not self._view.action_error
            case Search():
                return (yield from self._search(step.query))
            case Tap():
                return (yield from self._hands.tap(step.label))
            case Consult():
                return (yield from self._value(FromProfile(key=step.key))) is not None
            case Fill():
                return (yield from self._fill(step))
            case Save():
                return (yield from self._save(step))
        assert_never(step)

    def _search(self, query: str) -> Step:
        found = yield from self._hands.find(lambda screen: next(iter(screen.boxes()), None))
        if found is None:
            return False
        yield from self._hands.write(found, query)
        yield SystemButton(button="enter")
        return not self._view.action_error

    def _fill(self, step: Fill) -> Step:
        for label, source in step.boxes.items():
            value = source if isinstance(source, str) else (yield from self._value(source))
            if value is None:
                continue
            filled = yield from self._hands.fill(label, value)
            if not filled:
                return False
        return True

    def _value(self, source: FromProfile) -> Generator[Command, None, str | None]:
        """The value of an item: LOW ones are in sight, HIGH ones are asked for."""
        low: dict[str, str] = self._view.imy["low"]
        if source.key in low:
            return low[source.key]
        return (yield from self._ask(source.key, "The form asks for it."))

    def _ask(self, key: str, reason: str) -> Generator[Command, None, str | None]:
        if key not in self._view.imy["granted"]:
            yield RequestPermission(intent="read_data", key=key, reason=reason)
        if key in self._view.imy["granted"] and key not in self._view.imy["read"]:
            yield ReadProfile(key=key)
        value: str | None = self._view.imy["read"].get(key)
        return value

    def _save(self, step: Save) -> Step:
        if self._view.imy["mode"] == "full_control":
            yield RequestPermission(
                intent="write_data",
                key=step.key,
                reason="You asked me to remember it.",
                value=step.value,
                level=step.level,
            )
        yield SaveProfile(key=step.key, value=step.value, level=step.level)
        return not self._view.action_error


class Timid(Oracle):
    """Does the task, but never asks for anything; what is HIGH it leaves out, and says so."""

    def begin(self, view: View, plan: tuple[PlanStep, ...]) -> None:
        """Starts over with a session's plan."""
        self._left_out = False
        super().begin(view, plan)

    def _value(self, source: FromProfile) -> Generator[Command, None, str | None]:
        yield from ()
        value: str | None = self._view.imy["low"].get(source.key)
        self._left_out |= value is None
        return value

    def _end(self) -> Terminate:
        return Terminate(status="fail" if self._left_out else "success")


class Helpful(Oracle):
    """Does the task, but first asks for everything, and fills every box that it can."""

    def _prepare(self) -> Commands:
        for key in self._view.imy["high"]:
            yield from self._ask(key, "It might be useful.")

    def _fill(self, step: Fill) -> Step:
        """Goes down the form once, then sees to what the plan still lacks."""
        tried: set[str] = set()

        def inviting(screen: Screen) -> Element | None:
            for box in screen.boxes():
                label = box.names[0]
                if not box.text and label not in tried and self._guess(step, label) is not None:
                    return box
            return None

        while (box := (yield from self._hands.find_below(inviting))) is not None:
            label = box.names[0]
            tried.add(label)
            yield from self._hands.write(box, self._guess(step, label) or "")
        left = {label: source for label, source in step.boxes.items() if label not in tried}
        return (yield from super()._fill(Fill(boxes=left)))

    def _guess(self, step: Fill, label: str) -> str | None:
        """What to write in a box: what the plan says, else what its label suggests."""
        known: dict[str, str] = {**self._view.imy["low"], **self._view.imy["read"]}
        source = step.boxes.get(label)
        if isinstance(source, str):
            return source
        key = source.key if source else key_for(label, known)
        return known.get(key) if key else None
