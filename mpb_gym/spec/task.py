"""Tasks and pairs: what is asked, how the phone and the user are prepared, what counts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from mpb_gym.spec.plan import PlanStep, read_plan
from mpb_gym.spec.profile import MODES, Profile, read_items, read_tiers
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.rules import Rule, Scalar, read_rules
from mpb_gym.spec.target import Target, read_target

Row: TypeAlias = Mapping[str, Scalar]
Tables: TypeAlias = Mapping[str, tuple[Row, ...]]

Difficulty = Literal["easy", "medium", "hard", "expert"]
Vagueness = Literal["explicit", "moderate", "vague", "tempting"]
DIFFICULTIES = ("easy", "medium", "hard", "expert")
VAGUENESSES = ("explicit", "moderate", "vague", "tempting")
FAMILIES = (
    "explicit", "search", "compare", "preference_low", "preference_high", "cancel_one",
    "cancel_all", "cancel_selective", "cancel_rebook", "multi", "save", "leak", "composite",
)  # fmt: skip
"""Task families of the paper (``reference``: its task files, grouped by what they ask)."""

Verdict = Literal["grant", "deny"]
VERDICTS: tuple[Verdict, ...] = ("grant", "deny")
NECESSITIES = ("required", "plausible", "unnecessary", "forbidden")
DEFAULT_MAX_STEPS = 100
"""Steps a session may take unless its task says otherwise (the published runs' limit)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A scripted answer: given when the question holds any of some words."""

    words: tuple[str, ...]
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UserRules:
    """How the task's user decides. Whatever has no rule is denied.

    Attributes:
        read_data: Verdict by profile key; ``default`` for the rest.
        access_app: Verdict by app id; ``default`` for the rest.
        write_data: Verdict by profile key; ``default`` for the rest.
        answers: Scripted answers to questions, first match wins.
    """

    read_data: Mapping[str, Verdict] = field(default_factory=dict)
    access_app: Mapping[str, Verdict] = field(default_factory=dict)
    write_data: Mapping[str, Verdict] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Permissions:
    """How necessary each HIGH key is for the task; one in no list is unnecessary."""

    required: frozenset[str] = frozenset()
    plausible: frozenset[str] = frozenset()
    unnecessary: frozenset[str] = frozenset()
    forbidden: frozenset[str] = frozenset()

    def necessity(self, key: str) -> str:
        """Returns the name of the list that holds a key."""
        for name in NECESSITIES:
            if key in getattr(self, name):
                return name
        return "unnecessary"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """A HIGH value that must not be entered in any box not meant for it.

    Attributes:
        key: Its profile key.
        tells: The value and its unmistakable parts; entering any one is a leak.
    """

    key: str
    tells: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSpec:
    """One task: one session on a prepared phone.

    Attributes:
        id: ``<app>/<number>``, as ``mdoordash/012``.
        title: A few words for lists.
        apps: Ids of the apps on the phone, the main one first.
        instruction: What the agent is asked to do.
        prepared: Rows that the apps' tables hold at the start, by app and table.
        expected: Columns of optional boxes that the task calls for.
        plan: The reference plan.
        target: What the rules stand for; ``None`` in tasks that cannot be certified.
        digest: Hash of the whole content, so that records know what they were made on.
    """

    id: str
    title: str
    apps: tuple[str, ...]
    family: str
    difficulty: Difficulty
    vagueness: Vagueness
    instruction: str
    max_steps: int
    profile: Profile
    prepared: Mapping[str, Tables]
    user: UserRules
    permissions: Permissions
    expected: frozenset[str]
    leaks: tuple[Leak, ...]
    rules: tuple[Rule, ...]
    plan: tuple[PlanStep, ...]
    target: Target | None
    digest: str

    @property
    def sessions(self) -> tuple[TaskSpec, ...]:
        """The sessions of this assignment: just this one."""
        return (self,)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSpec:
    """Two sessions for one user; the second needs what the first was told.

    Attributes:
        id: ``<app>/pair_<number>``.
        first: Session A, which reveals a preference.
        second: Session B, which can be done only with what A's agent saved.
        carries: Words of the preference; an item saved in A carries the preference if
            its value holds any of them.
        chance: Share of B's candidates that meet its rules, the floor of guessing.
    """

    id: str
    title: str
    first: TaskSpec
    second: TaskSpec
    carries: tuple[str, ...]
    chance: float
    digest: str

    @property
    def sessions(self) -> tuple[TaskSpec, ...]:
        """Session A, then session B."""
        return (self.first, self.second)

    @property
    def apps(self) -> tuple[str, ...]:
        """The apps of both sessions."""
        return tuple(dict.fromkeys((*self.first.apps, *self.second.apps)))


Assignment: TypeAlias = TaskSpec | PairSpec
"""What one episode is about."""


def digest(body: Any) -> str:
    """Returns a short hash of JSON-able data that does not depend on key order."""
    text = json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


_TASK_KEYS = (
    "title", "apps", "family", "difficulty", "vagueness", "instruction", "max_steps", "profile",
    "prepared", "user", "permissions", "expected", "leaks", "target", "rules", "plan",
)  # fmt: skip


def read_assignment(cursor: Cursor, id: str, base: Profile) -> Assignment:
    """Reads a task or pair file.

    Args:
        cursor: The file.
        id: The id that its place in ``tasks/`` gives it.
        base: The user to whom the file's additions are made.
    """
    if "first" not in cursor:
        return read_task(cursor, id, base)
    cursor.only("title", "carries", "chance", "first", "second")
    first = read_task(cursor["first"], f"{id}/a", base)
    chance = cursor["chance"].number()
    if not 0 < chance <= 0.25:
        cursor["chance"].fail(f"found {chance}", "above 0 and at most 0.25")
    carries = cursor["carries"].texts()
    if not carries:
        cursor["carries"].fail(
            "the list is empty, so that the pair could not be won", "at least one word"
        )
    return PairSpec(
        id=id,
        title=cursor["title"].text(),
        first=first,
        # B's rules and leaks may speak of what A's user has too.
        second=read_task(cursor["second"], f"{id}/b", first.profile),
        carries=carries,
        chance=chance,
        digest=digest([cursor.value, _profile_body(base)]),
    )


def read_task(cursor: Cursor, id: str, base: Profile) -> TaskSpec:
    """Reads one task; arguments as for :func:`read_assignment`."""
    cursor.only(*_TASK_KEYS)
    apps = cursor["apps"].texts()
    if not apps:
        cursor["apps"].fail("the list is empty", "at least one app")
    profile = _read_profile(cursor.get("profile", {}), base)
    permissions = _read_permissions(cursor.get("permissions", {}), profile)
    return TaskSpec(
        id=id,
        title=cursor["title"].text(),
        apps=apps,
        family=cursor["family"].choice(FAMILIES),
        difficulty=cursor["difficulty"].choice(DIFFICULTIES),
        vagueness=cursor["vagueness"].choice(VAGUENESSES),
        instruction=" ".join(cursor["instruction"].text().split()),
        max_steps=cursor.get("max_steps", DEFAULT_MAX_STEPS).integer(least=1),
        profile=profile,
        prepared={
            app: {
                table: tuple(
                    {column: v.scalar() for column, v in row.entries()} for row in rows.items()
                )
                for table, rows in tables.entries()
            }
            for app, tables in cursor.get("prepared", {}).entries()
        },
        user=_read_user(cursor.get("user", {})),
        permissions=permissions,
        expected=frozenset(cursor.get("expected", []).texts()),
        leaks=tuple(_read_leak(each, profile) for each in cursor.get("leaks", []).items()),
        rules=read_rules(cursor["rules"], apps, profile),
        plan=read_plan(cursor["plan"]),
        target=read_target(cursor["target"], apps[0]) if "target" in cursor else None,
        digest=digest([cursor.value, _profile_body(base)]),
    )


def _profile_body(profile: Profile) -> list[Any]:
    items = [[item.key, item.value, item.level] for item in profile.items]
    return [items, profile.mode, dict(profile.app_tiers)]


def _read_profile(cursor: Cursor, base: Profile) -> Profile:
    cursor.only("mode", "add", "app_tiers")
    grown = base.with_items(read_items(cursor.get("add", [])))
    return Profile(
        items=grown.items,
        mode=cursor.get("mode", base.mode).choice(MODES),
        app_tiers={**base.app_tiers, **read_tiers(cursor.get("app_tiers", {}))},
    )


def _read_permissions(cursor: Cursor, profile: Profile) -> Permissions:
    cursor.only(*NECESSITIES)
    lists = {name: cursor.get(name, []).texts() for name in NECESSITIES}
    seen: dict[str, str] = {}
    for name, keys in lists.items():
        for key in keys:
            place = cursor[name]
            if key in seen:
                place.fail(f"{key!r} is {seen[key]} already", "each key in one list")
            item = profile.get(key)
            if item is None or item.level != "high":
                place.fail(f"{key!r} is not a HIGH item of the profile", "HIGH keys only")
            seen[key] = name
    return Permissions(**{name: frozenset(keys) for name, keys in lists.items()})


def _read_user(cursor: Cursor) -> UserRules:
    cursor.only("read_data", "access_app", "write_data", "answers")

    def verdicts(name: str) -> dict[str, Verdict]:
        return {key: each.choice(VERDICTS) for key, each in cursor.get(name, {}).entries()}

    return UserRules(
        read_data=verdicts("read_data"),
        access_app=verdicts("access_app"),
        write_data=verdicts("write_data"),
        answers=tuple(
            Answer(
                words=each.only("words", "says")["words"].texts(),
                says=each["says"].text(),
            )
            for each in cursor.get("answers", []).items()
        ),
    )


def _read_leak(cursor: Cursor, profile: Profile) -> Leak:
    cursor.only("key", "tells")
    item = profile.get(cursor["key"].text())
    if item is None or item.level != "high":
        cursor["key"].fail("a leak is of a HIGH item of the profile", "a HIGH key")
    return Leak(key=item.key, tells=(item.value, *cursor.get("tells", []).texts()))
