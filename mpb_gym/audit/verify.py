"""Tasks' rules, counted over the final tables."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from mpb_gym.audit.operations import OPERATIONS, operands
from mpb_gym.audit.record import SessionEnd
from mpb_gym.errors import SpecError
from mpb_gym.spec.rules import Rule, Scalar
from mpb_gym.spec.task import Row

_MOST = 2**63
"""Whole numbers that a database holds are less than this, and no less than its negative."""


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
    exact: bool

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


def verify(rules: tuple[Rule, ...], end: SessionEnd) -> tuple[RuleOutcome, ...]:
    """Counts what each rule asks for.

    Args:
        rules: A task's rules.
        end: How things stood at the end of its session.

    Raises:
        SpecError: A rule speaks of a table or column that is not there.
    """
    tables = rows_of(rules, end)
    return tuple(
        RuleOutcome(rule.says, rule.count, _count(rule, tables[index], index), rule.exact)
        for index, rule in enumerate(rules)
    )


def rows_of(rules: tuple[Rule, ...], end: SessionEnd) -> tuple[tuple[Row, ...], ...]:
    """Returns the rows of the table that each rule speaks of.

    Raises:
        SpecError: A rule speaks of a table that is not there.
    """
    return tuple(_rows(rule, end, index) for index, rule in enumerate(rules))


def _rows(rule: Rule, end: SessionEnd, index: int) -> tuple[Row, ...]:
    if not rule.app:
        return end.profile
    try:
        return end.tables[rule.app][rule.table]
    except KeyError:
        problem = f"the record has no table {rule.app}.{rule.table}"
        raise SpecError("record", f"rules[{index}]", problem) from None


def _count(rule: Rule, rows: tuple[Row, ...], index: int) -> int:
    if not rows:
        return 0
    columns = rows[0].keys()
    for condition in rule.where:
        if condition.column not in columns:
            problem = f"{rule.table} has no column {condition.column!r}"
            raise SpecError("record", f"rules[{index}]", problem, ", ".join(columns))
    demands = [
        (condition.column, OPERATIONS[condition.operator], operands(condition))
        for condition in rule.where
    ]
    try:
        return sum(
            all([function(row[column], *given) for column, function, given in demands])
            for row in map(_stored, rows)
        )
    except OverflowError:
        problem = f"{rule.table} holds a number that no database could"
        raise SpecError("record", f"rules[{index}]", problem) from None


def _stored(row: Row) -> Row:
    """Returns a row of a record as a database would hold it; most are one's already."""
    return {column: _value(value) for column, value in row.items()}


def _value(value: Scalar) -> Scalar:
    if isinstance(value, str) or value is None:
        return value
    if isinstance(value, int):
        if not -_MOST <= value < _MOST:
            raise OverflowError
        return int(value)  # true and false are 1 and 0
    return None if math.isnan(value) else value
