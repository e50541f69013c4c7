"""Rows that a table holds at the start: what the user had arranged before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mpb_gym.generate.answers import Answer, scope_of
from mpb_gym.generate.journey import journey
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.form import BoxSpec
from mpb_gym.spec.profile import Profile
from mpb_gym.spec.rules import Scalar
from mpb_gym.spec.target import FromItem

CREATED = "2026-03-09 20:15:00"
"""When prepared rows were made: the evening before the phone's frozen clock."""


def prepared_row(spec: AppSpec, answer: Answer, who: Profile, number: int) -> dict[str, Scalar]:
    """Returns the row that an answer would have left, without the user's HIGH values.

    Args:
        spec: The app.
        answer: What was asked for.
        who: The user.
        number: The row's id.
    """
    form = spec.forms[answer.form]
    declared = spec.tables[form.table]
    scope = scope_of(journey(spec, answer.form), answer.picks, answer.choices)
    row: dict[str, Any] = {"id": number}
    for column, template in (*form.key.items(), *form.values.items()):
        row[column] = template.value(scope)
    for box in form.boxes:
        value = _box(box, answer, who, scope)
        if value is not None and box.column in declared:
            row[box.column] = typed(declared[box.column], value)
    if "created_at" in declared:
        row["created_at"] = CREATED
    return row


def _box(box: BoxSpec, answer: Answer, who: Profile, scope: Mapping[str, Any]) -> Any:
    source = answer.fill.get(box.column)
    if isinstance(source, str):
        return source
    key = source.key if isinstance(source, FromItem) else box.key
    if key and box.required:
        item = who.get(key)
        return item.value if item is not None and item.level == "low" else None
    return box.default.value(scope) if box.default is not None else None


def typed(declaration: str, value: Any) -> Any:
    """Returns a value as a column of a declared type keeps it."""
    if declaration.startswith("INTEGER") and isinstance(value, str) and value.isdecimal():
        return int(value)
    return value if declaration.startswith(("INTEGER", "REAL")) else str(value)
