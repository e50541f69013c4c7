"""What each operator of a rule's conditions takes for a value: plain functions of both."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from functools import lru_cache

from mpb_gym.audit.text import digits, fold, holds_words
from mpb_gym.spec.rules import Condition, Operator, Scalar
from mpb_gym.spec.task import Row


def _number(value: str | int | float) -> float | None:
    """The number that a value is or spells, if it does."""
    if isinstance(value, (int, float)):
        return float(value)
    if "_" in value:  # Python reads 1_000 as a number; people do not
        return None
    try:
        number = float(value)
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
    """Whether a value lies within a limit; as text if the limit is one."""

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


def _beyond(holds: Callable[[float | str, float | str], bool]) -> Callable[[Scalar, Scalar], bool]:
    """Whether a value lies beyond a limit; as text if the column holds text."""

    def compare(value: Scalar, limit: Scalar) -> bool:
        if value is None or limit is None:
            return False
        if isinstance(value, str):
            return holds(value, str(limit))
        bound = _number(limit)
        return bound is not None and holds(float(value), bound)

    return compare


OPERATIONS: dict[Operator, Callable[..., bool]] = {
    "is": _is,
    "not": lambda value, wanted: not _is(value, wanted),
    "in": lambda value, *wanted: any(_is(value, each) for each in wanted),
    "at_least": _bound(operator.ge),
    "at_most": _bound(operator.le),
    "starts": lambda value, start: fold(str(value or "")).startswith(fold(str(start))),
    "contains": lambda value, words: holds_words(str(value or ""), str(words)),
    "items": _items,
    "filled": _filled,
    "phone": lambda value, phone: digits(str(value)) == digits(str(phone)) != "",
    "equals": _equals,
    "differs": lambda value, wanted: value is not None and not _equals(value, wanted),
    "among": lambda value, *wanted: any(_equals(value, each) for each in wanted),
    "like": _like,
    "above": _beyond(operator.gt),
    "below": _beyond(operator.lt),
}
"""Each takes a column's value and the operands."""


def holds(condition: Condition, row: Row) -> bool:
    """Whether a row meets a condition."""
    return OPERATIONS[condition.operator](row.get(condition.column), *operands(condition))


def operands(condition: Condition) -> tuple[Scalar, ...]:
    """Returns what a condition's column is compared with."""
    if isinstance(condition.operand, tuple):
        return condition.operand
    if isinstance(condition.operand, bool):
        return (int(condition.operand),)
    return (condition.operand,)
