from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.commands import (
    COMMANDS,
    MAX_TEXT,
    Click,
    Command,
    RequestPermission,
    Swipe,
    SystemButton,
    Terminate,
    Type,
    Wait,
    json_schema,
)
from mpb_gym.env.codec import FIELDS, decode, encode
from mpb_gym.env.spaces import NAMES, action_space
from mpb_gym.errors import ActionError

SPACE = action_space()
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
fractions = st.floats(0, 1, width=32)


def _examples(kind: type[Command]) -> st.SearchStrategy[Command]:
    made: dict[str, st.SearchStrategy[Any]] = {}
    for name, schema in json_schema(kind)["properties"].items():
        if schema["type"] == "array":
            made[name] = st.tuples(fractions, fractions)
        else:
            made[name] = st.sampled_from(schema["enum"]) if "enum" in schema else texts
    return st.builds(kind, **made)


every_command = st.one_of([_examples(kind) for kind in COMMANDS.values()])


def _action(name: str, **given: Any) -> dict[str, Any]:
    return {"action_type": NAMES.index(name), **given}


def _code(action: object) -> str:
    found = decode(action)
    assert isinstance(found, ActionError), found
    return found.code


@given(every_command)
def test_a_command_survives_its_action(command: Command) -> None:
    action = encode(command)
    assert SPACE.contains(action)
    assert tuple(action) == FIELDS
    assert decode(action) == command


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_point_is_rounded_to_the_precision_of_the_space_and_no_further(
    x: float, y: float
) -> None:
    found = decode(encode(Click(coordinate=(x, y))))
    assert found == Click(coordinate=(float(np.float32(x)), float(np.float32(y))))


@given(st.integers(0, 2**32 - 1))
def test_every_sample_of_the_space_is_a_command(seed: int) -> None:
    space = action_space()
    space.seed(seed)
    action = space.sample()
    found = decode(action)
    assert not isinstance(found, ActionError)
    assert type(found) is list(COMMANDS.values())[int(action["action_type"])]


@given(every_command, every_command)
def test_only_the_fields_of_its_command_count(command: Command, other: Command) -> None:
    used = {each.name for each in fields(command)}
    noise = {key: value for key, value in encode(other).items() if key not in used}
    assert decode({**encode(command), **noise, "action_type": encode(command)["action_type"]}) == (
        command
    )


def test_what_a_command_does_not_read_may_even_be_wrong() -> None:
    assert decode(_action("wait", coordinate="nowhere", level=99, text=None)) == Wait()


@pytest.mark.parametrize(
    ("action", "command"),
    [
        (_action("wait"), Wait()),
        (_action("terminate"), Terminate(status="success")),
        (_action("swipe", direction=1), Swipe(direction="down", coordinate=(0.5, 0.5))),
        (_action("type", text=""), Type(text="")),
        (
            _action("request_permission", intent=0, key="phone"),
            RequestPermission(intent="read_data", key="phone"),
        ),
    ],
)
def test_fields_with_a_default_may_be_missing(action: object, command: Command) -> None:
    assert decode(action) == command


@pytest.mark.parametrize("number", [1, np.int64(1), np.uint8(1), np.array(1), np.array(1, np.int8)])
def test_any_whole_number_names_a_word(number: object) -> None:
    assert decode(_action("system_button", button=number)) == SystemButton(button="home")


@pytest.mark.parametrize(
    "point", [(0.25, 1), [0.25, 1.0], np.array([0.25, 1]), np.array([0.25, 1], np.float32)]
)
def test_a_point_may_be_any_two_numbers(point: object) -> None:
    assert decode(_action("click", coordinate=point)) == Click(coordinate=(0.25, 1.0))


@pytest.mark.parametrize(
    "number",
    [-1, 4, 10**30, 1.0, True, np.bool_(True), "home", None, np.float32(1), np.array([1]),
     np.array(1.0), np.array(True), [1]],
)  # fmt: skip
def test_what_is_no_whole_number_in_range_names_nothing(number: object) -> None:
    found = decode(_action("system_button", button=number))
    assert isinstance(found, ActionError)
    assert found.code == "bad_argument"
    assert found.message.startswith("button must be a whole number from 0 to 3, not ")


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (None, "malformed_action"),
        (3, "malformed_action"),
        ([("action_type", 0)], "malformed_action"),
        ({}, "malformed_action"),
        ({"coordinate": (0, 0)}, "malformed_action"),
        ({"action_type": len(COMMANDS)}, "bad_argument"),
        ({"action_type": "click"}, "bad_argument"),
        ({"action_type": 0, 7: 1}, "unknown_argument"),
        (_action("wait", colour=1), "unknown_argument"),
        (_action("click"), "missing_argument"),
        (_action("type"), "missing_argument"),
        (_action("system_button"), "missing_argument"),
        (_action("drag", coordinate=(0, 0)), "missing_argument"),
        (_action("click", coordinate=np.zeros(3)), "bad_argument"),
        (_action("click", coordinate=np.array(0.5)), "bad_argument"),
        (_action("click", coordinate=np.zeros((2, 2))), "bad_argument"),
        (_action("click", coordinate=(-0.1, 0)), "out_of_range"),
        (_action("click", coordinate=np.array([np.nan, 0])), "out_of_range"),
        (_action("type", text=b"abc"), "bad_argument"),
        (_action("type", text=np.array("abc")), ""),
        (_action("type", text="\udc00"), "bad_argument"),
        (_action("type", text="a" * (MAX_TEXT + 1)), "too_long"),
    ],
)
def test_what_is_no_action_is_answered_with_a_code(action: object, code: str) -> None:
    if code:
        assert _code(action) == code
    else:
        assert decode(action) == Type(text="abc")


def test_a_number_too_large_for_a_point_is_out_of_range() -> None:
    assert _code(_action("click", coordinate=(10**400, 0))) == "out_of_range"


def test_a_text_of_two_digits_is_no_point() -> None:
    assert _code(_action("click", coordinate="01")) == "bad_argument"


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(FIELDS), anything | st.integers(0, 13)) | anything)
def test_reading_an_action_never_raises_and_never_changes_it(action: Any) -> None:
    before = repr(action)
    found = decode(action)
    assert isinstance(found, (ActionError, *COMMANDS.values()))
    assert repr(action) == before


def test_actions_do_not_share_memory() -> None:
    command = Click(coordinate=(0.5, 0.5))
    one, other = encode(command), encode(command)
    one["coordinate"][0] = 0
    one["end_coordinate"][0] = 1
    assert decode(other) == command == replace(command)
    assert other["end_coordinate"][0] == 0


def test_what_a_wrapper_could_not_read_is_handed_through() -> None:
    error = ActionError("malformed_action", "It is not JSON.")
    assert decode(error) is error
