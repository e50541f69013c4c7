"""The final tables as a database again, for the queries that tasks bring along."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any, NamedTuple, TypeAlias

from mpb_gym.spec.app import EDITS, AppSpec
from mpb_gym.spec.rules import Scalar
from mpb_gym.spec.task import Row, Tables

DRAFTS = "form_drafts"
"""The table of drafts, in every published app."""

Columns: TypeAlias = Mapping[str, Mapping[str, str]]
"""The SQL type of each column of each table."""


class Counted(NamedTuple):
    """What a counting query gave.

    Attributes:
        number: Of rows, as a rule; 0 if it gave something else, or nothing.
        error: What SQLite said against it; empty if it ran.
    """

    number: int
    error: str = ""


def columns_of(app: AppSpec) -> dict[str, dict[str, str]]:
    """Returns the SQL types of an app's record tables and drafts."""
    found = {
        table: {column: declared.split()[0] for column, declared in columns.items()}
        for table, columns in app.tables.items()
    }
    for form in app.forms.values():
        keys = {column: found[form.table][column] for column in form.key}
        boxes = {box.column: "TEXT" for box in form.boxes}
        found[form.drafts] = {**keys, **boxes, "updated_at": "TEXT"}
    return found


class Database:
    """An app's tables in memory, read only.

    Args:
        tables: The rows of each table.
        columns: Types of their columns; tables that it leaves out have those of their rows.
    """

    def __init__(self, tables: Tables, columns: Columns) -> None:
        self._connection = sqlite3.connect(":memory:", isolation_level=None)
        for table in {**columns, **tables}:
            rows = _in_order_of_writing(tables) if table == DRAFTS else tables.get(table, ())
            if declared := columns.get(table) or {column: "" for row in rows for column in row}:
                self._fill(table, declared, rows)
        self._connection.execute("PRAGMA query_only = ON")

    def _fill(self, table: str, declared: Mapping[str, str], rows: Sequence[Row]) -> None:
        listed = ", ".join(f"{quoted(column)} {kind}" for column, kind in declared.items())
        self._connection.execute(f"CREATE TABLE {quoted(table)} ({listed})")
        marks = ", ".join("?" * len(declared))
        self._connection.executemany(
            f"INSERT INTO {quoted(table)} VALUES ({marks})",
            [tuple(row.get(column) for column in declared) for row in rows],
        )

    def count(self, query: str, parameters: Sequence[Scalar] = ()) -> Counted:
        """Runs a query and takes the first value of its first row for a count."""
        try:
            with closing(self._connection.execute(query, parameters)) as cursor:
                row = cursor.fetchone()
        except (sqlite3.Error, sqlite3.Warning) as error:
            return Counted(0, str(error))
        try:
            return Counted(int(str(row[0]))) if row else Counted(0)
        except ValueError:
            return Counted(0)

    def rows(self, query: str, parameters: Sequence[Scalar] = ()) -> list[tuple[Any, ...]]:
        """Runs a query.

        Raises:
            sqlite3.Error: It cannot be run.
        """
        return self._connection.execute(query, parameters).fetchall()

    def columns(self, table: str) -> tuple[str, ...]:
        """Returns the columns of a table; none if there is no such table."""
        return tuple(row[1] for row in self.rows(f"PRAGMA table_info({quoted(table)})"))

    def close(self) -> None:
        """Frees it."""
        self._connection.close()


def quoted(name: str) -> str:
    """Returns an SQL identifier in quotes."""
    return '"' + name.replace('"', '""') + '"'


def column_name(name: str) -> str:
    """Returns a column for a query, in quotes only if it must be.

    In quotes, SQLite would take a name that no column has for a text, and not complain.
    """
    return name if name.isidentifier() else quoted(name)


def _in_order_of_writing(tables: Tables) -> list[Row]:
    """The drafts, last written last: a phone whose clock stands still gives them all one time."""
    edits = [json.loads(str(row["instance"])) for row in tables.get(EDITS, ())]

    def written(draft: Row) -> int:
        of_it = (
            number
            for number, key in enumerate(edits)
            if all(draft.get(column) == value for column, value in key.items())
        )
        return max(of_it, default=-1)

    return sorted(tables.get(DRAFTS, ()), key=written)
