"""A release's ``verification`` blocks as our rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.rules import Condition, Operator, Rule, Scalar
from mpb_gym.upstream.notes import Notes

OPERATORS: Mapping[str, Operator] = {
    "==": "equals", "=": "equals", "!=": "differs", "LIKE": "like", "IN": "among",
    ">": "above", "<": "below", ">=": "at_least", "<=": "at_most",
}  # fmt: skip
"""Operators of the release by what ours are called."""

_BLOCK_KEYS = ("type", "database_path", "table", "rules", "expect", "expected_count")

UNMET = "no verification"
"""What the rule says that stands for a block without conditions, which nothing passes."""


def read_verification(at: Cursor, spec: AppSpec, notes: Notes) -> tuple[Rule, ...]:
    """Returns the rules that a block, or a list of blocks, stands for.

    Args:
        at: The value of ``verification``.
        spec: The app whose database is meant.
        notes: Hears of what has no counterpart.
    """
    blocks = list(at.items()) if isinstance(at.value, list) else [at]
    return tuple(_read_block(each, spec, notes) for each in blocks)


def _read_block(at: Cursor, spec: AppSpec, notes: Notes) -> Rule:
    notes.keys(at, *_BLOCK_KEYS)
    if at.get("type", "sqlite").value != "sqlite":
        notes.add(at["type"], "only sqlite is read")
    _same_app(at, spec, notes)
    table = at.get("table", "").value
    columns = spec.columns(table)
    if not table or not columns:
        notes.add(at, f"{spec.id} has no table {table!r}; nothing meets this block")
        return _never(spec)
    rules = list(at.get("rules", []).items())
    if not rules:
        notes.add(at, "without rules a block fails in the release, whatever was done")
        return _never(spec)
    where = []
    for each in rules:
        notes.keys(each, "field", "operator", "value")
        column = each["field"].text()
        if column not in columns:
            notes.add(
                each["field"], f"{spec.id}.{table} has no column {column!r}; nothing meets it"
            )
            return _never(spec)
        where.append(_condition(column, each, notes))
    count, exact = _count(at, notes)
    return Rule(
        says=_says(table, where, count, exact), app=spec.id, table=table, where=tuple(where),
        count=count, exact=exact,
    )  # fmt: skip


def _same_app(at: Cursor, spec: AppSpec, notes: Notes) -> None:
    path = at.get("database_path", "").value
    if path and f"/{spec.package}/" not in path:
        notes.add(at["database_path"], f"is not the database of {spec.package}")


def _never(spec: AppSpec) -> Rule:
    """A rule that nothing meets: a block that the release fails whatever was done."""
    table = next(iter(spec.tables))
    where = (Condition(column="id", operator="below", operand=0),)
    return Rule(says=UNMET, app=spec.id, table=table, where=where, count=1, exact=False)


def _condition(column: str, at: Cursor, notes: Notes) -> Condition:
    name = str(at.get("operator", "==").value).upper()
    operator = OPERATORS.get(name)
    if operator is None:
        notes.add(at["operator"], f"unknown operator {name!r}; the release reads it as =")
        operator = "equals"
    value = at["value"].value
    operand: Scalar | tuple[Scalar, ...] = value
    if operator == "among":
        members = value.split(",") if isinstance(value, str) else value
        operand = tuple(_digits(each) for each in members)
    return Condition(column=column, operator=operator, operand=operand)


def _digits(member: Any) -> Scalar:
    """A member of an ``IN`` list, where digits stand for numbers even in text."""
    if isinstance(member, str):
        member = member.strip()
        return int(member) if member.isdecimal() else member
    number: Scalar = member
    return number


def _count(at: Cursor, notes: Notes) -> tuple[int, bool]:
    if at.get("expect", "").value == "absent":
        return 0, True
    if "expected_count" in at:
        return at["expected_count"].integer(least=0), True
    expect = at.get("expect", "").value
    if expect and not re.fullmatch(r">\s*0|present|exists", str(expect)):
        notes.add(at["expect"], f"{expect!r} is unknown; the release reads it as >0")
    return 1, False


def _says(table: str, where: list[Condition], count: int, exact: bool) -> str:
    amount = "no row" if exact and not count else f"{'exactly' if exact else 'at least'} {count}"
    return f"{amount} of {table} where {' and '.join(in_sql(each) for each in where)}"


_SIGNS: Mapping[str, str] = {
    "equals": "=", "differs": "!=", "like": "LIKE", "among": "IN", "above": ">", "below": "<",
    "at_least": ">=", "at_most": "<=",
}  # fmt: skip


def in_sql(condition: Condition) -> str:
    """Returns a condition as the release's query has it, for people."""
    operand = condition.operand
    shown = f"({', '.join(map(str, operand))})" if isinstance(operand, tuple) else repr(operand)
    return f"{condition.column} {_SIGNS.get(condition.operator, condition.operator)} {shown}"


def patterns(query: str) -> Iterator[tuple[str, str]]:
    """Yields column and operand of each ``LIKE`` of an SQL query."""
    for match in re.finditer(r"(\w+)\s+LIKE\s+'((?:[^']|'')*)'", query, re.IGNORECASE):
        yield match[1], match[2].replace("''", "'")


def columns_not_null(query: str) -> tuple[str, ...]:
    """Returns the columns that an SQL query wants to be not null."""
    return tuple(re.findall(r"(\w+)\s+IS\s+NOT\s+NULL", query, re.IGNORECASE))
