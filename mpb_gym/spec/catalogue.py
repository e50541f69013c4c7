"""Catalogues: the immutable entities that an app shows, searchable and shared by all envs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from mpb_gym.spec.reader import Cursor

Entity: TypeAlias = Mapping[str, Any]
"""One entity: an ``id`` and fields as the catalogue file has them."""

_SHARED_QUERIES = 1024
"""How many answers to queries are remembered, over all collections."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Collection:
    """The entities of one kind, in catalogue order.

    Attributes:
        name: What the app's spec calls it, as ``restaurants``.
        entities: All of them.
        by_id: The same by id.
        haystacks: For each entity its searchable text, folded.
        search: The fields that searches look in.
    """

    name: str
    entities: tuple[Entity, ...]
    by_id: Mapping[Any, Entity]
    haystacks: tuple[str, ...]
    search: tuple[str, ...]

    def values(self, field: str) -> tuple[str, ...]:
        """Returns the distinct values of a field, sorted."""
        return _values(self, field)

    def find(self, query: str, facets: tuple[tuple[str, str], ...]) -> Sequence[Entity]:
        """Returns the entities that match, in catalogue order.

        Args:
            query: Each of its words must occur in the searchable text, in any case.
            facets: Pairs of field and value; an entity must have each, alone or in a list.
        """
        if not query.strip() and not facets:
            return self.entities
        return _find(self, " ".join(query.casefold().split()), facets)


@lru_cache(maxsize=256)
def _values(collection: Collection, field: str) -> tuple[str, ...]:
    found = {each for entity in collection.entities for each in _listed(entity[field])}
    return tuple(sorted(found))


def _listed(value: Any) -> tuple[str, ...]:
    """The values of a field, which may hold one or a list."""
    return tuple(map(str, value)) if isinstance(value, list) else (str(value),)


@lru_cache(maxsize=_SHARED_QUERIES)
def _find(
    collection: Collection, query: str, facets: tuple[tuple[str, str], ...]
) -> tuple[Entity, ...]:
    found = [_holding(collection, word) for word in query.split()]
    found += [_having(collection, field).get(value, frozenset()) for field, value in facets]
    return tuple(collection.entities[place] for place in sorted(frozenset.intersection(*found)))


def _holding(collection: Collection, part: str) -> frozenset[int]:
    """Where the searchable text has a word with this part in it."""
    words = _words(collection)
    return frozenset().union(*(words[word] for word in words if part in word))


@lru_cache(maxsize=256)
def _words(collection: Collection) -> Mapping[str, Sequence[int]]:
    """The places of each word, so that a search need not read a large catalogue."""
    places: dict[str, list[int]] = {}
    for place, haystack in enumerate(collection.haystacks):
        for word in set(haystack.split()):
            places.setdefault(word, []).append(place)
    return places


@lru_cache(maxsize=256)
def _having(collection: Collection, field: str) -> Mapping[str, frozenset[int]]:
    """The places of each value of a field."""
    places: dict[str, list[int]] = {}
    for place, entity in enumerate(collection.entities):
        for value in set(_listed(entity[field])):
            places.setdefault(value, []).append(place)
    return {value: frozenset(found) for value, found in places.items()}


def make_collection(name: str, entities: Sequence[Entity], search: Sequence[str]) -> Collection:
    """Indexes entities by id and by the fields that searches look in."""
    return Collection(
        name=name,
        entities=tuple(entities),
        by_id={entity["id"]: entity for entity in entities},
        haystacks=tuple(
            "\n".join(part for field in search for part in _listed(entity[field])).casefold()
            for entity in entities
        ),
        search=tuple(search),
    )


def read_collection(name: str, cursor: Cursor, search: Sequence[str]) -> Collection:
    """Reads a list of entities; each needs a distinct ``id`` and every searched field."""
    entities: list[Entity] = []
    seen: set[Any] = set()
    for each in cursor.items():
        id = each["id"].scalar()
        if id in seen:
            each["id"].fail(f"the id {id!r} is taken already", "distinct ids")
        seen.add(id)
        for field in search:
            for member in each[field].items() if isinstance(each[field].value, list) else ():
                member.scalar()
            if not isinstance(each[field].value, list):
                each[field].scalar()
        entities.append(each.value)
    if not entities:
        cursor.fail("the collection is empty", "at least one entity")
    return make_collection(name, entities, search)
