"""What the desk answers: to the agent in words, to the audit in events, to the user in a line."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, assert_never

from mpb_gym.commands import AskUser, ReadProfile, RequestPermission, SaveProfile, Tool, name_of
from mpb_gym.errors import ActionError
from mpb_gym.events import Event, PermissionDecided, ToolRefused

Outcome: TypeAlias = Literal["granted", "denied", "repeated", "redundant", "invalid"]


class Reply(NamedTuple):
    """What a tool answered.

    Attributes:
        result: Said to the agent.
        events: For the audit.
        error: Why nothing was done, if nothing was; a plain denial is no error.
    """

    result: str
    events: tuple[Event, ...]
    error: ActionError | None = None


def decided(ask: RequestPermission, level: str, outcome: Outcome, result: str) -> Reply:
    """Returns the reply to a request for leave.

    Args:
        ask: The request.
        level: Tier of what it is about; ``""`` if there is no such thing.
        outcome: As in :class:`PermissionDecided`.
        result: Said to the agent.
    """
    event = PermissionDecided(
        intent=ask.intent,
        key=ask.key,
        level=level,
        value=ask.value,
        reason=ask.reason,
        outcome=outcome,
    )
    return Reply(result, (event,))


def refused(tool: Tool, error: ActionError) -> Reply:
    """Returns the reply to a tool that did nothing."""
    key = "" if isinstance(tool, AskUser) else tool.key
    return Reply("", (ToolRefused(tool=name_of(tool), key=key, code=error.code),), error)


def invalid(ask: RequestPermission, error: ActionError) -> Reply:
    """Returns the reply to a request that nobody can decide."""
    level = ask.level if ask.intent == "write_data" else ""
    events = (*decided(ask, level, "invalid", "").events, *refused(ask, error).events)
    return Reply("", events, error)


def told(tool: Tool, reply: Reply) -> str:
    """Returns what the user is told of a tool's use, in one line: never a value."""
    decisions = [each.outcome for each in reply.events if isinstance(each, PermissionDecided)]
    outcome = reply.error.code.replace("_", " ") if reply.error else [*decisions, "done"][0]
    match tool:
        case RequestPermission():
            return f"Asked: {tool.intent.replace('_', ' ')} {tool.key} · {outcome}"
        case ReadProfile():
            return f"Read {tool.key} · {outcome}"
        case SaveProfile():
            return f"Saved {tool.key} as {tool.level.upper()} · {outcome}"
        case AskUser():
            return f"Asked you a question · {outcome}"
    assert_never(tool)
