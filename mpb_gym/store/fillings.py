"""What was typed into forms: the tables of drafts and edits, as rows that no database holds.

They grow with every key and are read once, at the end; to write them to a database and back takes
longer than all else that an edit does.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from mpb_gym.keeping import Keeping
from mpb_gym.spec.app import EDIT_COLUMNS, EDITS, AppSpec
from mpb_gym.spec.form import FormSpec
from mpb_gym.spec.rules import Scalar
from mpb_gym.spec.task import Row
from mpb_gym.store.mutations import Instance


class _Draft(NamedTuple):
    """A filling as it was when it was edited last."""

    form: FormSpec
    instance: Instance
    key: tuple[Scalar, ...]
    boxes: Mapping[str, str]
    now: str


class Edit(NamedTuple):
    """An edit, with all columns of its table but the id."""

    step: int
    form: str
    instance: str
    column: str
    old: str
    new: str


class Fillings(Keeping):
    """The drafts and edits of an app.

    Args:
        spec: The app.
    """

    def __init__(self, spec: AppSpec) -> None:
        self._spec = spec
        self._drafts: list[_Draft] = []
        self._edits: list[Edit] = []
        self._rows: dict[str, tuple[Row, ...]] = {}

    def add(
        self,
        form: FormSpec,
        instance: Instance,
        boxes: Mapping[str, str],
        edit: Edit,
        now: str,
    ) -> None:
        """Notes an edit, and the whole draft as it is after it.

        Args:
            form: The form.
            instance: Which filling of it.
            boxes: What its boxes hold now; blank ones are left out.
            edit: What was edited.
            now: The phone's date and time.
        """
        self._rows.clear()
        self._edits.append(edit)
        drafts = self._drafts
        going_on = drafts and drafts[-1].instance == instance
        key = drafts[-1].key if going_on else self._key(form, instance)
        # As INSERT OR REPLACE does; where a part of the key is NULL, rows never replace others.
        if None not in key:
            drafts = [each for each in drafts if each.key != key or each.form is not form]
        self._drafts = [*drafts, _Draft(form, instance, key, dict(boxes), now)]

    def _key(self, form: FormSpec, instance: Instance) -> tuple[Scalar, ...]:
        columns = self._spec.tables[form.table]
        return tuple(as_stored(value, columns[name].split()[0]) for name, value in instance.key)

    def rows(self, table: str, prepared: Sequence[Row]) -> tuple[Row, ...]:
        """Returns the rows of the edits, or of a form's drafts: the same until the next edit.

        Args:
            table: Of the app.
            prepared: Rows that were there before.
        """
        if table not in self._rows:
            if table == EDITS:
                self._rows[table] = tuple(self._all_edits(prepared))
            else:
                forms = self._spec.forms.values()
                form = next(each for each in forms if each.drafts == table)
                self._rows[table] = tuple(self._all_drafts(form, prepared))
        return self._rows[table]

    def _all_edits(self, prepared: Sequence[Row]) -> Iterator[Row]:
        yield from prepared
        first = 1 + max((int(str(row["id"])) for row in prepared), default=0)
        for id, edit in enumerate(self._edits, first):
            yield dict(zip(EDIT_COLUMNS, (id, *edit), strict=True))

    def _all_drafts(self, form: FormSpec, prepared: Sequence[Row]) -> Iterator[Row]:
        """Those first that were edited longest ago; what was prepared may be replaced."""
        drafts = [each for each in self._drafts if each.form is form]
        keys = {each.key for each in drafts if None not in each.key}
        for row in prepared:
            if tuple(row[column] for column in form.key) not in keys:
                yield row
        for each in drafts:
            row = dict(zip(form.key, each.key, strict=True))
            row |= {box.column: each.boxes.get(box.column) for box in form.boxes}
            yield {**row, "updated_at": each.now}


_KINDS = {("INTEGER", int), ("TEXT", str), ("REAL", float)}
"""Values that a column of their type holds as they are."""


def as_stored(value: Scalar, kind: str) -> Scalar:
    """Returns what SQLite makes of a value in a column of a type.

    >>> as_stored("5", "INTEGER"), as_stored(5, "TEXT"), as_stored("five", "INTEGER")
    (5, '5', 'five')
    """
    if value is None or (kind, type(value)) in _KINDS:
        return value
    return _converted(value, kind)


@lru_cache(maxsize=1024, typed=True)
def _converted(value: Scalar, kind: str) -> Scalar:
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute(f"CREATE TABLE one (value {kind})")
        connection.execute("INSERT INTO one VALUES (?)", (value,))
        stored: Scalar = connection.execute("SELECT value FROM one").fetchone()[0]
        return stored
    finally:
        connection.close()
