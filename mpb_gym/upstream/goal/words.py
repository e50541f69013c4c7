"""Which of a catalogue's values a text names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from mpb_gym.generate.journey import journey
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.template import Expression
from mpb_gym.upstream.fitting import fitting
from mpb_gym.upstream.goal.moments import is_time

_SHORTEST = 3
"""Letters of the shortest value that is looked for."""


class Mention(NamedTuple):
    """A value that a text names.

    Attributes:
        of: The collection, or the choice, that it belongs to.
        field: Its field; ``label`` for an option of a choice.
        value: What the catalogue has.
        start: Where it begins in the text.
        end: Where it ends.
        rank: Which of several meanings of the same words counts: that with the lowest.
    """

    of: str
    field: str
    value: str
    start: int
    end: int
    rank: int


class Phrase(NamedTuple):
    """Words that stand for a value, as a pattern."""

    pattern: re.Pattern[str]
    length: int
    of: str
    field: str
    value: str
    rank: int


def mentions(text: str, phrases: tuple[Phrase, ...]) -> list[Mention]:
    """Returns what a text names, in its order; longer names hide what stands within them."""
    found: list[Mention] = []
    for phrase in phrases:  # the longest first
        for match in phrase.pattern.finditer(text):
            start, end = match.span()
            others = [each for each in found if start < each.end and each.start < end]
            if all(
                (each.start, each.end, each.rank) == (start, end, phrase.rank) for each in others
            ):
                found.append(
                    Mention(phrase.of, phrase.field, phrase.value, start, end, phrase.rank)
                )
    return sorted(found, key=lambda each: each.start)


@lru_cache(maxsize=64)
def lexicon(spec: AppSpec) -> tuple[Phrase, ...]:
    """Returns all words for values of an app's catalogue, the longest first."""
    fit = fitting(spec.id)
    goal = fit.get("goal", {})
    loose, ignored = goal.get("loose", []).texts(), goal.get("ignore", []).texts()
    own = (spec.title, spec.env, *spec.aliases)
    found = [_phrase(title, "", "", title, 0, loose=True) for title in own if " " in title]
    for name, collection in spec.collections.items():
        named = names(spec).get(name)
        made = fit.get("fields", {}).get(name, {})
        for field in collection.entities[0]:
            if field in ignored or _invented(made, field):
                continue
            values = {v for entity in collection.entities for v in _texts(entity[field])}
            for value in sorted(values):
                if len(value) >= _SHORTEST and not is_time(value):
                    rank = 1 if field == named else 2
                    found.append(_phrase(value, name, field, value, rank, loose=field in loose))
    for said, at in goal.get("words", {}).entries():
        place, meant = at.single()
        of, _, field = place.partition(".")
        found.append(_phrase(said, of, field or "label", meant.text(), 0, loose=False))
    return tuple(sorted(found, key=lambda each: (-each.length, each.rank)))


def _invented(made: Cursor, field: str) -> bool:
    """Whether a field's values are ours, so that no goal can mean them."""
    if field not in made:
        return False
    maker = made[field].value
    return not isinstance(maker, Mapping) or not {"by", "copy"} & set(maker)


def _texts(value: object) -> Iterator[str]:
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, str):
            yield each


def _phrase(words: str, of: str, field: str, value: str, rank: int, *, loose: bool) -> Phrase:
    flags = re.IGNORECASE if loose else re.NOFLAG
    pattern = re.compile(rf"(?<!\w){re.escape(words)}{'s?' if loose else ''}(?!\w)", flags)
    return Phrase(pattern, len(words), of, field, value, rank)


@lru_cache(maxsize=64)
def names(spec: AppSpec) -> Mapping[str, str]:
    """Returns the field that entities are called by, for each collection that is picked from."""
    found: dict[str, str] = {}
    for form in spec.forms:
        way = journey(spec, form)
        for collection in way.collections:
            parts = way.name(collection).parts
            found[collection] = next(p.path[-1] for p in parts if isinstance(p, Expression))
    return found
