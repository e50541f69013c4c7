"""Drafts and edits are what a database would hold that was written to at each edit."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mpb_gym.spec.app import EDITS
from mpb_gym.spec.library import load_app
from mpb_gym.spec.rules import Scalar
from mpb_gym.spec.task import Row
from mpb_gym.store import EditBox, Instance, Store
from mpb_gym.store.fillings import as_stored
from mpb_gym.store.schema import create, insert

APP = load_app("mdoordash")
FORM = APP.forms["order"]
NOW = "2026-03-10 09:41:00"

keys = st.tuples(
    st.sampled_from([3, 4, "4", "x", None]), st.sampled_from(["2026-03-12 18:30", 1830, None])
)
instances = keys.map(lambda key: Instance("order", tuple(zip(FORM.key, key, strict=True))))
columns = st.sampled_from([box.column for box in FORM.boxes][:4])
edits = st.lists(
    st.tuples(instances, columns, st.sampled_from(["", "a", "b", "李 👩‍🚀"])), max_size=10
)

BEFORE: tuple[Row, ...] = (
    {"restaurant_id": 4, "delivery_time": "2026-03-12 18:30", "customer_name": "Ada"},
    {"restaurant_id": None, "delivery_time": "2026-03-12 18:30", "customer_name": "Eve"},
)
EARLIER: Row = {
    "id": 7, "step": 1, "form": "order", "instance": "{}", "column": "x", "old": "", "new": "y",
}  # fmt: skip


class Database:
    """The same, written at once."""

    def __init__(self, prepared: dict[str, tuple[Row, ...]]) -> None:
        self.connection = sqlite3.connect(":memory:")
        self.connection.executescript(create(APP))
        self.boxes: dict[Instance, dict[str, str]] = {}
        for table, rows in prepared.items():
            for row in rows:
                self.connection.execute(*insert(table, row))

    def edit(self, edit: EditBox, step: int) -> None:
        boxes = self.boxes.setdefault(edit.instance, {})
        old = boxes.get(edit.column, "")
        if old == edit.new:
            return
        boxes[edit.column] = edit.new
        row: dict[str, Scalar] = dict(edit.instance.key)
        row |= {box.column: boxes.get(box.column) or None for box in FORM.boxes}
        sql, values = insert(FORM.drafts, {**row, "updated_at": NOW})
        self.connection.execute(sql.replace("INSERT", "INSERT OR REPLACE", 1), values)
        noted: Row = {
            "step": step, "form": "order", "instance": edit.instance.text,
            "column": edit.column, "old": old, "new": edit.new,
        }  # fmt: skip
        self.connection.execute(*insert(EDITS, noted))

    def rows(self, table: str) -> list[dict[str, Any]]:
        cursor = self.connection.execute(f'SELECT * FROM "{table}" ORDER BY rowid')
        names = [each[0] for each in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]


@given(edits, st.booleans(), st.sets(st.integers(0, 9)))
@example([(Instance("order", tuple(BEFORE[0].items())[:2]), "customer_name", "b")], True, set())
def test_they_are_what_a_database_would_hold(
    done: list[tuple[Instance, str, str]], prepared: bool, looks: set[int]
) -> None:
    before = {FORM.drafts: BEFORE, EDITS: (EARLIER,)} if prepared else {}
    store, database = Store(APP, before), Database(before)
    for step, (instance, column, new) in enumerate(done):
        edit = EditBox(instance=instance, column=column, new=new)
        store.apply(edit, step=step, now=NOW)
        database.edit(edit, step)
        if step in looks:
            store.tables()
    tables = store.tables()
    for table in (FORM.drafts, EDITS):
        assert list(tables[table]) == database.rows(table)
        assert [list(row) for row in tables[table]] == [list(row) for row in database.rows(table)]


@pytest.mark.parametrize(
    ("value", "kind", "stored"),
    [
        (5, "INTEGER", 5),
        ("5", "INTEGER", 5),
        ("5.0", "INTEGER", 5),
        ("five", "INTEGER", "five"),
        (5, "TEXT", "5"),
        (5, "REAL", 5.0),
        (1.5, "TEXT", "1.5"),
        (None, "TEXT", None),
    ],
)
def test_values_take_the_kind_of_their_column(value: Scalar, kind: str, stored: Scalar) -> None:
    found = as_stored(value, kind)
    assert (found, type(found)) == (stored, type(stored))


def test_tables_stay_the_same_objects_until_something_is_edited() -> None:
    store = Store(APP, {})
    first = store.tables()
    again = store.tables()
    assert all(again[table] is first[table] for table in first)
    where = Instance("order", (("restaurant_id", 3), ("delivery_time", "x")))
    store.apply(EditBox(instance=where, column="customer_name", new="Ada"), step=1, now=NOW)
    assert store.tables()[EDITS] is not first[EDITS]
