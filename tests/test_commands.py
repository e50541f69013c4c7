import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym import commands
from mpb_gym.commands import COMMANDS, MAX_TEXT, Click, Command, RequestPermission, Type
from mpb_gym.errors import ActionError

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
fractions = st.floats(0, 1)
points = st.tuples(fractions, fractions)


def _examples(kind: type[Command]) -> st.SearchStrategy[Command]:
    schema = commands.json_schema(kind)["properties"]
    fields: dict[str, st.SearchStrategy[Any]] = {}
    for name, body in schema.items():
        if body["type"] == "array":
            fields[name] = points
        else:
            fields[name] = st.sampled_from(body["enum"]) if "enum" in body else texts
    return st.builds(kind, **fields)


every_command = st.one_of([_examples(kind) for kind in COMMANDS.values()])


@given(every_command)
def test_a_command_survives_its_json_form(command: Command) -> None:
    assert commands.parse(json.loads(json.dumps(commands.to_json(command)))) == command


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


def test_every_command_and_field_is_described() -> None:
    text = commands.describe()
    for name, kind in COMMANDS.items():
        assert f"- {name}: " in text
        for field, schema in commands.json_schema(kind)["properties"].items():
            assert schema["description"].endswith("."), (name, field)


def test_a_line_shows_text_as_it_is() -> None:
    assert commands.line(Type(text="Zürich 李雷")) == 'type("Zürich 李雷")'


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
