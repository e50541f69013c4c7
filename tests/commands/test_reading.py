from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym import commands
from mpb_gym.commands import MAX_TEXT, Click, RequestPermission
from mpb_gym.errors import ActionError

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (None, "malformed_action"),
        ("click", "malformed_action"),
        ({"action": "fly"}, "unknown_action"),
        ({"action": "click"}, "missing_argument"),
        ({"action": "click", "coordinate": [0.5]}, "bad_argument"),
        ({"action": "click", "coordinate": [0.5, 1.5]}, "out_of_range"),
        ({"action": "click", "coordinate": [0.5, float("nan")]}, "out_of_range"),
        ({"action": "click", "coordinate": [0, 0], "speed": 3}, "unknown_argument"),
        ({"action": "type", "text": 5}, "bad_argument"),
        ({"action": "type", "text": "a" * (MAX_TEXT + 1)}, "too_long"),
        ({"action": "type", "text": "\ud800"}, "bad_argument"),
        ({"action": "swipe", "direction": "sideways"}, "bad_argument"),
    ],
)
def test_malformed_json_is_answered_with_a_code(body: Any, code: str) -> None:
    found = commands.parse(body)
    assert isinstance(found, ActionError)
    assert found.code == code


@given(st.recursive(st.none() | st.floats() | texts, lambda inner: st.dictionaries(texts, inner)))
def test_parsing_never_raises(body: Any) -> None:
    assert commands.parse(body) is not None


def test_the_papers_argument_names_are_understood() -> None:
    asked = {"action": "request_permission", "intent": "read_data", "resource_id": "phone_number"}
    assert commands.parse(asked) == RequestPermission(intent="read_data", key="phone_number")


def test_coordinate_zero_is_a_coordinate() -> None:
    zero = commands.parse({"action": "click", "coordinate": [0, 0]})
    assert zero == Click(coordinate=(0.0, 0.0))


@pytest.mark.parametrize(
    "body",
    [{"action": "rotate"}, {"action": "system_button", "button": "rotate"},
     {"action": "system_button", "button": "Rotate"}],
)  # fmt: skip
def test_a_phone_is_not_rotated_and_says_so(body: object) -> None:
    found = commands.parse(body)
    assert isinstance(found, ActionError)
    assert found.code == "unsupported"
    assert "locked in portrait" in found.message
