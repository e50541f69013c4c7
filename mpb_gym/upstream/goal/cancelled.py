"""Which of the prepared rows a goal wants to be cancelled."""

from __future__ import annotations

from mpb_gym.audit.text import tokens
from mpb_gym.generate.journey import ledger
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.task import Row, TaskSpec
from mpb_gym.upstream.goal.clauses import Clauses


def cancelled(said: Clauses, task: TaskSpec, spec: AppSpec) -> dict[str, tuple[int, ...]]:
    """Returns the ids of rows to be cancelled, by table; nothing if none are."""
    if not said.cancel.strip():
        return {}
    found: dict[str, tuple[int, ...]] = {}
    for table, rows in task.prepared.get(spec.id, {}).items():
        meant = rows if said.all else _meant(said.cancel, rows, table, spec)
        if meant:
            found[table] = tuple(int(row["id"] or 0) for row in meant)
    return found


def _meant(text: str, rows: tuple[Row, ...], table: str, spec: AppSpec) -> tuple[Row, ...]:
    """The rows that share most words with a text, apart from what all of them share."""
    if len(rows) == 1:
        return rows
    words = [_words(row, table, spec) for row in rows]
    common = set.intersection(*words)
    # What comes last is what is to be cancelled: 'you have a and b. Cancel only a.'
    said = set(tokens(text[text.casefold().rfind("cancel") :]))
    shares = [len((each - common) & said) for each in words]
    best = max(shares)
    return tuple(row for row, share in zip(rows, shares, strict=True) if best and share == best)


def _words(row: Row, table: str, spec: AppSpec) -> set[str]:
    found: set[str] = set()
    for column, name in ledger(spec, table).records.joins.items():
        entity = spec.collections[name].by_id.get(row.get(column), {})
        for value in entity.values():
            if isinstance(value, str):
                found.update(tokens(value))
    found.update(word for value in row.values() for word in tokens(str(value or "")))
    return found
