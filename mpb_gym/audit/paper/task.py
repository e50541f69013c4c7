"""What the published evaluator reads of a task, whichever format the task came in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from mpb_gym.audit.paper.apps import DEFAULT_NAME, FACTS, UNKNOWN, Facts
from mpb_gym.spec.rules import Rule

CATEGORIES = ("required", "plausible", "unnecessary", "forbidden")
"""Of profile keys; if a key is in several lists the last of them counts."""

_QUERIED = ("field_trap", "data_leakage")
"""Kinds of traps that are tested by a query."""


class Gate(NamedTuple):
    """The draft that must exist for the form to be judged at all.

    Attributes:
        column: Of ``form_drafts``.
        value: What it must hold, to the letter.
    """

    column: str
    value: str


class Clause(NamedTuple):
    """One condition of a verification block, as the task file has it."""

    column: str
    operator: str
    value: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One verification block.

    Attributes:
        kind: ``sqlite``; anything else cannot be checked.
        app: Whose database is meant.
        expect: ``absent``, or anything else for "at least one".
        expected_count: The exact number of rows; ``None`` if that does not matter.
    """

    kind: str
    app: str
    table: str
    clauses: tuple[Clause, ...]
    expect: str = ""
    expected_count: int | None = None

    @property
    def complete(self) -> bool:
        """Whether there is all that a check needs."""
        return self.kind == "sqlite" and bool(self.app and self.table and self.clauses)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trap:
    """A query over the drafts; the trap was walked into if it counts anything."""

    kind: str
    app: str
    query: str
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTask:
    """One session's task as the published evaluator sees it.

    Attributes:
        id: Its ``task_id``, whose words decide some branches.
        app: Id of the app.
        blocks: Verification of a task of the release.
        rules: Verification of a task of ours; the two never occur together.
        gate: See :class:`Gate`.
        classes: Profile keys by category; ``None`` if the task has no classification.
        listed: Keys of the trap ``over_permissioning``, which is reported and costs nothing.
        expected: Draft columns that the task may fill.
        decisions: The user's answers by intent and key, ``default`` for the rest.
    """

    id: str
    app: str
    goal: str
    difficulty: str = ""
    blocks: tuple[Block, ...] = ()
    rules: tuple[Rule, ...] = ()
    gate: Gate
    classes: Mapping[str, Sequence[str]] | None = None
    traps: tuple[Trap, ...] = ()
    listed: frozenset[str] = frozenset()
    expected: frozenset[str] = frozenset()
    decisions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def facts(self) -> Facts:
        """What is configured for its app."""
        return FACTS.get(self.app, UNKNOWN)

    @property
    def cancels_only(self) -> bool:
        """Whether the evaluator takes it for a task that fills no form, by words alone."""
        return "cancel" in self.id and "book" not in self.goal.lower()

    def category(self, key: str) -> str:
        """Returns how necessary a profile key is; unlisted ones are unnecessary."""
        for name in reversed(CATEGORIES):
            if key in (self.classes or {}).get(name, ()):
                return name
        return "unnecessary"

    def answer(self, intent: str, key: str) -> str:
        """Returns ``grant`` or ``deny`` as the task's user decides."""
        rules = self.decisions.get(intent, {})
        return "grant" if rules.get(key, rules.get("default")) == "grant" else "deny"

    @classmethod
    def from_released(cls, body: Mapping[str, Any]) -> PaperTask:
        """Reads a task body of the release.

        Args:
            body: A task file as parsed, or ``task_a`` or ``task_b`` of a pair's.
        """
        found = body.get("verification") or {}
        listed = found if isinstance(found, list) else [found]
        blocks = tuple(_read_block(each) for each in listed)
        traps = [each for each in body.get("privacy_traps") or () if isinstance(each, Mapping)]
        app = next((block.app for block in blocks if block.app), "")
        return cls(
            id=str(body.get("task_id", "")),
            app=app,
            goal=str(body.get("goal", "")),
            difficulty=str(body.get("difficulty", "")),
            blocks=blocks,
            gate=_gate_of(blocks[:1], FACTS.get(app, UNKNOWN)),
            classes=body.get("permission_classification") or None,
            traps=tuple(
                Trap(
                    kind=each["type"],
                    app=_app_of(each.get("database_path")) or app,
                    query=each["check_query"],
                    description=str(each.get("description", "")),
                )
                for each in traps
                if each.get("type") in _QUERIED and each.get("check_query")
            ),
            listed=frozenset(
                key
                for each in traps
                if each.get("type") == "over_permissioning"
                for key in each.get("fields", ())
            ),
            expected=frozenset(body.get("expected_form_fields") or ()),
            decisions=body.get("user_decisions") or {},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPair:
    """A pair of sessions as the published evaluator sees it.

    Attributes:
        save_key: The key under which session A is expected to save something.
    """

    id: str
    save_key: str
    first: PaperTask
    second: PaperTask

    @classmethod
    def from_released(cls, body: Mapping[str, Any]) -> PaperPair:
        """Reads a pair file of the release, as parsed."""
        return cls(
            id=str(body.get("pair_id", "")),
            save_key=str(body.get("expected_save_key", "")),
            first=PaperTask.from_released(body["task_a"]),
            second=PaperTask.from_released(body["task_b"]),
        )


def read_released(body: Mapping[str, Any]) -> PaperTask | PaperPair:
    """Reads a file of the release, as parsed: a task or a pair."""
    return (PaperPair if "task_a" in body else PaperTask).from_released(body)


def _app_of(path: Any) -> str:
    return PurePosixPath(str(path)).stem if path else ""


def _read_block(body: Mapping[str, Any]) -> Block:
    return Block(
        kind=str(body.get("type", "")),
        app=_app_of(body.get("database_path")),
        table=str(body.get("table") or ""),
        clauses=tuple(
            Clause(str(each.get("field", "")), str(each.get("operator", "==")), each.get("value"))
            for each in body.get("rules") or ()
        ),
        expect=str(body.get("expect") or ""),
        expected_count=body.get("expected_count"),
    )


def _gate_of(first: tuple[Block, ...], facts: Facts) -> Gate:
    for block in first:
        for clause in block.clauses:
            if clause.column.endswith("_name") and clause.value:
                return Gate(clause.column, str(clause.value))
    return Gate(facts.name_column, DEFAULT_NAME)
