"""What a task means: the change it asks for, as data from which right answers can be worked out.

Rules say how the end is judged, a target says what is wanted; ``mpb certify`` proves that the
two agree, answer by answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from mpb_gym.commands import LEVELS, Level
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.rules import Scalar

Test = Literal["is", "not", "in", "at_least", "at_most", "starts", "has"]
TESTS: tuple[Test, ...] = ("is", "not", "in", "at_least", "at_most", "starts", "has")

Direction = Literal["highest", "lowest"]
DIRECTIONS: tuple[Direction, ...] = ("highest", "lowest")

Source = Literal["profile", "prepared"]
SOURCES: tuple[Source, ...] = ("profile", "prepared")


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """One demand on a value: a field of an entity, or the label of an option.

    Attributes:
        test: As the rules' operators; ``has`` looks into a list.
        operand: What to compare with; a tuple for ``in``.
    """

    test: Test
    operand: Scalar | tuple[Scalar, ...]

    def holds(self, value: Any) -> bool:
        """Whether a value meets it; numbers compare as numbers, all else as text."""
        if self.test == "has":
            return isinstance(value, list) and self.operand in value
        if self.test == "in":
            assert isinstance(self.operand, tuple)
            return value in self.operand
        if self.test == "is":
            return bool(value == self.operand)
        if self.test == "not":
            return bool(value != self.operand)
        if self.test == "starts":
            return str(value).startswith(str(self.operand))
        bound: Any = self.operand
        if isinstance(bound, str):
            value = str(value)
        return bool(bound <= value if self.test == "at_least" else value <= bound)


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """A superlative: the entities with the highest or lowest value of a field."""

    field: str
    direction: Direction


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """Which entities of a collection will do.

    Attributes:
        where: Criteria by field, all of which must hold.
        best: What decides among those.
    """

    where: Mapping[str, tuple[Criterion, ...]] = field(default_factory=dict)
    best: Best | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Want:
    """Which options of a choice will do.

    Attributes:
        exactly: The labels to take, all of them and no other; empty if criteria decide.
        where: Criteria that an option's label must meet; with none, any one option will do.
        first: Whether only the first of those will do, in the order of their labels.
    """

    exactly: tuple[str, ...] = ()
    where: tuple[Criterion, ...] = ()
    first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FromItem:
    """The value of a profile item, wanted in a box."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Where an instruction sends the agent for something that it does not say itself.

    Attributes:
        source: ``profile`` for an item, ``prepared`` for a row that exists at the start.
        of: The item's key, or the column of the row.
    """

    source: Source
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A record to be made.

    Attributes:
        form: The form that makes it.
        pick: By collection.
        choose: By the name of a choice; one that is left out may be anything.
        fill: What boxes must hold, by column, beside what the form asks of the profile.
        told: Where it is told, by collection, choice or column, if not in the instruction.
    """

    form: str
    pick: Mapping[str, Pick]
    choose: Mapping[str, Want]
    fill: Mapping[str, str | FromItem]
    told: Mapping[str, Told] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Saving:
    """An item to be saved through the contract.

    Attributes:
        contains: Words that its value must hold.
        key: What the reference agent calls it; an agent may call it otherwise.
        level: The tier to save it at.
    """

    key: str
    value: str
    contains: str
    level: Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The whole change that a task asks for.

    Attributes:
        app: Id of the app that it happens in.
        make: Records to be made.
        cancel: Ids of prepared rows to be cancelled, by table; all others are to be kept.
        save: What is to be remembered.
    """

    app: str
    make: tuple[Request, ...] = ()
    cancel: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    save: tuple[Saving, ...] = ()


Body: TypeAlias = dict[str, Any]


def read_target(cursor: Cursor, app: str) -> Target:
    """Reads a task's target.

    Args:
        cursor: The mapping.
        app: Id of the task's main app.
    """
    cursor.only("make", "cancel", "save")
    return Target(
        app=app,
        make=tuple(_read_request(each) for each in cursor.get("make", []).items()),
        cancel={
            table: tuple(each.integer() for each in ids.items())
            for table, ids in cursor.get("cancel", {}).entries()
        },
        save=tuple(_read_saving(each) for each in cursor.get("save", []).items()),
    )


def _read_request(cursor: Cursor) -> Request:
    cursor.only("form", "pick", "choose", "fill", "told")
    return Request(
        form=cursor["form"].text(),
        pick={name: _read_pick(each) for name, each in cursor.get("pick", {}).entries()},
        choose={name: _read_want(each) for name, each in cursor.get("choose", {}).entries()},
        fill={column: _read_fill(each) for column, each in cursor.get("fill", {}).entries()},
        told={name: _read_told(each) for name, each in cursor.get("told", {}).entries()},
    )


def _read_told(cursor: Cursor) -> Told:
    name, of = cursor.single()
    source: Source = (
        name
        if name in SOURCES
        else of.fail(f"unknown source {name!r}", f"one of {', '.join(SOURCES)}")
    )
    return Told(source=source, of=of.text())


def _read_fill(cursor: Cursor) -> str | FromItem:
    if isinstance(cursor.value, Mapping):
        return FromItem(key=cursor.only("profile")["profile"].text())
    return cursor.text()


def _read_pick(cursor: Cursor) -> Pick:
    best, where = None, {}
    for name, each in cursor.entries():
        if name == "best":
            column, direction = each.single()
            best = Best(field=column, direction=direction.choice(DIRECTIONS))
        else:
            where[name] = _read_criteria(each)
    return Pick(where=where, best=best)


def _read_criteria(cursor: Cursor) -> tuple[Criterion, ...]:
    if not isinstance(cursor.value, Mapping):
        return (Criterion(test="is", operand=cursor.scalar()),)
    found = []
    for name, each in cursor.entries():
        test: Test = (
            name
            if name in TESTS
            else cursor[name].fail(f"unknown test {name!r}", f"one of {', '.join(TESTS)}")
        )
        operand = (
            tuple(member.scalar() for member in each.items()) if test == "in" else each.scalar()
        )
        found.append(Criterion(test=test, operand=operand))
    return tuple(found)


def _read_want(cursor: Cursor) -> Want:
    if isinstance(cursor.value, list):
        return Want(exactly=cursor.texts())
    if not isinstance(cursor.value, Mapping):
        return Want(exactly=(str(cursor.scalar()),))
    first = cursor.get("first", False).flag()
    rest = {name: value for name, value in cursor.value.items() if name != "first"}
    criteria = _read_criteria(Cursor(rest, cursor.file, cursor.path)) if rest else ()
    return Want(where=criteria, first=first)


def _read_saving(cursor: Cursor) -> Saving:
    cursor.only("key", "value", "contains", "level")
    return Saving(
        key=cursor["key"].text(),
        value=cursor["value"].text(),
        contains=cursor["contains"].text(),
        level=cursor["level"].choice(LEVELS),
    )
