"""An agent that is a program of its own: it reads and writes lines of JSON.

Each line is one JSON object. The program is told ``begin`` at the start of a session, and
answers nothing; it is told ``observe`` before each step, and answers with one action, in the
paper's form (``action``) or AndroidWorld's (``action_type``). ``docs/agents.md`` lists the
fields. When its input ends, so should the program.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from mpb_gym.agents.agent import AgentConfig
from mpb_gym.agents.android_world import read_action
from mpb_gym.agents.frames import picture
from mpb_gym.agents.program import Program, split
from mpb_gym.agents.usage import Usage
from mpb_gym.commands import Command, LongPress, describe, parse
from mpb_gym.episode import View
from mpb_gym.errors import ActionError, OptionError
from mpb_gym.spec.plan import PlanStep

PROTOCOL = 1
"""Raised whenever a program of this version would misunderstand another one."""

_PICTURES = ("jpeg", "png", "webp", "none")


class ProgramAgent:
    """Hands the screen to a program, and does what it answers.

    Options: ``timeout_s``, seconds that an answer may take (60); ``start_s``, the same for the
    first one, before which a model may have to be loaded (300); ``screenshot``, one of ``jpeg``,
    ``png``, ``webp`` and ``none``; ``elements``, whether the accessibility tree is sent (true).

    Args:
        command: Its command line.
        config: Options, and the seed that the program is told.

    Raises:
        OptionError: An option or the command line cannot be used.
    """

    planned = False

    def __init__(self, command: str, config: AgentConfig) -> None:
        config.only("timeout_s", "start_s", "screenshot", "elements")
        split(command)
        self._command, self._seed = command, config.seed
        self._timeout_s = _seconds(config.options, "timeout_s", 60)
        self._start_s = _seconds(config.options, "start_s", 300)
        self._picture = config.options.get("screenshot", "jpeg")
        if self._picture not in _PICTURES:
            raise OptionError(f"screenshot: {self._picture!r} is not one of {', '.join(_PICTURES)}")
        self._elements = config.options.get("elements", True)
        if not isinstance(self._elements, bool):
            raise OptionError(f"elements: {self._elements!r} is neither true nor false")
        self._program: Program | None = None
        self._queue: list[Command] = []
        self._usage: Usage | None = None
        self._said: list[dict[str, Any]] = []
        self._answered = False

    @property
    def usage(self) -> Usage | None:
        """What the program says it has used so far; ``None`` if it says nothing."""
        return self._usage

    def begin(self, view: View, plan: tuple[PlanStep, ...]) -> None:
        """Starts the program if it does not run yet, and tells it of the session."""
        del plan
        if self._program is None:
            self._program = Program(self._command)
        self._queue = []
        body = {
            "type": "begin",
            "protocol": PROTOCOL,
            "seed": self._seed,
            "session": view.session,
            "instruction": view.instruction,
            "imy": view.imy,
            "actions": describe(),
        }
        self._program.tell(json.dumps(body, ensure_ascii=False))

    def act(self, view: View) -> Command | ActionError:
        """Asks the program, unless its last answer is not all done yet.

        Raises:
            InfrastructureError: The program is gone, or takes too long.
        """
        assert self._program is not None, "begin() comes before act()"
        if self._queue and not view.action_error:
            return _aimed(self._queue.pop(0), view)
        patience = self._timeout_s if self._answered else self._start_s
        line = self._program.ask(json.dumps(self._observed(view), ensure_ascii=False), patience)
        self._answered = True
        self._said.append({"role": "user", "content": [{"type": "image", "step": view.step}]})
        self._said.append({"role": "assistant", "content": line.strip()})
        found = self._read(line, view)
        if isinstance(found, ActionError):
            self._queue = []
            return found
        self._queue = list(found[1:])
        return found[0]

    def _observed(self, view: View) -> dict[str, Any]:
        tree = view.elements()
        body: dict[str, Any] = {
            "type": "observe",
            "session": view.session,
            "step": view.step,
            "tool_result": view.tool_result,
            "action_error": view.action_error,
            "imy": view.imy,
            "history": view.history,
        }
        if self._elements:
            body["elements"] = tree["elements"]
            body["keyboard_visible"] = tree["keyboard_visible"]
        if self._picture != "none":
            shot = picture(view, self._picture)
            body["screenshot"] = base64.b64encode(shot.data).decode("ascii")
            body["screenshot_format"] = shot.format
        return body

    def _read(self, line: str, view: View) -> tuple[Command, ...] | ActionError:
        try:
            body = json.loads(line)
        except (ValueError, RecursionError):
            return ActionError("malformed_action", "The line is not a JSON object.")
        if not isinstance(body, dict):
            return ActionError("malformed_action", "The line is not a JSON object.")
        body.pop("thought", None)
        used = body.pop("usage", None)
        if used is not None:
            problem = self._count(used)
            if problem is not None:
                return problem
        if "action_type" in body:
            elements = view.elements()["elements"]
            return read_action(body, view.screen, elements)
        found = parse(body)
        return found if isinstance(found, ActionError) else (found,)

    def _count(self, used: object) -> ActionError | None:
        """Adds what one answer has used."""
        try:
            if not isinstance(used, Mapping):
                raise TypeError("usage is no object")
            self._usage = (self._usage or Usage()) + Usage.from_dict(used)
        except TypeError as error:
            return ActionError("malformed_action", f"{error}.")
        return None

    def transcript(self) -> list[dict[str, Any]]:
        """Returns what was asked and answered."""
        return list(self._said)

    def close(self) -> None:
        """Ends the program."""
        if self._program is not None:
            self._program.close()


def _seconds(options: Mapping[str, Any], name: str, default: float) -> float:
    value = options.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0:
        raise OptionError(f"{name}: {value!r} is not a number of seconds above 0")
    return float(value)


def _aimed(queued: Command, view: View) -> Command:
    """Aims a further long press at the box that has the focus, which may have moved."""
    if not isinstance(queued, LongPress):
        return queued
    focused = (each["bbox"] for each in view.elements()["elements"] if each["is_focused"])
    box = next(focused, None)
    if box is None:
        return queued
    middle = (box["x_min"] + box["x_max"]) / 2, (box["y_min"] + box["y_max"]) / 2
    return LongPress(coordinate=middle)
