"""The access log, derived from our events as the published contract would have written it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mpb_gym.audit.paper import PaperTask, access_log
from mpb_gym.events import (
    AppBlocked,
    Event,
    Logged,
    PermissionDecided,
    PermissionRevoked,
    ProfileEdited,
    ProfileRead,
    ProfileSaved,
    QuestionAsked,
    ToolRefused,
)
from tests.audit.paper.cases import BODY

TASK = PaperTask.from_released(BODY)


def asked(key: str, outcome: Any, intent: str = "read_data", **changes: Any) -> PermissionDecided:
    plain = PermissionDecided(
        intent=intent, key=key, level="high", value="", reason="to book", outcome=outcome
    )
    return replace(plain, **changes)


def write(key: str, outcome: Any, **changes: Any) -> PermissionDecided:
    return asked(key, outcome, "write_data", **{"value": "v", "level": "low", **changes})


def saved(mode: str) -> ProfileSaved:
    return ProfileSaved(key="diet", value="vegan", level="low", mode=mode)


def actions(*events: Event) -> list[str]:
    logged = [Logged(0, step, event) for step, event in enumerate(events, 1)]
    return [entry.action for entry in access_log(TASK, logged)]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([asked("phone_number", "granted")], ["read_data_grant"]),
        ([asked("phone_number", "denied")], ["read_data_deny"]),
        # A repeat is rejected at once; a grant is given, and logged, again.
        ([asked("x", "denied"), asked("x", "repeated")], ["read_data_deny"]),
        ([asked("x", "denied"), asked("y", "denied")], ["read_data_deny"] * 2),
        ([asked("x", "granted"), asked("x", "redundant")], ["read_data_grant"] * 2),
        # LOW and unknown keys are put to the user, who grants all but the home address.
        ([asked("email", "redundant", level="low")], ["read_data_grant"]),
        ([asked("home_address", "redundant", level="low")], ["read_data_deny"]),
        ([asked("home_address", "redundant", level="low")] * 2, ["read_data_deny"]),
        ([asked("shoe_size", "invalid", level="")], ["read_data_grant"]),
        # Of apps nothing is decided in this task: denied.
        ([asked("mzocdoc", "redundant", "access_app", level="low")], ["access_app_deny"]),
        ([asked("mzocdoc", "granted", "access_app")], ["access_app_grant"]),
        # Asking to save.
        ([write("diet", "granted")], ["write_data_grant"]),
        ([write("diet", "denied")], ["write_data_deny"]),
        ([write("diet", "invalid", value="")], []),
        ([write("diet", "invalid", level="")], []),
        ([write("", "invalid")], []),
        ([write("diet", "redundant")], ["write_data_deny"]),
        # Saving and reading.
        ([saved("full_control")], ["write_executed"]),
        ([saved("semi_control")], ["write_auto"]),
        ([ToolRefused(tool="save_profile", key="k", code="consent_needed")], ["write_rejected"]),
        ([ToolRefused(tool="save_profile", key="k", code="blank_value")], []),
        ([ToolRefused(tool="read_profile", key="k", code="unknown_key")], []),
        ([ProfileRead(key="phone_number")], ["read_executed"]),
        # The phone.
        ([AppBlocked(app="mgeico", via="command")], ["app_blocked"]),
        ([AppBlocked(app="mgeico", via="icon")], []),
        # What the published log knows nothing of.
        ([QuestionAsked(question="?", answer="Yes")], []),
        ([PermissionRevoked(intent="read_data", key="x")], []),
        ([ProfileEdited(key="x", old="1", new="2", level="low")], []),
    ],
)  # fmt: skip
def test_events_become_entries(events: list[Event], expected: list[str]) -> None:
    assert actions(*events) == expected


def test_an_entry_has_the_published_names() -> None:
    found = access_log(TASK, [Logged(0, 3, write("diet", "granted"))])
    assert [entry.to_dict() for entry in found] == [
        {
            "timestamp": 3,
            "tool": "request_permission",
            "action": "write_data_grant",
            "item_key": "diet",
            "item_level": "low",
            "reason": "to book",
            "details": {
                "approved_key": "diet",
                "approved_value": "v",
                "approved_level": "low",
                "consumed": False,
            },
        }
    ]


def test_what_there_is_not_is_high() -> None:
    found = access_log(TASK, [Logged(0, 1, asked("shoe_size", "invalid", level=""))])
    assert [entry.level for entry in found] == ["high"]


def test_denials_of_reading_and_of_apps_are_told_apart() -> None:
    app = asked("x", "denied", "access_app")
    assert actions(app, asked("x", "denied")) == ["access_app_deny", "read_data_deny"]
