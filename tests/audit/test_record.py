import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.audit import Issued, Record, SessionEnd
from mpb_gym.errors import SpecError
from mpb_gym.events import Logged, SessionStarted
from mpb_gym.spec.reader import Cursor
from tests.audit.cases import asked, shown, typed

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
scalars = st.none() | st.integers(-9, 9) | st.floats(-9, 9) | texts
rows = st.lists(st.fixed_dictionaries(dict.fromkeys("abc", scalars)), max_size=3).map(tuple)
items = st.lists(
    st.fixed_dictionaries(dict.fromkeys(("key", "value", "level", "origin"), texts)), max_size=3
).map(tuple)


@st.composite
def records(draw: st.DrawFn) -> Record:
    ends = draw(st.lists(st.builds(
        SessionEnd, how=st.sampled_from(["success", "fail", "step_limit", "stopped"]),
        tables=st.fixed_dictionaries({"mtea": st.fixed_dictionaries({"orders": rows})}),
        profile=items,
    ), max_size=2))  # fmt: skip
    return Record(
        assignment="mtea/001",
        digest="d",
        seed=draw(st.integers(0, 2**32)),
        screen=(216, 480),
        user="task",
        versions={"mpb_gym": "1"},
        issued=(Issued(0, 1, {"action": "type", "text": draw(texts)}, "no_focus: x"),),
        events=(
            Logged(0, 0, SessionStarted(task="mtea/001")),
            Logged(0, 1, typed("who", draw(texts))),
            Logged(0, 2, shown()),
            Logged(0, 3, asked("phone", "denied")),
        ),
        ends=tuple(ends),
    )


@given(records())
def test_a_record_survives_its_json_form(record: Record) -> None:
    again = Record.from_json(Cursor(json.loads(record.text()), "record.json"))
    assert again == record
    assert again.sha256() == record.sha256()


def test_a_record_is_saved_whole_or_not_at_all(tmp_path: Path) -> None:
    record = Record(
        assignment="a/1", digest="d", seed=0, screen=(9, 20), user="task", issued=(), events=(),
        ends=(),
    )  # fmt: skip
    file = tmp_path / "quite" / "deep" / "record.json"
    file_before = replace(record, seed=1)
    for each in (file_before, record):
        each.save(file)
        assert Record.load(file) == each
    assert [each.name for each in file.parent.iterdir()] == ["record.json"]


def test_records_of_the_first_version_are_read_as_long_as_it_is_the_present_one() -> None:
    body = {
        "format": 1, "assignment": "a/1", "digest": "d", "seed": 7, "screen": [9, 20],
        "user": "task", "versions": {}, "issued": [], "events": [], "ends": [],
    }  # fmt: skip
    record = Record.from_json(Cursor(body, "record.json"))
    assert (record.seed, record.screen, record.versions) == (7, (9, 20), {})
    assert record.to_json() == body


ISSUED = {"session": 0, "step": 1, "command": {}, "error": ""}


def _ended(orders: list[object], profile: list[object] | None = None) -> dict[str, Any]:
    end = {"how": "stopped", "tables": {"mtea": {"orders": orders}}, "profile": profile or []}
    return {"ends": [end]}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"format": 99}, "format: found version 99"),
        ({"screen": [0, 5]}, r"screen\[0\]"),
        ({"screen": [9, 20, 3]}, "screen: found 3 numbers"),
        ({"note": "x"}, "note: nobody reads this key"),
        ({"issued": [{**ISSUED, "error": None}]}, r"issued\[0\].error: found null"),
        ({"issued": [{**ISSUED, "step": 0}]}, r"issued\[0\].step: found 0"),
        ({"issued": [{**ISSUED, "session": -1}]}, r"issued\[0\].session: found -1"),
        ({"issued": [{**ISSUED, "extra": 1}]}, r"issued\[0\].extra: nobody"),
        ({"ends": [{**_ended([])["ends"][0], "extra": 1}]}, r"ends\[0\].extra: nobody"),
        (_ended([{"a": 1}, {}]), r"orders\[1\]: 'a' is missing"),
        (_ended([{"a": 1}, {"a": 1, "b": 2}]), r"orders\[1\].b: nobody"),
        (_ended([], [{"key": "diet"}]), r"profile\[0\]: 'value' is missing"),
        ({"ends": [{"how": "maybe", "tables": {}, "profile": []}]}, r"ends\[0\].how"),
        ({"events": [{"event": "magic"}]}, r"events\[0\].event"),
        ({"issued": [{}]}, r"issued\[0\]"),
    ],
)
def test_what_is_no_record_is_named_with_its_place(
    tmp_path: Path, change: dict[str, object], place: str
) -> None:
    record = Record(
        assignment="a/1", digest="d", seed=0, screen=(9, 20), user="task", issued=(), events=(),
        ends=(),
    )  # fmt: skip
    file = tmp_path / "record.json"
    file.write_text(json.dumps({**record.to_json(), **change}), encoding="utf-8")
    with pytest.raises(SpecError, match=place):
        Record.load(file)
