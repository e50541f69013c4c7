"""Right answers of a target, worked out from an app's catalogue and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from mpb_gym.generate.journey import Chooser, Journey, journey
from mpb_gym.spec.app import VALUE, AppSpec
from mpb_gym.spec.blocks import Stepper
from mpb_gym.spec.catalogue import Entity
from mpb_gym.spec.target import FromItem, Pick, Request, Want
from mpb_gym.spec.template import parse

Picks: TypeAlias = Mapping[str, Entity]
"""One entity by collection."""


_BARE = parse(f"{{{VALUE}}}")


class Option(NamedTuple):
    """One member of a choice: what it is called, and what it is."""

    label: str
    value: Any


Taken: TypeAlias = tuple[Option, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One way to meet a request, in full.

    Attributes:
        form: The form.
        picks: The entity picked, by collection.
        choices: The options taken, by choice.
        fill: What is written into boxes beside what they ask of the profile, by column.
        skip: Columns of boxes that are left as they are.
    """

    form: str
    picks: Picks
    choices: Mapping[str, Taken]
    fill: Mapping[str, str | FromItem]
    skip: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Entities that will do, with the options that will do for each choice."""

    picks: Picks
    options: Mapping[str, tuple[Taken, ...]]


def scope_of(way: Journey, picks: Picks, choices: Mapping[str, Taken]) -> dict[str, Any]:
    """Returns what templates of the app see once these are chosen."""
    scope: dict[str, Any] = dict(picks)
    for choice in way.choices:
        taken = choices.get(choice.name, ())
        if isinstance(choice, Stepper) or choice.kind == "one":
            if taken:
                scope[choice.name] = taken[0].value
        else:
            scope[choice.name] = [each.value for each in taken]
    return scope


def options(choice: Chooser, picks: Picks) -> tuple[Option, ...]:
    """Returns every option of a choice, given the entities."""
    if isinstance(choice, Stepper):
        return tuple(Option(str(n), n) for n in range(choice.least, choice.most + 1))
    members = choice.of.value(picks) or ()
    if choice.label == _BARE:  # most are; a catalogue holds thousands of times
        return tuple(Option(str(each), each) for each in members)
    return tuple(Option(choice.label.text({**picks, VALUE: each}), each) for each in members)


def permitted(choice: Chooser, picks: Picks, want: Want | None) -> tuple[Taken, ...]:
    """Returns the sets of options that meet a want; none if it cannot be met.

    Of a choice of several that criteria decide, sets of one member stand for all.
    """
    found = options(choice, picks)
    if want is None:
        return tuple((each,) for each in found)
    if want.exactly:
        by_label = {each.label: each for each in found}
        if not all(label in by_label for label in want.exactly):
            return ()
        return (tuple(by_label[label] for label in want.exactly),)
    met = [each for each in found if all(test.holds(each.label) for test in want.where)]
    if want.first and met:
        met = [min(met, key=lambda each: each.label)]
    return tuple((each,) for each in met)


def meets(entity: Entity, pick: Pick) -> bool:
    """Whether an entity meets all criteria of a pick, its superlative aside."""
    return all(
        test.holds(entity.get(field)) for field, tests in pick.where.items() for test in tests
    )


def shown(spec: AppSpec, way: Journey, collection: str, picks: Picks) -> tuple[Entity, ...]:
    """Returns the entities of a collection that the app shows after earlier picks."""
    stage = next(each for each in way.stages if each.collection == collection)
    wanted = tuple((field, template.text(picks)) for field, template in stage.where.items())
    return tuple(spec.collections[collection].find("", wanted))


def candidates(spec: AppSpec, request: Request) -> tuple[Candidate, ...]:
    """Returns every combination of entities that meets a request, with its options."""
    way = journey(spec, request.form)
    found: list[Candidate] = []
    for picks in _combinations(spec, way, way.collections, {}, request):
        sets: dict[str, tuple[Taken, ...]] = {}
        for choice in way.choices:
            sets[choice.name] = permitted(choice, picks, request.choose.get(choice.name))
            if not sets[choice.name]:
                break
        else:
            found.append(Candidate(picks=picks, options=sets))
    for collection, pick in request.pick.items():
        if pick.best is not None and found:
            field = pick.best.field
            values = [each.picks[collection][field] for each in found]
            top = max(values) if pick.best.direction == "highest" else min(values)
            found = [each for each in found if each.picks[collection][field] == top]
    return tuple(found)


def _combinations(
    spec: AppSpec, way: Journey, left: tuple[str, ...], picks: Picks, request: Request
) -> Iterator[Picks]:
    if not left:
        yield picks
        return
    collection, *rest = left
    pick = request.pick.get(collection, Pick())
    for entity in shown(spec, way, collection, picks):
        if meets(entity, pick):
            yield from _combinations(spec, way, tuple(rest), {**picks, collection: entity}, request)


def answers(request: Request, found: tuple[Candidate, ...]) -> Iterator[Answer]:
    """Yields the answers of candidates, the first of each candidate first."""
    rows = [list(_answers(request, each)) for each in found[:40]]
    for depth in range(max(map(len, rows), default=0)):
        yield from (row[depth] for row in rows if depth < len(row))


def _answers(request: Request, candidate: Candidate) -> Iterator[Answer]:
    names = tuple(candidate.options)
    sets = [candidate.options[name][:6] for name in names]
    for taken in product(*sets):
        yield Answer(
            form=request.form,
            picks=candidate.picks,
            choices=dict(zip(names, taken, strict=True)),
            fill=request.fill,
        )
