"""Why nothing in a catalogue is what a request wants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mpb_gym.generate.answers import candidates, meets, options
from mpb_gym.generate.journey import journey
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.target import Criterion, Pick, Request, Want

_SHOWN = 8
"""How many values are told of what there is."""


def missing_entities(spec: AppSpec, request: Request) -> Iterator[str]:
    """Says which demand on an entity is not met where the others are, and what there is."""
    for collection, pick in request.pick.items():
        entities = spec.collections[collection].entities
        if any(meets(each, pick) for each in entities):
            continue
        held: dict[str, list[object]] = {}
        for field in pick.where:
            others = Pick(where={name: t for name, t in pick.where.items() if name != field})
            if found := [each[field] for each in entities if meets(each, others)]:
                held[field] = found
        if held:  # the demand of which the others leave least open says most
            field = min(held, key=lambda name: len(held[name]))
            wanted = " and ".join(_said(test) for test in pick.where[field])
            yield f"{collection}: {field} {wanted} is wanted, but it is {_few(held[field])}"


def missing_options(spec: AppSpec, request: Request) -> Iterator[str]:
    """Says which choice has not the option that is wanted, and what it has."""
    way = journey(spec, request.form)
    for choice in way.choices:
        want = request.choose.get(choice.name)
        alone = {} if want is None else {choice.name: want}
        if want is None or candidates(spec, replace(request, choose=alone)):
            continue
        held = [
            each.label
            for found in candidates(spec, replace(request, choose={}))
            for each in options(choice, found.picks)
        ]
        if held:
            yield f"{choice.name}: {_wanted(want)} is wanted, but there is {_few(held)}"


def _wanted(want: Want) -> str:
    return ", ".join(want.exactly) or " and ".join(_said(test) for test in want.where)


def _said(test: Criterion) -> str:
    words = {"is": "", "in": "one of ", "has": "with "}.get(test.test, f"{test.test} ")
    if isinstance(test.operand, tuple):
        return f"{words}{_few(test.operand)}" if test.operand else "nothing on offer"
    return f"{words}{test.operand}"


def _few(values: Sequence[object]) -> str:
    texts = sorted({str(each) for each in values})
    return ", ".join(texts[:_SHOWN]) + (", …" if len(texts) > _SHOWN else "")
