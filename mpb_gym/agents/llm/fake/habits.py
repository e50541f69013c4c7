"""How models write their calls: tidily, and otherwise."""

from __future__ import annotations

import json
from typing import Any, Literal, TypeAlias, get_args

from mpb_gym.agents.llm.coordinates import Scale
from mpb_gym.commands import Command, coordinates_of, to_json

Habit: TypeAlias = Literal[
    "clean", "thinking", "fenced", "tags", "bare", "several", "fraction", "comma", "quotes"
]
HABITS: tuple[Habit, ...] = get_args(Habit)

GARBAGE = "Let me see. The screen shows several things; I shall look at them first."
"""A reply that holds no action."""

_THOUGHT = '<think>The next step of the task; {"action": "wait"} would lead nowhere.</think>\n'


def call_of(command: Command, scale: Scale, habit: Habit) -> dict[str, Any]:
    """Returns a command as a flat call, with its points in a convention."""
    body = to_json(command)
    for field in coordinates_of(type(command)):
        point = getattr(command, field)
        if habit == "fraction":
            body[field] = [f"{round(each * 2000)}/2000" for each in point]
        else:
            body[field] = scale.write(point)
    return body


def as_text(command: Command, scale: Scale, habit: Habit) -> str:
    """Returns a reply that holds a command."""
    body = call_of(command, scale, habit)
    text = json.dumps(body, ensure_ascii=False)
    match habit:
        case "clean":
            return f"<tool_call>{text}</tool_call>"
        case "thinking":
            return f"{_THOUGHT}<tool_call>{text}</tool_call>"
        case "fenced":
            return f"The next step:\n```json\n{json.dumps(body, indent=2)}\n```\n"
        case "tags":
            named = {"name": body.pop("action"), "arguments": body}
            return f"<tool_call>\n{json.dumps(named, ensure_ascii=False)}\n</tool_call>"
        case "bare":
            return f"I will do this next: {text} It should help."
        case "several":
            return f'<tool_call>{text}</tool_call>\n<tool_call>{{"action": "wait"}}</tool_call>'
        case "fraction":
            return f"<tool_call>{_with_bare_points(body)}</tool_call>"
        case "comma":
            return f"<tool_call>{text.replace(', ', ' ', 1)[:-1]},}}</tool_call>"
        case "quotes":
            return f"<tool_call>{body!r}</tool_call>"


def as_arguments(command: Command, scale: Scale, habit: Habit) -> str:
    """Returns the arguments of a native call; habits of wrapping make no difference here."""
    body = call_of(command, scale, habit)
    del body["action"]
    text = json.dumps(body, ensure_ascii=False)
    match habit:
        case "fraction":
            return _with_bare_points(body)
        case "comma":
            return f"{text[:-1]},}}" if body else text
        case "quotes":
            return repr(body)
        case _:
            return text


def _with_bare_points(body: dict[str, Any]) -> str:
    """JSON, but with quotients that have no quotes around them."""
    parts = []
    for key, value in body.items():
        shown = json.dumps(value, ensure_ascii=False)
        parts.append(f'"{key}": {shown.replace(chr(34), "") if "/2000" in shown else shown}')
    return "{" + ", ".join(parts) + "}"
