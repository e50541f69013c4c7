import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mpb_gym import commands
from mpb_gym.commands import COMMANDS, Command, Type

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


def test_a_line_shows_text_as_it_is() -> None:
    assert commands.line(Type(text="Zürich 李雷")) == 'type("Zürich 李雷")'
