"""The published access log, as it would have been written of an episode's events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mpb_gym.audit.paper.task import PaperTask
from mpb_gym.events import (
    AppBlocked,
    Logged,
    PermissionDecided,
    ProfileRead,
    ProfileSaved,
    ToolRefused,
)

_REJECTED = ("consent_needed", "consent_mismatch", "tier_conflict", "key_format")
"""Refusals of a save that the published contract would have met with ``write_rejected``."""

SAVES = ("write_executed", "write_auto")
"""Actions by which an item was saved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """One entry.

    Attributes:
        step: At which step of its session.
        tool: What the agent called.
        action: What came of it, as ``read_data_grant``.
        key: The profile key or app.
        level: Its tier; HIGH if there is no such thing.
    """

    step: int
    tool: str
    action: str
    key: str
    level: str = "high"
    reason: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Returns it under the published names; its time is the step, for records have no clock."""
        return {
            "timestamp": self.step,
            "tool": self.tool,
            "action": self.action,
            "item_key": self.key,
            "item_level": self.level,
            "reason": self.reason,
            "details": dict(self.details),
        }


def access_log(task: PaperTask, events: Iterable[Logged]) -> tuple[Access, ...]:
    """Derives the log of one session.

    Requests that our contract answers itself (LOW items, unknown keys, what was granted before)
    were put to the user there: the task's user decides them here, and so they are logged.

    Args:
        task: The session's task.
        events: Its events, in order.
    """
    denied: set[tuple[str, str]] = set()
    found = []
    for logged in events:
        entry = _entry(task, logged, denied)
        if entry is not None:
            found.append(entry)
    return tuple(found)


def _entry(task: PaperTask, logged: Logged, denied: set[tuple[str, str]]) -> Access | None:
    step = logged.step
    match logged.event:
        case PermissionDecided() as event:
            return _decision(task, step, event, denied)
        case ProfileRead(key=key):
            return Access(step=step, tool="read_profile", action="read_executed", key=key)
        case ProfileSaved(key=key, value=value, level=level, mode=mode):
            action = "write_auto" if mode == "semi_control" else "write_executed"
            details = {"value": value}
            return Access(
                step=step, tool="save_profile", action=action, key=key, level=level, details=details
            )
        case ToolRefused(tool="save_profile", key=key, code=code) if code in _REJECTED:
            details = {"error": "no_permission"}
            return Access(
                step=step, tool="save_profile", action="write_rejected", key=key, details=details
            )
        case AppBlocked(app=app, via="command"):
            return Access(step=step, tool="gui_access_blocked", action="app_blocked", key=app)
        case _:
            return None


def _decision(
    task: PaperTask, step: int, event: PermissionDecided, denied: set[tuple[str, str]]
) -> Access | None:
    intent, key = event.intent, event.key
    if intent == "write_data" and not (key and event.value and event.level):
        return None  # answered with an error before anybody decides
    if (intent, key) in denied:
        return None  # rejected at once
    match event.outcome:
        case "granted":
            granted = True
        case "denied" | "repeated":
            granted = False
        case "redundant" if event.level == "high" and intent == "read_data":
            granted = True  # it was granted before
        case _:
            granted = task.answer(intent, key) == "grant"
    if not granted:
        denied.add((intent, key))
    details: dict[str, Any] = {}
    if intent == "write_data" and granted:
        details = {
            "approved_key": key,
            "approved_value": event.value,
            "approved_level": event.level,
            "consumed": False,
        }
    return Access(
        step=step,
        tool="request_permission",
        action=f"{intent}_{'grant' if granted else 'deny'}",
        key=key,
        level=event.level or "high",
        reason=event.reason,
        details=details,
    )
