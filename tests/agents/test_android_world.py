"""Actions in AndroidWorld's form."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.agents.android_world import read_action
from mpb_gym.commands import (
    AskUser,
    Click,
    DoubleClick,
    LongPress,
    Open,
    ReadProfile,
    RequestPermission,
    Swipe,
    SystemButton,
    Terminate,
    Type,
    Wait,
)
from mpb_gym.errors import ActionError

SCREEN = (100, 200)
ELEMENTS = [
    {"bbox": {"x_min": 0.0, "x_max": 1.0, "y_min": 0.0, "y_max": 0.5}},
    {"bbox": {"x_min": 0.5, "x_max": 1.0, "y_min": 0.5, "y_max": 1.0}},
]
SECOND = (0.75, 0.75)
ENTER = SystemButton(button="enter")


@pytest.mark.parametrize(
    ("body", "commands"),
    [
        ({"action_type": "click", "x": 0, "y": 0}, [Click(coordinate=(0.005, 0.0025))]),
        ({"action_type": "click", "x": 99, "y": 199}, [Click(coordinate=(0.995, 0.9975))]),
        ({"action_type": "click", "index": 1}, [Click(coordinate=SECOND)]),
        ({"action_type": "click", "index": 1, "x": None}, [Click(coordinate=SECOND)]),
        ({"action_type": "double_tap", "index": 1}, [DoubleClick(coordinate=SECOND)]),
        ({"action_type": "long_press", "index": 1}, [LongPress(coordinate=SECOND)]),
        ({"action_type": "input_text", "text": "hi"}, [Type(text="hi"), ENTER]),
        (
            {"action_type": "input_text", "text": "hi", "index": 1},
            [Click(coordinate=SECOND), Type(text="hi"), ENTER],
        ),
        (
            {"action_type": "input_text", "text": "hi", "index": 1, "clear_text": True},
            [LongPress(coordinate=SECOND), LongPress(coordinate=SECOND), Type(text="hi"), ENTER],
        ),
        ({"action_type": "scroll", "direction": "down"}, [Swipe(direction="up")]),
        ({"action_type": "scroll", "direction": "left"}, [Swipe(direction="right")]),
        ({"action_type": "swipe", "direction": "down"}, [Swipe(direction="down")]),
        (
            {"action_type": "scroll", "direction": "up", "index": 1},
            [Swipe(direction="down", coordinate=SECOND)],
        ),
        ({"action_type": "keyboard_enter"}, [ENTER]),
        ({"action_type": "navigate_back"}, [SystemButton(button="back")]),
        ({"action_type": "navigate_home"}, [SystemButton(button="home")]),
        ({"action_type": "wait"}, [Wait()]),
        ({"action_type": "open_app", "app_name": "mDMV"}, [Open(text="mDMV")]),
        ({"action_type": "status", "goal_status": "complete"}, [Terminate(status="success")]),
        ({"action_type": "status", "goal_status": "infeasible"}, [Terminate(status="fail")]),
        ({"action_type": "read_profile", "key": "email"}, [ReadProfile(key="email")]),
        ({"action_type": "ask_user", "question": "Why?"}, [AskUser(text="Why?")]),
        (
            {"action_type": "request_permission", "intent": "read_data", "key": "email"},
            [RequestPermission(intent="read_data", key="email")],
        ),
    ],
)
def test_what_an_action_amounts_to(body: dict[str, Any], commands: list[Any]) -> None:
    assert read_action(body, SCREEN, ELEMENTS) == tuple(commands)


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ({"action_type": 3}, "malformed_action", "must be a string"),
        ({"action_type": "answer", "text": "42"}, "unknown_action", "'answer'; use one of"),
        ({"action_type": "click"}, "out_of_range", "x from 0 to 99 and y from 0 to 199"),
        ({"action_type": "click", "x": 100, "y": 0}, "out_of_range", "x from 0 to 99"),
        ({"action_type": "click", "x": True, "y": 0}, "out_of_range", "x from 0 to 99"),
        ({"action_type": "click", "index": 2}, "out_of_range", "from 0 to 1"),
        ({"action_type": "click", "index": -1}, "out_of_range", "from 0 to 1"),
        ({"action_type": "click", "index": "1"}, "out_of_range", "whole number"),
        ({"action_type": "input_text"}, "bad_argument", "input_text: type: text must be a string"),
        ({"action_type": "input_text", "text": "a", "index": 9}, "out_of_range", "from 0 to 1"),
        ({"action_type": "scroll", "direction": "in"}, "bad_argument", "up or down or left"),
        ({"action_type": "scroll", "direction": []}, "bad_argument", "up or down or left"),
        ({"action_type": "scroll", "direction": "up", "x": 1}, "out_of_range", "x from 0"),
        ({"action_type": "open_app"}, "bad_argument", "text must be a string"),
        ({"action_type": "status", "goal_status": "done"}, "bad_argument", "complete or infeas"),
        ({"action_type": "read_profile"}, "missing_argument", "needs 'key'"),
    ],
)
def test_what_is_wrong_is_answered(body: dict[str, Any], code: str, words: str) -> None:
    found = read_action(body, SCREEN, ELEMENTS)
    assert isinstance(found, ActionError)
    assert found.code == code
    assert words in found.message


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
KINDS = ["click", "input_text", "scroll", "swipe", "open_app", "status", "save_profile", "wait"]
FIELDS = ["x", "y", "index", "text", "direction", "goal_status", "app_name", "clear_text", "key"]


@given(kind=st.sampled_from(KINDS), rest=st.dictionaries(st.sampled_from(FIELDS), VALUES))
def test_reading_never_raises(kind: str, rest: dict[str, Any]) -> None:
    found = read_action({"action_type": kind, **rest}, SCREEN, ELEMENTS)
    assert found
