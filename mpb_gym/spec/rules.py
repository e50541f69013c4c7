"""What a task demands of the final tables: rules as data, counted by the audit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from mpb_gym.spec.profile import Profile
from mpb_gym.spec.reader import Cursor

Scalar: TypeAlias = str | int | float | None

Operator = Literal[
    "is",
    "not",
    "in",
    "at_least",
    "at_most",
    "starts",
    "contains",
    "items",
    "filled",
    "phone",
    "equals",
    "differs",
    "among",
    "like",
    "above",
    "below",
]
OPERATORS: tuple[Operator, ...] = (
    "is", "not", "in", "at_least", "at_most", "starts", "contains", "items", "filled", "phone",
    "equals", "differs", "among", "like", "above", "below",
)  # fmt: skip

PROFILE_TABLE = "profile"
"""The rules' name for the profile: columns ``key``, ``value``, ``level``, ``origin``, where
origin is ``given``, ``saved`` (through the contract) or ``edited`` (by hand in iMy)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One demand on one column of a row.

    Attributes:
        operator: ``is``/``not`` compare text (folding case and spaces) or numbers by
            their kind; ``in`` any of several; ``at_least``/``at_most`` by the operand's
            kind; ``starts`` a text prefix; ``contains`` whole words in order; ``items`` a
            comma list in any order; ``filled`` blank or not; ``phone`` the same digits. The rest
            compare as SQL does, to the letter, for tasks that come from elsewhere: ``equals``,
            ``differs``, ``among``, ``above``, ``below``, and ``like`` with ``%`` and ``_``.
    """

    column: str
    operator: Operator
    operand: Scalar | bool | tuple[Scalar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """The number of rows that must meet all of some conditions at the end.

    Attributes:
        says: What the rule stands for, in words, for reports.
        app: The app whose table is meant; empty for the profile.
        table: The table.
        where: Conditions, all of which a row must meet; none counts every row.
        count: How many rows there must be.
        exact: Whether more rows are too many.
    """

    says: str
    app: str
    table: str
    where: tuple[Condition, ...]
    count: int
    exact: bool = True


def read_rules(cursor: Cursor, apps: tuple[str, ...], profile: Profile) -> tuple[Rule, ...]:
    """Reads a task's rules.

    Args:
        cursor: The list.
        apps: The task's apps; a bare table name belongs to the first.
        profile: Where ``{profile: key}`` operands are looked up.
    """
    rules = tuple(_read_rule(each, apps, profile) for each in cursor.items())
    if not rules:
        cursor.fail("there are no rules, so that nothing could fail", "at least one rule")
    return rules


def _read_rule(cursor: Cursor, apps: tuple[str, ...], profile: Profile) -> Rule:
    cursor.only("says", "table", "where", "count")
    name = cursor["table"].text()
    app, dot, table = name.rpartition(".")
    if not dot:
        app = "" if name == PROFILE_TABLE else apps[0]
    elif app not in apps:
        cursor["table"].fail(f"the task has no app {app!r}", f"one of {', '.join(apps)}")
    where = [
        condition
        for column, value in cursor.get("where", {}).entries()
        for condition in _read_conditions(column, value, profile)
    ]
    count = cursor["count"]
    exact = not isinstance(count.value, Mapping)
    return Rule(
        says=cursor["says"].text(),
        app=app,
        table=table,
        where=tuple(where),
        count=(count if exact else count.only("at_least")["at_least"]).integer(least=0),
        exact=exact,
    )


def _read_conditions(column: str, cursor: Cursor, profile: Profile) -> list[Condition]:
    """One scalar means ``is``; a mapping gives one condition for each of its operators."""
    if not isinstance(cursor.value, Mapping):
        return [Condition(column=column, operator="is", operand=cursor.scalar())]
    found = []
    for name, value in cursor.entries():
        if name == "profile":
            found.append(_profile_condition(column, value, profile))
            continue
        if name not in OPERATORS:
            value.fail(f"unknown operator {name!r}", f"one of profile, {', '.join(OPERATORS)}")
        operator: Operator = name
        operand: Scalar | bool | tuple[Scalar, ...]
        if operator in ("in", "items", "among"):
            operand = tuple(each.scalar() for each in value.items())
            if not operand:
                value.fail("the list is empty", "at least one value")
        elif operator == "filled":
            operand = value.flag()
        else:
            operand = value.scalar()
            if operand is None and operator not in ("is", "not"):
                value.fail("found null", "a text or a number")
        found.append(Condition(column=column, operator=operator, operand=operand))
    return found


def _profile_condition(column: str, cursor: Cursor, profile: Profile) -> Condition:
    item = profile.get(cursor.text())
    if item is None:
        known = ", ".join(each.key for each in profile.items)
        cursor.fail(f"the profile has no {cursor.value!r}", f"one of {known}")
    operator: Operator = "phone" if "phone" in item.key else "is"
    return Condition(column=column, operator=operator, operand=item.value)
