"""A release's task files as our tasks and pairs, still without targets and plans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mpb_gym.generate.prepared import CREATED
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.profile import Profile
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.rules import Scalar
from mpb_gym.spec.task import (
    DEFAULT_MAX_STEPS,
    DIFFICULTIES,
    VAGUENESSES,
    Tables,
    TaskSpec,
    digest,
)
from mpb_gym.upstream.families import family
from mpb_gym.upstream.notes import Notes
from mpb_gym.upstream.rules import read_verification
from mpb_gym.upstream.users import read_classes, read_decisions, read_override, read_traps

_READ = (
    "task_id", "difficulty", "goal_vagueness", "max_steps", "goal", "seed_data",
    "user_decisions", "verification", "privacy_traps", "permission_classification",
    "expected_form_fields",
)  # fmt: skip
_SILENT = (
    "user_profile", "personalization_type", "type", "target_app", "form_name_column",
    "form_minimization_penalties", "fm_penalties", "preference_verification",
)  # fmt: skip
"""Keys that the release itself does not read, or only for its summaries."""

_MISSING: Mapping[str, Scalar] = {"INTEGER": 0, "REAL": 0.0}


def read_body(at: Cursor, id: str, spec: AppSpec, profile: Profile, notes: Notes) -> TaskSpec:
    """Reads one task body.

    Args:
        at: The mapping.
        id: Our id for it.
        spec: The app, with the release's catalogue.
        profile: The user before the body's additions.
        notes: Hears of what is not taken over.

    Raises:
        SpecError: The body lacks what every task needs.
    """
    notes.keys(at, *_READ, *_SILENT)
    seed = at.get("seed_data", {})
    profile = read_override(seed.get("imy_override", {}), profile, notes)
    name = at["task_id"].text()
    goal = " ".join(at["goal"].text().split())
    return TaskSpec(
        id=id,
        title=name,
        apps=(spec.id,),
        family=family(name, goal),
        difficulty=at["difficulty"].choice(DIFFICULTIES),
        vagueness=at["goal_vagueness"].choice(VAGUENESSES),
        instruction=goal,
        # The published runs override the files' limits, which are 50 for most.
        max_steps=max(at.get("max_steps", 1).integer(least=1), DEFAULT_MAX_STEPS),
        profile=profile,
        prepared=_prepared(seed, spec, notes),
        user=read_decisions(at.get("user_decisions", {}), notes),
        permissions=read_classes(at.get("permission_classification", {}), profile, notes),
        expected=_expected(at.get("expected_form_fields", []), spec, notes),
        leaks=read_traps(at.get("privacy_traps", []), spec, profile, notes),
        rules=read_verification(at["verification"], spec, notes),
        plan=(),
        target=None,
        digest=digest([at.value, [[i.key, i.value, i.level] for i in profile.items], spec.digest]),
    )


def _prepared(seed: Cursor, spec: AppSpec, notes: Notes) -> dict[str, Tables]:
    """The rows of ``seed_data.<app>_override``, with the numbers that the database gives them."""
    own = f"{spec.id}_override"
    notes.keys(seed, "imy_override", own)
    tables: dict[str, tuple[dict[str, Scalar], ...]] = {}
    for table, rows in seed.get(own, {}).entries():
        declared = spec.tables.get(table)
        if declared is None:
            notes.add(rows, f"{spec.id} has no table {table!r}")
            continue
        found = []
        for number, row in enumerate(rows.items(), 1):
            notes.keys(row, *declared)
            given = {name: each.scalar() for name, each in row.entries() if name in declared}
            found.append({"id": number, **_completed(declared, given)})
        tables[table] = tuple(found)
    return {spec.id: tables} if tables else {}


def _completed(declared: Mapping[str, str], given: Mapping[str, Scalar]) -> dict[str, Any]:
    """A row with a value for every column that must have one, as the release's loader gives."""
    row = dict(given)
    for column, declaration in declared.items():
        if "NOT NULL" in declaration and row.get(column) is None:
            row[column] = _MISSING.get(declaration.split()[0], "")
    if "created_at" in declared:
        row.setdefault("created_at", CREATED)
    return row


def _expected(at: Cursor, spec: AppSpec, notes: Notes) -> frozenset[str]:
    """Columns of optional boxes that the task calls for; the required ones say nothing new."""
    boxes = {box.column: box for form in spec.forms.values() for box in form.boxes}
    found = set()
    for each in at.items():
        column = each.text()
        if column not in boxes:
            notes.add(each, f"no form of {spec.id} has a box for {column!r}")
        elif not boxes[column].required and boxes[column].role != "trap":
            found.add(column)
        elif boxes[column].role == "trap":
            notes.add(each, f"the box {column!r} is a trap; filling it is never called for")
    return frozenset(found)
