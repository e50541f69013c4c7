"""How people ask for things in an app: nouns, criteria and wordings, read from its folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from mpb_gym.commands import LEVELS, Level
from mpb_gym.content import app_folders, profile_file, shown
from mpb_gym.spec.reader import Cursor, read_yaml
from mpb_gym.spec.target import DIRECTIONS, Direction

FILE = "generator.yaml"

Kind = Literal["label", "time", "date", "number"]
KINDS: tuple[Kind, ...] = ("label", "time", "date", "number")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """Words around a noun: ``before`` it, as *Thai*, or ``after`` it, as *in SoHo*."""

    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionWords:
    """How people constrain a field.

    Attributes:
        words: With ``{value}`` for the value.
        at_least: Thresholds that people name; empty if they name the value itself.
        at_most: Likewise.
        best: What they call the extreme.
    """

    words: Wording
    at_least: tuple[float, ...] = ()
    at_most: tuple[float, ...] = ()
    best: Mapping[Direction, Wording]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityWords:
    """How people speak of the entities of a collection.

    Attributes:
        label: The field that names each.
    """

    label: str
    nouns: tuple[str, ...]
    criteria: Mapping[str, CriterionWords]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceWords:
    """How people say what to choose.

    Attributes:
        take: Of a choice of several, the least and most to take; of a number likewise.
        words: With ``{value}``, for labels.
        whatever: Words that leave it open; none if it must always be said.
        loose: Whether a time may be said loosely, as *at 18:00 or later*.
    """

    kind: Kind = "label"
    take: tuple[int, int] = (1, 1)
    words: str = "{value}"
    whatever: tuple[str, ...] = ()
    loose: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Preference:
    """A lasting preference of a user that decides between entities.

    Attributes:
        key: The profile item.
        say: Words after a noun that refer to it without saying it.
        means: For HIGH items what the profile says, by the value that it decides for.
        reveal: Sentences that tell it; none if it is never told.
        later: Words after a noun that refer to what was told in an earlier session.
    """

    key: str
    level: Level
    of: str
    field: str
    say: str
    means: Mapping[str, str]
    reveal: tuple[str, ...]
    later: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Renames:
    """How entities of a generated catalogue are called.

    Attributes:
        fields: Patterns by field, with ``{first}``, ``{second}`` and fields of the entity.
        first: Words for the one part; with ``second`` they make enough names for all.
    """

    fields: Mapping[str, str]
    first: tuple[str, ...]
    second: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """What a generator needs to know of an app beside its spec.

    Attributes:
        form: The form that requests end in.
        record: What people call one record, and ``records`` several.
        at: The preposition between a record and what it is for.
        decisive: Collections whose entities are constrained; others are named.
        fill: Texts for boxes that ask for no profile item, by column.
        nights: A box for a date some days after a chosen one: column, choice, least, most.
        ask: Sentences with the collections and choices in braces.
        say: Further sentences; of each list one is said.
        plausible: HIGH keys that a careful agent might ask for.
        renames: New names for the entities of generated catalogues, by collection.
        shuffle: Groups of fields that change places between entities, by collection.
    """

    app: str
    form: str
    record: str
    records: str
    at: str
    entities: Mapping[str, EntityWords]
    decisive: tuple[str, ...]
    choices: Mapping[str, ChoiceWords]
    fill: Mapping[str, tuple[str, ...]]
    nights: Mapping[str, tuple[str, int, int]]
    ask: tuple[str, ...]
    say: tuple[tuple[str, ...], ...]
    preferences: tuple[Preference, ...]
    plausible: tuple[str, ...]
    renames: Mapping[str, Renames]
    shuffle: Mapping[str, tuple[tuple[str, ...], ...]]

    @property
    def named(self) -> str:
        """The collection whose entities name a record."""
        return next(iter(self.entities))


_KEYS = (
    "form", "record", "records", "at", "entities", "decisive", "choices", "fill", "nights", "ask",
    "say", "preferences", "plausible", "renames", "shuffle",
)  # fmt: skip


@lru_cache(maxsize=64)
def load_domain(app: str) -> Domain | None:
    """Returns an app's domain; ``None`` if it has no ``generator.yaml``.

    Raises:
        SpecError: The file is not right; names file and path.
    """
    file = app_folders()[app] / FILE
    return read_domain(read_yaml(file, shown(file)), app) if file.exists() else None


def read_domain(cursor: Cursor, app: str) -> Domain:
    """Reads a ``generator.yaml``."""
    cursor.only(*_KEYS)
    return Domain(
        app=app,
        form=cursor["form"].text(),
        record=cursor["record"].text(),
        records=cursor["records"].text(),
        at=cursor["at"].text(),
        entities={name: _read_entity(each) for name, each in cursor["entities"].entries()},
        decisive=cursor["decisive"].texts(),
        choices={name: _read_choice(each) for name, each in cursor.get("choices", {}).entries()},
        fill={column: each.texts() for column, each in cursor.get("fill", {}).entries()},
        nights={column: _read_nights(each) for column, each in cursor.get("nights", {}).entries()},
        ask=cursor["ask"].texts(),
        say=tuple(each.texts() for each in cursor.get("say", []).items()),
        preferences=tuple(_read_preference(each) for each in cursor["preferences"].items()),
        plausible=cursor.get("plausible", []).texts(),
        renames={name: _read_renames(each) for name, each in cursor.get("renames", {}).entries()},
        shuffle={
            name: tuple(group.texts() for group in each.items())
            for name, each in cursor.get("shuffle", {}).entries()
        },
    )


def _read_entity(cursor: Cursor) -> EntityWords:
    cursor.only("label", "nouns", "criteria")
    return EntityWords(
        label=cursor["label"].text(),
        nouns=cursor["nouns"].texts(),
        criteria={name: _read_criterion(e) for name, e in cursor.get("criteria", {}).entries()},
    )


def _read_criterion(cursor: Cursor) -> CriterionWords:
    cursor.only("before", "after", "at_least", "at_most", "best")
    return CriterionWords(
        words=_read_wording(cursor),
        at_least=_numbers(cursor.get("at_least", [])),
        at_most=_numbers(cursor.get("at_most", [])),
        best={
            _direction(name, each): _read_wording(each.only("before", "after"))
            for name, each in cursor.get("best", {}).entries()
        },
    )


def _numbers(cursor: Cursor) -> tuple[float, ...]:
    """Numbers as they stand in the file, since people say 2 bedrooms and 4.0 stars."""
    for each in cursor.items():
        each.number()
    return tuple(cursor.value)


def _direction(name: str, cursor: Cursor) -> Direction:
    direction: Direction = Cursor(name, cursor.file, cursor.path).choice(DIRECTIONS)
    return direction


def _read_wording(cursor: Cursor) -> Wording:
    return Wording(
        before=cursor["before"].text() if "before" in cursor else "",
        after=cursor["after"].text() if "after" in cursor else "",
    )


def _read_choice(cursor: Cursor) -> ChoiceWords:
    cursor.only("kind", "take", "words", "whatever", "loose")
    least, most = [each.integer(least=1) for each in cursor.get("take", [1, 1]).items()]
    return ChoiceWords(
        kind=cursor.get("kind", "label").choice(KINDS),
        take=(least, most),
        words=cursor.get("words", "{value}").text(),
        whatever=cursor.get("whatever", []).texts(),
        loose=cursor.get("loose", True).flag(),
    )


def _read_renames(cursor: Cursor) -> Renames:
    cursor.only("fields", "first", "second")
    return Renames(
        fields={name: each.text() for name, each in cursor["fields"].entries()},
        first=cursor["first"].texts(),
        second=cursor["second"].texts(),
    )


def _read_nights(cursor: Cursor) -> tuple[str, int, int]:
    cursor.only("after", "least", "most")
    return cursor["after"].text(), cursor["least"].integer(1), cursor["most"].integer(1)


def _read_preference(cursor: Cursor) -> Preference:
    cursor.only("key", "level", "of", "field", "say", "means", "reveal", "later")
    return Preference(
        key=cursor["key"].text(),
        level=cursor["level"].choice(LEVELS),
        of=cursor["of"].text(),
        field=cursor["field"].text(),
        say=cursor["say"].text(),
        means={value: each.text() for value, each in cursor.get("means", {}).entries()},
        reveal=cursor.get("reveal", []).texts(),
        later=cursor["later"].text() if "later" in cursor else "",
    )


@lru_cache(maxsize=1)
def words() -> Cursor:
    """Returns what all instructions are made of."""
    file = profile_file().with_name("words.yaml")
    return read_yaml(file, shown(file))


@lru_cache(maxsize=1)
def people() -> Cursor:
    """Returns what people are made of."""
    file = profile_file().with_name("people.yaml")
    return read_yaml(file, shown(file))
