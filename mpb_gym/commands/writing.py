"""Commands as JSON, and as a line for people."""

from __future__ import annotations

import json
from typing import Any

from mpb_gym.commands.union import FIELDS, Command, name_of

_encode = json.JSONEncoder(ensure_ascii=False).encode


def to_json(command: Command) -> dict[str, Any]:
    """Returns a command in the paper's JSON form, defaults included."""
    body: dict[str, Any] = {"action": name_of(command)}
    for each in FIELDS[type(command)]:
        value = getattr(command, each.name)
        body[each.name] = list(value) if isinstance(value, tuple) else value
    return body


def line(command: Command) -> str:
    """Returns a command in one short line, for histories and logs."""
    shown = []
    for each in FIELDS[type(command)]:
        value = getattr(command, each.name)
        if value == each.default and value == "":
            continue
        if isinstance(value, tuple):
            shown.append(f"{value[0]:.3f}, {value[1]:.3f}")
        else:
            shown.append(_encode(value))
    return f"{name_of(command)}({', '.join(shown)})"
