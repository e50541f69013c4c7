"""A task's rules as SQL, for whoever holds an app's database and nothing else."""

from __future__ import annotations

import sqlite3

from mpb_gym.audit.operations import OPERATIONS, operands
from mpb_gym.spec.rules import Rule, Scalar


def to_sql(rule: Rule) -> tuple[str, tuple[Scalar, ...]]:
    """Returns the query that counts the rows that meet a rule, and its parameters.

    It needs the functions of :func:`define_operations`, and gives the number that
    :func:`mpb_gym.audit.verify.verify` finds.
    """
    terms, parameters = [], list[Scalar]()
    for condition in rule.where:
        given = operands(condition)
        marks = "".join(", ?" for _ in given)
        terms.append(f"rule_{condition.operator}({_quoted(condition.column)}{marks}) = 1")
        parameters += given
    where = f" WHERE {' AND '.join(terms)}" if terms else ""
    return f"SELECT COUNT(*) FROM {_quoted(rule.table)}{where}", tuple(parameters)


def define_operations(connection: sqlite3.Connection) -> None:
    """Teaches a database the operators of rules, as ``rule_is`` and so on."""
    for operator, function in OPERATIONS.items():
        connection.create_function(f"rule_{operator}", -1, function)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
