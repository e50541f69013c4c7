"""The record of an episode: all that a score may look at, saved as one JSON file."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from mpb_gym import events
from mpb_gym.events import Logged
from mpb_gym.spec.reader import Cursor, read_json
from mpb_gym.spec.task import Row, Tables

FORMAT = 1
"""Raised whenever a record of this version could not be read by an older one."""

_PROFILE_COLUMNS = ("key", "value", "level", "origin")

HOWS = ("success", "fail", "step_limit", "stopped")


class Issued(NamedTuple):
    """A command as the agent gave it.

    Attributes:
        session: 0 for the only or first session, 1 for the second.
        step: Counted from 1 in each session.
        command: In the paper's JSON form; empty if it could not be read.
        error: Why it did nothing, as ``code: sentence``; or ``""``.
    """

    session: int
    step: int
    command: Mapping[str, Any]
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEnd:
    """How things stood at the end of a session.

    Attributes:
        how: ``success`` or ``fail`` as the agent said, ``step_limit`` or ``stopped``.
        tables: Rows by app and table, drafts and edits included.
        profile: The user's items with ``key``, ``value``, ``level`` and ``origin``.
    """

    how: str
    tables: Mapping[str, Tables]
    profile: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The evidence of one episode.

    Attributes:
        assignment: Id of the task or pair.
        digest: Hash of its content at the time.
        seed: The episode's seed.
        screen: Width and height of the screenshots in pixels.
        user: The user option that was in force.
        versions: Versions of the package and hashes of the apps.
        issued: All commands.
        events: Everything that the audit was told.
        ends: One for each session that was begun.
    """

    assignment: str
    digest: str
    seed: int
    screen: tuple[int, int]
    user: str
    versions: Mapping[str, str] = field(default_factory=dict)
    issued: tuple[Issued, ...]
    events: tuple[Logged, ...]
    ends: tuple[SessionEnd, ...]

    def to_json(self) -> dict[str, Any]:
        """Returns the record as JSON-able data."""
        return {
            "format": FORMAT,
            "assignment": self.assignment,
            "digest": self.digest,
            "seed": self.seed,
            "screen": list(self.screen),
            "user": self.user,
            "versions": dict(self.versions),
            "issued": [
                {"session": s, "step": n, "command": dict(command), "error": error}
                for s, n, command, error in self.issued
            ],
            "events": [events.to_json(each) for each in self.events],
            "ends": [
                {
                    "how": end.how,
                    "tables": {
                        app: {table: [dict(row) for row in rows] for table, rows in tables.items()}
                        for app, tables in end.tables.items()
                    },
                    "profile": [dict(row) for row in end.profile],
                }
                for end in self.ends
            ],
        }

    def text(self) -> str:
        """Returns the record as JSON text; equal records have equal text."""
        return json.dumps(self.to_json(), ensure_ascii=False, sort_keys=True, indent=1) + "\n"

    def sha256(self) -> str:
        """Returns the hash of :meth:`text`."""
        return hashlib.sha256(self.text().encode()).hexdigest()

    def save(self, path: Path) -> None:
        """Writes the record; whoever reads the path finds the old file or the whole new one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f".{path.name}.partial")
        partial.write_text(self.text(), encoding="utf-8", newline="\n")
        os.replace(partial, path)

    @classmethod
    def load(cls, path: Path) -> Record:
        """Reads a record.

        Raises:
            SpecError: The file is missing or is no such record; names file and place.
        """
        return cls.from_json(read_json(path))

    @classmethod
    def from_json(cls, cursor: Cursor) -> Record:
        """Reads a record from parsed JSON; errors as for :meth:`load`."""
        version = cursor["format"].integer()
        if version != FORMAT:
            cursor["format"].fail(f"found version {version}", f"version {FORMAT}")
        cursor.only("format", *(each.name for each in fields(cls)))
        screen = tuple(each.integer(1) for each in cursor["screen"].items())
        if len(screen) != 2:
            cursor["screen"].fail(f"found {len(screen)} numbers", "width and height")
        return cls(
            assignment=cursor["assignment"].text(),
            digest=cursor["digest"].text(),
            seed=cursor["seed"].integer(),
            screen=screen,
            user=cursor["user"].text(),
            versions={name: each.text() for name, each in cursor["versions"].entries()},
            issued=tuple(_read_issued(each) for each in cursor["issued"].items()),
            events=tuple(
                events.from_json(dict(each.entries_raw()), file=each.file, path=each.path)
                for each in cursor["events"].items()
            ),
            ends=tuple(_read_end(each) for each in cursor["ends"].items()),
        )


def _read_issued(cursor: Cursor) -> Issued:
    cursor.only(*Issued._fields)
    return Issued(
        cursor["session"].integer(0),
        cursor["step"].integer(1),
        cursor["command"].entries_raw(),
        _read_error(cursor["error"]),
    )


def _read_error(cursor: Cursor) -> str:
    return "" if cursor.value == "" else cursor.text()


def _read_end(cursor: Cursor) -> SessionEnd:
    cursor.only("how", "tables", "profile")
    return SessionEnd(
        how=cursor["how"].choice(HOWS),
        tables={
            app: {table: _read_rows(rows) for table, rows in tables.entries()}
            for app, tables in cursor["tables"].entries()
        },
        profile=_read_rows(cursor["profile"], _PROFILE_COLUMNS),
    )


def _read_rows(cursor: Cursor, columns: tuple[str, ...] = ()) -> tuple[Row, ...]:
    """Reads a table: each row has the columns named, or else those of the first row."""
    rows = []
    for row in cursor.items():
        columns = columns or tuple(row.entries_raw())
        row.only(*columns)
        rows.append({column: row[column].scalar() for column in columns})
    return tuple(rows)
