"""What agents are told of the commands: JSON schemas for tool calling, text for prompts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import MISSING
from typing import Any, Literal, cast, get_args, get_origin

from mpb_gym.commands.union import COMMANDS, FIELDS, HINTS, MAX_TEXT, Command

_FRACTIONS = {"type": "number", "minimum": 0, "maximum": 1}


def json_schema(
    kind: type[Command], number: Mapping[str, Any] | None = None, scale: str = ""
) -> dict[str, Any]:
    """Returns the JSON schema of a command's arguments, for tool calling.

    Args:
        kind: The command's class.
        number: Schema of x and of y, for agents that do not write fractions.
        scale: A sentence about it, added to the description of every coordinate.
    """
    properties: dict[str, Any] = {}
    for each in FIELDS[kind]:
        hint, said = HINTS[kind][each.name], each.metadata["description"]
        if hint is str:
            schema: dict[str, Any] = {"type": "string", "maxLength": MAX_TEXT}
        elif get_origin(hint) is Literal:
            schema = {"type": "string", "enum": list(get_args(hint))}
        else:
            items = dict(number or _FRACTIONS)
            schema = {"type": "array", "items": items, "minItems": 2, "maxItems": 2}
            said = f"{said} {scale}".rstrip()
        properties[each.name] = {**schema, "description": said}
    required = [each.name for each in FIELDS[kind] if each.default is MISSING]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def describe(point: Sequence[Any] = (0.5, 0.5)) -> str:
    """Returns the prompt text for all commands: what each does, an example, its fields.

    Args:
        point: What stands for a coordinate in the examples.
    """
    lines = []
    for name, kind in COMMANDS.items():
        example = {"action": name} | {
            each.name: _example(HINTS[kind][each.name], point) for each in FIELDS[kind]
        }
        summary = cast(str, kind.__doc__).strip()
        lines.append(f"- {name}: {summary} {json.dumps(example, ensure_ascii=False)}")
        lines += [f"    {each.name}: {each.metadata['description']}" for each in FIELDS[kind]]
    return "\n".join(lines)


def _example(hint: Any, point: Sequence[Any]) -> Any:
    if hint is str:
        return "…"
    return "|".join(get_args(hint)) if get_origin(hint) is Literal else list(point)
