import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.errors import SpecError
from mpb_gym.events import BoxEdited, Event, RecordDeleted, RecordInserted
from mpb_gym.spec.library import load_app
from mpb_gym.spec.task import Row
from mpb_gym.store import CancelRecord, EditBox, Instance, SendForm, Store

APP = load_app("mdoordash")
HERE = Instance("order", (("restaurant_id", 3), ("delivery_time", "2026-03-12 18:30")))
THERE = Instance("order", (("restaurant_id", 4), ("delivery_time", "2026-03-12 18:30")))
NOW = "2026-03-10 09:41:00"
REQUIRED = ("customer_name", "special_instructions")
ORDER: Row = {
    "id": 5,
    "restaurant_id": 1,
    "customer_name": "Ada Moss",
    "special_instructions": "none",
    "delivery_time": "2026-03-11 12:00",
}

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
columns = st.sampled_from([box.column for box in APP.forms["order"].boxes])
edits = st.lists(st.tuples(st.sampled_from([HERE, THERE]), columns, texts), max_size=12)


def _edit(store: Store, instance: Instance, column: str, new: str, step: int = 1) -> Event | None:
    return store.apply(EditBox(instance=instance, column=column, new=new), step=step, now=NOW)


def test_an_edit_is_an_event_with_all_that_scoring_needs() -> None:
    event = _edit(Store(APP, {}), HERE, "meal_plan_id", "X-1", step=9)
    assert event == BoxEdited(
        app="mdoordash",
        form="order",
        instance=json.dumps({"restaurant_id": 3, "delivery_time": "2026-03-12 18:30"}),
        column="meal_plan_id",
        role="op",
        key="insurance_id",
        level="high",
        required=False,
        old="",
        new="X-1",
    )


def test_looking_at_the_tables_in_between_changes_none_of_them() -> None:
    looked_at, unseen = Store(APP, {}), Store(APP, {})
    for step, (where, text) in enumerate([(HERE, "a"), (HERE, "b"), (THERE, "c"), (HERE, "")], 1):
        _edit(looked_at, where, "priority_phone", text, step)
        _edit(unseen, where, "priority_phone", text, step)
        assert len(looked_at.tables()["form_edits"]) == step
    assert looked_at.tables() == unseen.tables()


def test_typed_and_erased_leaves_the_evidence() -> None:
    store = Store(APP, {})
    _edit(store, HERE, "priority_phone", "212", step=4)
    _edit(store, HERE, "priority_phone", "", step=5)
    tables = store.tables()
    assert [(row["step"], row["old"], row["new"]) for row in tables["form_edits"]] == [
        (4, "", "212"),
        (5, "212", ""),
    ]
    assert tables["form_drafts"][0]["priority_phone"] is None


@given(edits)
def test_draft_table_and_edits_agree_with_what_was_typed(
    done: list[tuple[Instance, str, str]],
) -> None:
    store, boxes = Store(APP, {}), dict[tuple[Instance, str], str]()
    changes = 0
    for instance, column, new in done:
        changes += boxes.get((instance, column), "") != new
        boxes[instance, column] = new
        _edit(store, instance, column, new)
    rows = {row["restaurant_id"]: row for row in store.tables()["form_drafts"]}
    for (instance, column), value in boxes.items():
        assert store.draft(instance).get(column, "") == value
        if value or instance.key[0][1] in rows:
            assert rows[instance.key[0][1]][column] == (value or None)
    assert len(store.tables()["form_edits"]) == changes
    assert store.revision == 0


@pytest.mark.parametrize("text", ["Zürich 李雷 %s 50% O'Neil 👩\u200d🚀", "a  b", "x\n\ty", "\x00"])
def test_text_arrives_unchanged_in_draft_and_record(text: str) -> None:
    store = Store(APP, {})
    for column in REQUIRED:
        _edit(store, HERE, column, text)
    assert store.tables()["form_drafts"][0]["customer_name"] == text
    sent = store.apply(SendForm(instance=HERE, values={"status": "confirmed"}), step=2, now=NOW)
    assert isinstance(sent, RecordInserted)
    assert sent.row["special_instructions"] == text
    assert (sent.row["restaurant_id"], sent.row["created_at"], sent.row["id"]) == (3, NOW, 1)


def test_a_sent_form_keeps_its_draft_row_and_starts_blank_again() -> None:
    store = Store(APP, {})
    for column in REQUIRED:
        _edit(store, HERE, column, "text")
    store.apply(SendForm(instance=HERE, values={}), step=2, now=NOW)
    assert store.draft(HERE) == {}
    assert store.tables()["form_drafts"][0]["customer_name"] == "text"


def test_cancelling_deletes_the_row_and_says_which() -> None:
    store = Store(APP, {"orders": (ORDER, {**ORDER, "id": 6})})
    event = store.apply(CancelRecord(table="orders", id=5, set={}), step=1, now=NOW)
    assert isinstance(event, RecordDeleted)
    assert event.row["id"] == 5
    assert [row["id"] for row in store.rows("orders")] == [6]
    assert store.revision == 1


def test_cancelling_can_set_a_column_instead() -> None:
    store = Store(APP, {"orders": (ORDER,)})
    cancel = CancelRecord(table="orders", id=5, set={"status": "cancelled"})
    store.apply(cancel, step=1, now=NOW)
    assert store.row("orders", 5)["status"] == "cancelled"


def test_cancelling_what_is_gone_changes_nothing() -> None:
    store = Store(APP, {})
    assert store.apply(CancelRecord(table="orders", id=5, set={}), step=1, now=NOW) is None
    assert store.revision == 0


def test_equal_contents_have_equal_hashes_and_stores_do_not_share() -> None:
    one, other = Store(APP, {"orders": (ORDER,)}), Store(APP, {"orders": (ORDER,)})
    assert one.state_hash() == other.state_hash()
    _edit(one, HERE, "customer_name", "x")
    assert one.state_hash() != other.state_hash()
    assert Store(APP, {"orders": (ORDER,)}).state_hash() == other.state_hash()


def test_a_prepared_row_that_does_not_fit_is_named() -> None:
    with pytest.raises(SpecError, match=r"prepared\.mdoordash\.orders\[0\]"):
        Store(APP, {"orders": ({"id": 1, "restaurant_id": None},)})


def test_a_table_need_not_keep_the_time() -> None:
    columns = {name: kind for name, kind in APP.tables["orders"].items() if name != "created_at"}
    store = Store(replace(APP, tables={"orders": columns}), {})
    for column in REQUIRED:
        _edit(store, HERE, column, "text")
    sent = store.apply(SendForm(instance=HERE, values={}), step=2, now=NOW)
    assert isinstance(sent, RecordInserted)
    assert "created_at" not in sent.row
