"""One app's database, with a single write path that says what it did."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from mpb_gym.events import BoxEdited, Event, RecordDeleted, RecordInserted, RecordUpdated
from mpb_gym.keeping import Keeping, Kept
from mpb_gym.spec.app import EDITS, AppSpec
from mpb_gym.spec.task import Row, Tables
from mpb_gym.store.fillings import Edit, Fillings
from mpb_gym.store.mutations import CancelRecord, EditBox, Instance, Mutation, SendForm
from mpb_gym.store.schema import insert, prepared_image, quoted


class Store(Keeping):
    """An app's tables in memory.

    Args:
        spec: The app.
        prepared: Rows that the record tables hold at the start.

    Attributes:
        revision: Raised by every change of a record table; drafts do not count.
    """

    def __init__(self, spec: AppSpec, prepared: Tables) -> None:
        self._spec = spec
        self._connection, self._open = _connect(), True
        # What the database holds, as SQLite's own bytes; None while that is not known.
        self._image: bytes | None = prepared_image(spec, prepared)
        self._connection.deserialize(self._image)
        self._drafts: dict[Instance, dict[str, str]] = {}
        self._fillings = Fillings(spec)
        self._prepared = {table for table, rows in prepared.items() if rows}
        self._cached: dict[str, tuple[Row, ...]] = {}
        self._records_text = self._drafts_text = ""
        self._named: tuple[Instance | None, str] = (None, "")
        self.revision = 0

    @property
    def records(self) -> str:
        """What the record tables hold, as a text that is equal only if they are."""
        if not self._records_text:
            self._records_text = repr([self.rows(table) for table in self._spec.tables])
        return self._records_text

    @property
    def drafts(self) -> str:
        """What the boxes of unsent fillings hold, likewise."""
        if not self._drafts_text:
            drafts = self._drafts.items()
            self._drafts_text = "".join(
                [f"{instance.form}{self._text(instance)}{boxes}" for instance, boxes in drafts]
            )
        return self._drafts_text

    def keep(self) -> dict[str, Any]:
        """Returns what all tables hold; a database is copied only if written to since."""
        if self._image is None:
            self._image = self._connection.serialize()
        kept = super().keep() | {"_fillings": self._fillings.keep()}
        del kept["_connection"], kept["_open"]
        return kept

    def bring_back(self, kept: Kept) -> None:
        """Makes the tables hold that again, even after :meth:`close`."""
        held = self._image
        own = dict(kept)
        self._fillings.bring_back(own.pop("_fillings"))
        super().bring_back(own)
        if not self._open:
            self._connection, self._open = _connect(), True
            held = None
        if held is not self._image and self._image is not None:
            self._connection.deserialize(self._image)

    def draft(self, instance: Instance) -> Mapping[str, str]:
        """Returns what the boxes of an unsent filling hold; blank ones are left out."""
        return self._drafts.get(instance, {})

    def apply(self, mutation: Mutation, *, step: int, now: str) -> Event | None:
        """Carries out a mutation.

        Args:
            mutation: What to do.
            step: The step of the session in which it happens.
            now: The phone's date and time, for time stamps.

        Returns:
            The event, or ``None`` if nothing changed.
        """
        if isinstance(mutation, EditBox):
            return self._edit(mutation, step, now)
        if isinstance(mutation, SendForm):
            return self._send(mutation, now)
        return self._cancel(mutation)

    def _edit(self, edit: EditBox, step: int, now: str) -> Event | None:
        form = self._spec.forms[edit.instance.form]
        box = form.box(edit.column)
        boxes = self._drafts.setdefault(edit.instance, {})
        old = boxes.pop(edit.column, "")
        if edit.new:
            boxes[edit.column] = edit.new
        if old == edit.new:
            return None
        self._drafts_text = ""
        instance = self._text(edit.instance)
        noted = Edit(step, form.name, instance, edit.column, old, edit.new)
        self._fillings.add(form, edit.instance, boxes, noted, now)
        return BoxEdited(
            app=self._spec.id,
            form=form.name,
            instance=instance,
            column=edit.column,
            role=box.role,
            key=box.key,
            level=box.level or "",
            required=box.required,
            old=old,
            new=edit.new,
        )

    def _text(self, instance: Instance) -> str:
        """The text of an instance; one filling is edited many times."""
        if self._named[0] is not instance:
            self._named = (instance, instance.text)
        return self._named[1]

    def _send(self, send: SendForm, now: str) -> Event:
        form = self._spec.forms[send.instance.form]
        # The draft row stays, as evidence; only a later filling starts blank again.
        boxes = self._drafts.pop(send.instance, {})
        self._drafts_text = ""
        row: dict[str, Any] = {**dict(send.instance.key), **boxes, **send.values}
        columns = self._spec.tables[form.table]
        if "created_at" in columns:
            row["created_at"] = now
        kept = {column: value for column, value in row.items() if column in columns}
        cursor = self._write(*insert(form.table, kept))
        self._changed(form.table)
        return RecordInserted(
            app=self._spec.id, table=form.table, row=self.row(form.table, cursor.lastrowid or 0)
        )

    def _cancel(self, cancel: CancelRecord) -> Event | None:
        before = self.row(cancel.table, cancel.id)
        if not before:
            return None
        table = quoted(cancel.table)
        if not cancel.set:
            self._write(f"DELETE FROM {table} WHERE id = ?", (cancel.id,))
            self._changed(cancel.table)
            return RecordDeleted(app=self._spec.id, table=cancel.table, row=before)
        pairs = ", ".join(f"{quoted(column)} = ?" for column in cancel.set)
        values = (*cancel.set.values(), cancel.id)
        self._write(f"UPDATE {table} SET {pairs} WHERE id = ?", values)
        self._changed(cancel.table)
        return RecordUpdated(
            app=self._spec.id, table=cancel.table, row=self.row(cancel.table, cancel.id)
        )

    def _write(self, sql: str, values: tuple[object, ...]) -> sqlite3.Cursor:
        self._image = None
        return self._connection.execute(sql, values)

    def _changed(self, table: str) -> None:
        self._cached.pop(table, None)
        self._records_text = ""
        self.revision += 1

    def row(self, table: str, id: int) -> Row:
        """Returns the row with this id; empty if there is none."""
        return next((row for row in self.rows(table) if row["id"] == id), {})

    def rows(self, table: str) -> tuple[Row, ...]:
        """Returns all rows of a table as it is in the database, in the order of their ids."""
        if table not in self._cached:
            self._cached[table] = self._read(table)
        return self._cached[table]

    def _read(self, table: str) -> tuple[Row, ...]:
        cursor = self._connection.execute(f"SELECT * FROM {quoted(table)} ORDER BY rowid")
        columns = [each[0] for each in cursor.description]
        return tuple(dict(zip(columns, row, strict=True)) for row in cursor)

    def tables(self) -> dict[str, tuple[Row, ...]]:
        """Returns everything: record tables, drafts and edits."""
        return {
            **{table: self.rows(table) for table in self._spec.tables},
            **{form.drafts: self._filled(form.drafts) for form in self._spec.forms.values()},
            EDITS: self._filled(EDITS),
        }

    def _filled(self, table: str) -> tuple[Row, ...]:
        """Returns the rows of drafts or edits; the database holds those that were prepared."""
        prepared = self.rows(table) if table in self._prepared else ()
        return self._fillings.rows(table, prepared)

    def state_hash(self) -> str:
        """Returns a hash of all tables, equal exactly if their contents are."""
        text = json.dumps(self.tables(), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def close(self) -> None:
        """Frees the database."""
        self._connection.close()
        self._open = False


def _connect() -> sqlite3.Connection:
    # An episode may be handed from thread to thread, as by asyncio.to_thread.
    return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
