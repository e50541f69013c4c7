"""Finds the call in what a model wrote, however it wrapped it.

A call may stand in ``<tool_call>`` tags, in a code fence or bare among prose; flat, as
``{"action": "click", ...}``, or as name and arguments. The first one counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from mpb_gym.agents.llm.lenient import Unreadable, read_value
from mpb_gym.commands import COMMANDS
from mpb_gym.errors import ActionError

MAX_REPLY = 100_000
"""How much of a reply is looked at, in code points."""

_MAX_TRIES = 64
"""How many places of a text are tried as the beginning of a call."""

_THOUGHT = re.compile(r"<(/?)(?:think|thinking|thought)>", re.IGNORECASE)
_TAGGED = re.compile(
    r"<(tool_call|action|function_call)>(.*?)(?:</\1>|(?=<\1>)|$)", re.DOTALL | re.IGNORECASE
)
_FENCED = re.compile(r"```[\w-]*\s*\n?(.*?)(?:```|$)", re.DOTALL)
_ARGUMENTS = ("arguments", "parameters", "args", "input", "action_input")


def find_call(reply: str) -> dict[str, Any] | ActionError:
    """Returns the first call in a reply, flat, with its name under ``action``.

    Args:
        reply: All of what the model wrote, its thoughts included.

    Returns:
        The call, or in words that the model can act on why there is none. Never raises.
    """
    text = _spoken(reply[:MAX_REPLY])
    unknown = ""
    for part in _parts(text):
        for body in _objects(part):
            call = as_call(body)
            if call is not None and call["action"] in COMMANDS:
                return call
            unknown = unknown or ("" if call is None else str(call["action"])[:60])
    if unknown:
        known = ", ".join(COMMANDS)
        return ActionError("unknown_action", f"There is no action {unknown!r}; use one of {known}.")
    if not text.strip():
        return ActionError("no_action", "The reply holds no action; write exactly one.")
    if "{" in text:
        said = "No action could be read; write one JSON object with the field action, and close it."
        return ActionError("unreadable_action", said)
    said = "The reply holds no action; write exactly one, as a JSON object in <tool_call> tags."
    return ActionError("no_action", said)


def as_call(body: object) -> dict[str, Any] | None:
    """Returns an object as a flat call; ``None`` if it is none.

    Args:
        body: ``{"action": …, fields}``, ``{"name": …, "arguments": {…}}`` or a mixture.
    """
    if not isinstance(body, Mapping):
        return None
    fields = {key: value for key, value in body.items() if key not in _ARGUMENTS}
    for key in _ARGUMENTS:
        given = body.get(key)
        if isinstance(given, str):
            given = _first_object(given)
        if isinstance(given, Mapping):
            # A name may be that of one tool for all actions, with the action inside.
            inner = {str(name): value for name, value in given.items()}
            if inner.get("action") in COMMANDS and fields.get("name") not in COMMANDS:
                return inner
            fields = {**fields, **inner}
    named = next((key for key in ("action", "name") if isinstance(fields.get(key), str)), None)
    if named is None:
        return None
    action = fields.pop(named).strip()
    if named == "action" and action not in COMMANDS and fields.get("name") in COMMANDS:
        action = fields.pop("name")
    given = {key: value for key, value in fields.items() if key != "action" and value is not None}
    return {"action": action, **given}


def _first_object(text: str) -> Any:
    return next(_objects(text[:MAX_REPLY]), None)


def _spoken(reply: str) -> str:
    """What is left of a reply without the thoughts; all of it if nothing is.

    Some models close a thought that they never opened, others never close one.
    """
    kept: list[str] = []
    start, inside = 0, False
    for mark in _THOUGHT.finditer(reply):
        if mark[1]:
            if not inside:
                kept.clear()
            start, inside = mark.end(), False
        elif not inside:
            kept.append(reply[start : mark.start()])
            start, inside = mark.end(), True
    if not inside:
        kept.append(reply[start:])
    text = " ".join(kept)
    return text if text.strip() else reply


def _parts(text: str) -> Iterator[str]:
    """Where a call may be, likeliest first."""
    for pattern in (_TAGGED, _FENCED):
        for found in pattern.finditer(text):
            yield found[found.lastindex or 0]
    yield text


def _objects(text: str) -> Iterator[Any]:
    """Every object in a text that can be read, from left to right, outer ones first."""
    at = -1
    for _ in range(_MAX_TRIES):
        at = text.find("{", at + 1)
        if at < 0:
            return
        try:
            yield read_value(text, at)[0]
        except Unreadable:
            continue
