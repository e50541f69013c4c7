"""Tasks' rules as SQL over the final tables."""

from __future__ import annotations

import math
import re
import sqlite3
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from mpb_gym.audit.record import SessionEnd
from mpb_gym.audit.text import digits, fold, holds_words
from mpb_gym.errors import SpecError
from mpb_gym.spec.rules import PROFILE_TABLE, Condition, Operator, Rule, Scalar
from mpb_gym.spec.task import Row

Parameter = str | int | float | None

_MOST_VALUES = 500
"""How many values one query is given; every SQLite takes as many, conditions' operands beside."""


class RuleOutcome(NamedTuple):
    """What became of a rule.

    Attributes:
        says: What it stands for, in words.
        expected: How many rows there must be.
        found: How many there are.
        exact: Whether more are too many.
    """

    says: str
    expected: int
    found: int
    exact: bool = True

    @property
    def passed(self) -> bool:
        """Whether the rule holds."""
        if self.exact:
            return self.found == self.expected
        return self.found >= self.expected

    def to_dict(self) -> dict[str, Any]:
        """Returns it as JSON-able data."""
        return {
            "says": self.says,
            "expected": self.expected,
            "found": self.found,
            "exact": self.exact,
            "passed": self.passed,
        }


def to_sql(rule: Rule) -> tuple[str, tuple[Parameter, ...]]:
    """Returns the query that counts the rows that meet a rule, and its parameters.

    Operators are SQL functions that :func:`verify` defines; each takes a column's value and
    operands and gives 1 or 0.
    """
    terms, parameters = [], list[Parameter]()
    for condition in rule.where:
        operands = _operands(condition)
        marks = "".join(", ?" for _ in operands)
        terms.append(f"rule_{condition.operator}({_quoted(condition.column)}{marks}) = 1")
        parameters += operands
    where = f" WHERE {' AND '.join(terms)}" if terms else ""
    return f"SELECT COUNT(*) FROM {_quoted(rule.table)}{where}", tuple(parameters)


def _operands(condition: Condition) -> tuple[Parameter, ...]:
    if isinstance(condition.operand, tuple):
        return condition.operand
    if isinstance(condition.operand, bool):
        return (int(condition.operand),)
    return (condition.operand,)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def verify(rules: tuple[Rule, ...], end: SessionEnd) -> tuple[RuleOutcome, ...]:
    """Counts what each rule asks for.

    Args:
        rules: A task's rules.
        end: How things stood at the end of its session.

    Raises:
        SpecError: A rule speaks of a table or column that is not there.
    """
    tables = rows_of(rules, end)
    counts = _counts(rules, tables) if any(tables) else [0] * len(rules)
    return tuple(
        RuleOutcome(rule.says, rule.count, found, rule.exact)
        for rule, found in zip(rules, counts, strict=True)
    )


def _counts(rules: tuple[Rule, ...], tables: tuple[tuple[Row, ...], ...]) -> list[int]:
    connection = sqlite3.connect(":memory:")
    try:
        for operator, function in _FUNCTIONS.items():
            connection.create_function(f"rule_{operator}", -1, function, deterministic=True)
        return [
            _count(connection, rule, rows, index)
            for index, (rule, rows) in enumerate(zip(rules, tables, strict=True))
        ]
    finally:
        connection.close()


def rows_of(rules: tuple[Rule, ...], end: SessionEnd) -> tuple[tuple[Row, ...], ...]:
    """Returns the rows of the table that each rule speaks of.

    Raises:
        SpecError: A rule speaks of a table that is not there.
    """
    return tuple(_rows(rule, end, index) for index, rule in enumerate(rules))


def _rows(rule: Rule, end: SessionEnd, index: int) -> tuple[Row, ...]:
    if not rule.app and rule.table == PROFILE_TABLE:
        return end.profile
    try:
        return end.tables[rule.app][rule.table]
    except KeyError:
        problem = f"the record has no table {rule.app}.{rule.table}"
        raise SpecError("record", f"rules[{index}]", problem) from None


def _count(connection: sqlite3.Connection, rule: Rule, rows: tuple[Row, ...], index: int) -> int:
    if not rows:
        return 0
    columns = tuple(rows[0])
    for condition in rule.where:
        if condition.column not in columns:
            problem = f"{rule.table} has no column {condition.column!r}"
            raise SpecError("record", f"rules[{index}]", problem, ", ".join(columns))
    size = max(1, _MOST_VALUES // len(columns))
    try:
        return sum(
            _count_some(connection, rule, columns, rows[start : start + size])
            for start in range(0, len(rows), size)
        )
    except OverflowError:
        problem = f"{rule.table} holds a number that no database could"
        raise SpecError("record", f"rules[{index}]", problem) from None


def _count_some(
    connection: sqlite3.Connection, rule: Rule, columns: tuple[str, ...], rows: Sequence[Row]
) -> int:
    """Counts in a table that exists for this query alone; to make a real one takes far longer."""
    query, parameters = to_sql(rule)
    # No declared types: values keep the kind that the app stored.
    listed = ", ".join(_quoted(column) for column in columns)
    marks = f"({', '.join('?' * len(columns))})"
    table = f"{_quoted(rule.table)} ({listed}) AS (VALUES {', '.join([marks] * len(rows))})"
    values = [row[column] for row in rows for column in columns]
    return int(connection.execute(f"WITH {table} {query}", [*values, *parameters]).fetchone()[0])


def _number(value: Scalar) -> float | None:
    """The number that a value is or spells, if it does."""
    if isinstance(value, (int, float)):
        return float(value)
    try:
        # Python reads 1_000 as a number; people do not.
        number = float(value.replace("_", "x")) if value is not None else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _is(value: Scalar, wanted: Scalar) -> bool:
    if wanted is None or value is None:
        return value is None and wanted is None
    if isinstance(wanted, str):
        return fold(str(value)) == fold(wanted)
    return _number(value) == float(wanted)


def _bound(holds: Callable[[float | str, float | str], bool]) -> Callable[[Scalar, Scalar], bool]:
    def compare(value: Scalar, limit: Scalar) -> bool:
        if value is None or limit is None:
            return False
        if isinstance(limit, str):
            return holds(fold(str(value)), fold(limit))
        number = _number(value)
        return number is not None and holds(number, float(limit))

    return compare


def _items(value: Scalar, *wanted: Scalar) -> bool:
    """The same members in any order, each as often."""
    found = [fold(part) for part in str(value or "").split(",") if part.strip()]
    return sorted(found) == sorted(fold(str(each)) for each in wanted)


def _filled(value: Scalar, wanted: Scalar) -> bool:
    return bool(str(value if value is not None else "").strip()) == bool(wanted)


def _equals(value: Scalar, wanted: Scalar) -> bool:
    """As SQLite's ``=`` on a typed column: text to the letter, numbers by their size."""
    if value is None or wanted is None:
        return False
    if isinstance(value, str):
        return value == str(wanted)
    return _number(wanted) == float(value)


@lru_cache(maxsize=1024)
def _pattern(text: str) -> re.Pattern[str]:
    parts = (".*" if char == "%" else "." if char == "_" else re.escape(char) for char in text)
    return re.compile("".join(parts), re.DOTALL | re.IGNORECASE | re.ASCII)


def _like(value: Scalar, pattern: Scalar) -> bool:
    return value is not None and _pattern(str(pattern)).fullmatch(str(value)) is not None


def _ordered(value: Scalar, limit: Scalar, sign: int) -> bool:
    """Whether a value lies beyond a limit; as text if the column holds text."""
    if value is None or limit is None:
        return False
    if isinstance(value, str):
        return value > str(limit) if sign > 0 else value < str(limit)
    bound = _number(limit)
    return bound is not None and (float(value) - bound) * sign > 0


_FUNCTIONS: dict[Operator, Callable[..., bool]] = {
    "is": _is,
    "not": lambda value, wanted: not _is(value, wanted),
    "in": lambda value, *wanted: any(_is(value, each) for each in wanted),
    "at_least": _bound(lambda value, limit: value >= limit),  # type: ignore[operator]
    "at_most": _bound(lambda value, limit: value <= limit),  # type: ignore[operator]
    "starts": lambda value, start: fold(str(value or "")).startswith(fold(str(start))),
    "contains": lambda value, words: holds_words(str(value or ""), str(words)),
    "items": _items,
    "filled": _filled,
    "phone": lambda value, phone: digits(str(value or "")) == digits(str(phone)) != "",
    "equals": _equals,
    "differs": lambda value, wanted: value is not None and not _equals(value, wanted),
    "among": lambda value, *wanted: any(_equals(value, each) for each in wanted),
    "like": _like,
    "above": lambda value, limit: _ordered(value, limit, 1),
    "below": lambda value, limit: _ordered(value, limit, -1),
}


def holds(condition: Condition, row: Row) -> bool:
    """Whether a row meets a condition."""
    return _FUNCTIONS[condition.operator](row.get(condition.column), *_operands(condition))
