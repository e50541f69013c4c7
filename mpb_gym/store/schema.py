"""From an app's spec to its tables, and from prepared rows to a ready image of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from functools import lru_cache

from mpb_gym.errors import SpecError
from mpb_gym.spec.app import EDIT_COLUMNS, EDITS, AppSpec
from mpb_gym.spec.task import Row, Tables

_IMAGES = 512
"""How many prepared databases are kept ready (each is a few pages of 4 KiB)."""


def create(spec: AppSpec) -> str:
    """Returns the SQL that makes an app's tables."""
    statements = [_table(name, columns) for name, columns in spec.tables.items()]
    for form in spec.forms.values():
        columns = {column: spec.tables[form.table][column].split()[0] for column in form.key}
        columns |= {box.column: "TEXT" for box in form.boxes}
        columns |= {"updated_at": "TEXT"}
        key = ", ".join(quoted(column) for column in form.key)
        statements.append(_table(form.drafts, columns, f", PRIMARY KEY ({key})"))
    kinds = {"id": "INTEGER PRIMARY KEY AUTOINCREMENT", "step": "INTEGER NOT NULL"}
    edits = {column: kinds.get(column, "TEXT NOT NULL") for column in EDIT_COLUMNS}
    return ";\n".join([*statements, _table(EDITS, edits)])


def _table(name: str, columns: Mapping[str, str], more: str = "") -> str:
    listed = ", ".join(f"{quoted(column)} {kind}" for column, kind in columns.items())
    return f"CREATE TABLE {quoted(name)} ({listed}{more})"


def quoted(name: str) -> str:
    """Returns an SQL identifier in quotes."""
    return '"' + name.replace('"', '""') + '"'


def insert(table: str, row: Row) -> tuple[str, tuple[object, ...]]:
    """Returns the SQL and the parameters that add a row."""
    return _insert(table, tuple(row)), tuple(row.values())


@lru_cache(maxsize=256)
def _insert(table: str, columns: tuple[str, ...]) -> str:
    listed = ", ".join(quoted(column) for column in columns)
    marks = ", ".join("?" * len(columns))
    return f"INSERT INTO {quoted(table)} ({listed}) VALUES ({marks})"


def prepared_image(spec: AppSpec, tables: Tables) -> bytes:
    """Returns a database with the app's tables and these rows, as SQLite's own bytes.

    Raises:
        SpecError: A row does not fit its table.
    """
    frozen = tuple(
        (table, tuple(tuple(row.items()) for row in rows)) for table, rows in tables.items()
    )
    return _image(spec, frozen)


@lru_cache(maxsize=_IMAGES)
def _image(spec: AppSpec, tables: tuple[tuple[str, tuple[tuple[object, ...], ...]], ...]) -> bytes:
    connection = sqlite3.connect(":memory:")
    try:
        connection.executescript(create(spec))
        for table, rows in tables:
            for index, items in enumerate(rows):
                row: Row = dict(items)  # type: ignore[arg-type]
                try:
                    connection.execute(*insert(table, row))
                except sqlite3.Error as error:
                    where = f"prepared.{spec.id}.{table}[{index}]"
                    raise SpecError(spec.id, where, f"does not fit the table: {error}") from None
        connection.commit()
        return connection.serialize()
    finally:
        connection.close()
