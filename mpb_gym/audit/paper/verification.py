"""Task success by the published rules: SQL counts over the final tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mpb_gym.audit.paper.database import Database, column_name, quoted
from mpb_gym.audit.paper.task import Block, Clause, PaperTask
from mpb_gym.audit.record import SessionEnd
from mpb_gym.audit.verify import verify

_OPERATORS = {
    "==": "=",
    "!=": "!=",
    ">": ">",
    "<": "<",
    ">=": ">=",
    "<=": "<=",
    "LIKE": "LIKE",
    "IN": "IN",
}
"""In SQL; an operator that is not among them is taken for equality."""


class Verdict(NamedTuple):
    """Whether a task was done.

    Attributes:
        resolved: Whether all blocks passed.
        details: What became of each.
    """

    resolved: bool
    details: tuple[Mapping[str, Any], ...]

    def to_dict(self) -> dict[str, Any]:
        """Returns it under the published names."""
        return {"resolved": self.resolved, "details": [dict(each) for each in self.details]}


def verify_paper(
    task: PaperTask, databases: Mapping[str, Database], end: SessionEnd | None
) -> Verdict:
    """Checks a session at its end.

    Args:
        task: The session's task; the rules of one of ours, which the published operators cannot
            express, hold or fail as they do in the profile ``default``.
        databases: The final tables by app.
        end: How the session ended; ``None`` if it never did.
    """
    if task.rules:
        outcomes = verify(task.rules, end) if end is not None else ()
        met = bool(outcomes) and all(each.passed for each in outcomes)
        return Verdict(met, tuple(each.to_dict() for each in outcomes))
    details = tuple(_check(block, databases) for block in task.blocks)
    return Verdict(bool(details) and all(each["passed"] for each in details), details)


def to_sql(block: Block) -> str:
    """Returns the query that counts a block's rows."""
    terms = " AND ".join(_term(clause) for clause in block.clauses)
    return f"SELECT COUNT(*) FROM {quoted(block.table)} WHERE {terms}"


def _check(block: Block, databases: Mapping[str, Database]) -> dict[str, Any]:
    if not block.complete:
        return {"passed": False, "error": "Missing verification config"}
    absent = block.expect == "absent"
    exact = not absent and block.expected_count is not None
    query = to_sql(block)
    body: dict[str, Any] = {
        "passed": False,
        "mode": "absent" if absent else "exact" if exact else "present",
        "query": query,
        "match_count": 0,
    }
    if block.app not in databases:
        return {**body, "error": f"there is no database of {block.app}"}
    count, error = databases[block.app].count(query)
    if error:
        return {**body, "error": error}
    passed = count == 0 if absent else count == block.expected_count if exact else count > 0
    expected = 0 if absent else block.expected_count if exact else ">0"
    return {**body, "passed": passed, "match_count": count, "expected": expected}


def _term(clause: Clause) -> str:
    operator = _OPERATORS.get(clause.operator, "=")
    if operator == "IN":
        return f"{column_name(clause.column)} IN ({', '.join(_members(clause.value))})"
    return f"{column_name(clause.column)} {operator} {_literal(clause.value)}"


def _members(value: Any) -> list[str]:
    items = value if isinstance(value, list | tuple) else str(value).split(",")
    stripped = (str(each).strip() for each in items)
    return [each if each.isdecimal() else _literal(each) for each in stripped]


def _literal(value: Any) -> str:
    if isinstance(value, int | float):
        return str(int(value) if isinstance(value, bool) else value)
    return "'" + str(value).replace("'", "''") + "'"
