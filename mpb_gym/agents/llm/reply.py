"""What a model answers, and the command that it stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mpb_gym.agents.llm.calls import as_call, find_call
from mpb_gym.agents.llm.coordinates import Scale
from mpb_gym.agents.llm.lenient import Unreadable, read_value
from mpb_gym.commands import Command, parse
from mpb_gym.errors import ActionError


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A native call of a tool; ``arguments`` are as the model wrote them, JSON at best."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One reply of a model.

    Attributes:
        text: What it wrote.
        calls: The tools it called, in order.
        cut: Whether it was cut off at the longest length allowed.
        input_tokens: As the endpoint counted them; 0 if it did not.
        output_tokens: Likewise.
    """

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    cut: bool = False
    input_tokens: int = 0
    output_tokens: int = 0


def read_command(reply: Reply, scale: Scale) -> Command | ActionError:
    """Returns the first command in a reply, or what is wrong with it. Never raises.

    Args:
        reply: Native calls come first; without any, the text is searched for one.
        scale: How the model writes points.
    """
    found = _native(reply.calls[0]) if reply.calls else find_call(reply.text)
    if isinstance(found, ActionError):
        if reply.cut:
            said = "The reply was cut off before its action; think less and write the action."
            return ActionError("reply_too_long", said)
        return found
    converted = scale.convert(found)
    return converted if isinstance(converted, ActionError) else parse(converted)


def read_arguments(call: ToolCall) -> dict[str, Any] | ActionError:
    """Returns the arguments of a native call, or what is wrong with them. Never raises."""
    try:
        arguments, _ = read_value(call.arguments.strip() or "{}")
    except Unreadable:
        arguments = None
    if not isinstance(arguments, dict):
        said = f"The arguments of {call.name[:60]} are no JSON object; write them as one."
        return ActionError("unreadable_action", said)
    return arguments


def _native(call: ToolCall) -> dict[str, Any] | ActionError:
    arguments = read_arguments(call)
    if isinstance(arguments, ActionError):
        return arguments
    return as_call({"name": call.name, "arguments": arguments}) or {"action": call.name}
