"""Other catalogues and other forms of an app, so that nothing of it can be learnt by heart."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

from mpb_gym.errors import OptionError
from mpb_gym.generate.domain import Domain, Renames
from mpb_gym.generate.draw import Draw, pool
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.catalogue import Collection, make_collection
from mpb_gym.spec.form import BoxSpec, FormItem, FormSpec, SectionSpec

_ALL = 1_000_000
"""More than any list of names is long."""


def varied(spec: AppSpec, domain: Domain, draw: Draw, name: str) -> AppSpec:
    """Returns an app with other entities, and with its optional boxes and traps elsewhere.

    Args:
        spec: The app as it is.
        domain: What its entities may be called, and which of their fields change places.
        draw: Where chance comes from; the split decides between the names.
        name: What tells this variant from others, for its digest.
    """
    return replace(
        spec,
        collections={
            key: _collection(each, domain, draw) for key, each in spec.collections.items()
        },
        forms={key: _form(each, draw) for key, each in spec.forms.items()},
        digest=f"{spec.digest}:{name}",
    )


def _collection(collection: Collection, domain: Domain, draw: Draw) -> Collection:
    groups = domain.shuffle.get(collection.name, ())
    renames = domain.renames.get(collection.name)
    if not groups and renames is None:
        return collection
    entities = [dict(each) for each in collection.entities]
    for group in groups:
        order = draw.rng.permutation(len(entities)).tolist()
        for entity, other in zip(entities, order, strict=True):
            source = collection.entities[other]
            for field in group:
                entity[field] = source[field]
    if renames is not None:
        _rename(entities, renames, draw)
    return make_collection(collection.name, entities, collection.search)


def _rename(entities: list[dict[str, Any]], renames: Renames, draw: Draw) -> None:
    """Gives each entity a name of its own; the splits share no first part of a name."""
    pairs = draw.some(list(product(pool(renames.first, draw.split), renames.second)), _ALL)
    taken: set[tuple[str, ...]] = set()
    for entity in entities:
        for index, (first, second) in enumerate(pairs):
            parts = {**entity, "first": first, "second": second}
            names = tuple(pattern.format_map(parts) for pattern in renames.fields.values())
            if names not in taken:
                taken.add(names)
                entity.update(zip(renames.fields, names, strict=True))
                pairs.append(pairs.pop(index))
                break
        else:
            raise OptionError(
                f"renames: {len(entities)} entities need as many names, but {len(pairs)} pairs "
                "of a first and a second word give too few; add words"
            )


def _form(form: FormSpec, draw: Draw) -> FormSpec:
    """Optional boxes change places among themselves, and traps move between the sections."""
    traps: list[list[FormItem]] = []
    rest: list[FormItem] = []
    for item in form.items:
        if isinstance(item, BoxSpec) and item.role == "trap":
            heading = [rest.pop()] if rest and isinstance(rest[-1], SectionSpec) else []
            traps.append([*heading, item])
        else:
            rest.append(item)
    places = [index for index, item in enumerate(rest) if _optional(item)]
    moved = draw.some([rest[index] for index in places], len(places))
    for index, item in zip(places, moved, strict=True):
        rest[index] = item
    gaps = [i for i, item in enumerate(rest) if i > 1 and isinstance(item, SectionSpec)]
    gaps.append(len(rest))
    chosen = sorted(((draw.one(gaps), index) for index in range(len(traps))), reverse=True)
    for at, index in chosen:  # from the end, so that earlier places stay where they are
        rest[at:at] = traps[index]
    boxes = tuple(item for item in rest if isinstance(item, BoxSpec))
    return replace(form, items=tuple(rest), boxes=boxes)


def _optional(item: FormItem) -> bool:
    return isinstance(item, BoxSpec) and item.role in ("op", "fm")
