"""Answers to one request that are wrong in one respect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from mpb_gym.certify.scenario import Subject
from mpb_gym.certify.variant import WRONG
from mpb_gym.generate.answers import (
    Answer,
    Candidate,
    Option,
    answers,
    candidates,
    options,
    scope_of,
)
from mpb_gym.generate.journey import Chooser, journey
from mpb_gym.spec.blocks import Stepper
from mpb_gym.spec.form import BoxSpec
from mpb_gym.spec.target import Criterion, Pick, Want
from mpb_gym.spec.target import Request as Wanted
from mpb_gym.spec.template import Expression, Template

_RIGHT = 6
"""Right answers of which near misses may differ in one respect."""


def wrong_answers(subject: Subject, index: int, request: Wanted) -> Iterator[tuple[str, Answer]]:
    """Yields answers to a request that are wrong in one respect, with what it is."""
    answer = subject.right.make[index]
    yield from _wrong_entities(subject, index, request)
    for choice in journey(subject.spec, request.form).choices:
        if choice.name in request.choose:
            right = allowed(subject.found[index], answer, choice)
            want = request.choose[choice.name]
            for name, taken in wrong_options(choice, answer, right, want):
                yield name, replace(answer, choices={**answer.choices, choice.name: taken})


def wrong_boxes(subject: Subject, index: int, request: Wanted) -> Iterator[tuple[str, str]]:
    """Yields the label of each box that is pinned, with something wrong for it."""
    answer = subject.right.make[index]
    for box in subject.spec.forms[request.form].boxes:
        text = _wrong_text(subject, request, answer, box)
        if text:
            yield box.label, text


def _wrong_entities(subject: Subject, index: int, request: Wanted) -> Iterator[tuple[str, Answer]]:
    for collection, pick in request.pick.items():
        for name, relaxed in _relaxed(pick):
            wrong = [
                *alone(subject, index, request, collection, relaxed),
                *_wrong(subject, index, request, collection, relaxed, request.choose),
            ]
            # Any options, if none offers the wanted ones.
            wrong = wrong or list(_wrong(subject, index, request, collection, relaxed, {}))
            if wrong:
                worst = next((each for each in wrong if _taken_for_right(subject, each)), wrong[0])
                yield f"{collection}: another {name}", worst


def alone(
    subject: Subject, index: int, request: Wanted, collection: str, relaxed: Pick
) -> Iterator[Answer]:
    """Yields answers with a wrong entity of one collection, and all else as in a right answer."""
    for right in islice(answers(request, subject.found[index]), _RIGHT):
        pinned = {
            name: Pick(where={"id": (Criterion(test="is", operand=entity["id"]),)})
            for name, entity in right.picks.items()
        }
        choose = {
            name: Want(exactly=tuple(each.label for each in right.choices[name]))
            for name in request.choose
        }
        fixed = replace(request, pick=pinned)
        yield from _wrong(subject, index, fixed, collection, relaxed, choose)


def _wrong(
    subject: Subject,
    index: int,
    request: Wanted,
    collection: str,
    relaxed: Pick,
    choose: Mapping[str, Want],
) -> Iterator[Answer]:
    """Yields answers with another entity of one collection than any right answer has."""
    right = {each.picks[collection]["id"] for each in subject.found[index]}
    wider = replace(request, pick={**request.pick, collection: relaxed}, choose=choose)
    for each in candidates(subject.spec, wider):
        if each.picks[collection]["id"] not in right:
            yield next(answers(wider, (each,)))


def _taken_for_right(subject: Subject, wrong: Answer) -> bool:
    """Whether the ids of some rule let a wrong answer pass."""
    ids = {entity["id"] for entity in wrong.picks.values()}
    allowed = [
        operand
        for rule in subject.task.rules
        for condition in rule.where
        if condition.column.endswith("_id") and condition.operator in ("is", "in")
        for operand in (
            condition.operand if isinstance(condition.operand, tuple) else (condition.operand,)
        )
    ]
    return bool(ids & {*allowed})


def _relaxed(pick: Pick) -> Iterator[tuple[str, Pick]]:
    """Yields a pick without each of its demands."""
    for name in pick.where:
        where = {field: tests for field, tests in pick.where.items() if field != name}
        # Without the demand a superlative would pick out another one alone.
        yield name, Pick(where=where, best=None)
    if pick.best is not None:
        yield f"{pick.best.field} than the {pick.best.direction}", replace(pick, best=None)


def allowed(found: tuple[Candidate, ...], answer: Answer, choice: Chooser) -> set[frozenset[str]]:
    """The sets of labels that are right for a choice, given the entities of an answer."""
    return {
        frozenset(each.label for each in taken)
        for candidate in found
        if candidate.picks == answer.picks
        for taken in candidate.options[choice.name]
    }


def wrong_options(
    choice: Chooser, answer: Answer, allowed: set[frozenset[str]], want: Want
) -> Iterator[tuple[str, tuple[Option, ...]]]:
    """Yields sets of options that are wrong, one for each demand that they can break."""
    taken = answer.choices[choice.name]
    every = options(choice, answer.picks)
    wrong = [each for each in every if frozenset([each.label]) not in allowed and each not in taken]
    several = not isinstance(choice, Stepper) and choice.kind == "many"
    for test in want.where:
        rest = [each for each in want.where if each is not test]
        option = next((o for o in wrong if all(each.holds(o.label) for each in rest)), None)
        if option is not None:
            yield f"{choice.name}: {option.label}, not {test.test}", (option,)
    if not want.where or want.first:
        for option in wrong[:1]:
            yield f"{choice.name}: {option.label}", (option,)
    if several:
        more = next((each for each in every if each not in taken), None)
        if more is not None:
            yield f"{choice.name}: one more", (*taken, more)
        if len(taken) > 1:
            yield f"{choice.name}: one fewer", taken[:-1]


def _wrong_text(subject: Subject, request: Wanted, answer: Answer, box: BoxSpec) -> str:
    """What to write into a box so that it is wrong; nothing if anything is right."""
    source = request.fill.get(box.column)
    if source is None and box.default is not None:
        return _wrong_default(subject, request, answer, box)
    if source is None and not (box.required and box.key):
        return ""
    if box.offers:
        offered = () if isinstance(box.options, Template) else box.options
        key = getattr(source, "key", box.key)
        item = subject.task.profile.get(key) if key else None
        now = (item.value if item else str(source)).casefold()
        return next((each for each in offered if each.casefold() != now), "")
    if box.kind == "switch":
        return next(each for each in box.states if each != source)
    if "phone" in (getattr(source, "key", "") or box.key):
        return "212-555-0199"
    if isinstance(source, str) and source[:4].isdecimal() and len(source) == 10:
        return f"{source[:8]}{29 if source[8:] != '29' else 28}"
    return WRONG


def _wrong_default(subject: Subject, request: Wanted, answer: Answer, box: BoxSpec) -> str:
    """Something else in a box that holds what was chosen; nothing if that is left open."""
    assert box.default is not None
    roots = {part.path[0] for part in box.default.parts if isinstance(part, Expression)}
    if not roots <= {name for name, want in request.choose.items() if want.exactly or want.first}:
        return ""
    scope = scope_of(journey(subject.spec, request.form), answer.picks, answer.choices)
    now = box.default.text(scope)
    if box.offers:
        return next((each for each in box.offered(scope) if each != now), "")
    if box.kind == "switch":
        return next(each for each in box.states if each != now)
    if now.isdecimal():
        return str(int(now) + 1)
    return "2026-03-30" if now[:4].isdecimal() else "23:45"


def others(subject: Subject, index: int, request: Wanted, collection: str, pick: Pick) -> bool:
    """Whether some answer is wrong in its entity of a collection alone."""
    return any(
        next(alone(subject, index, request, collection, relaxed), None) is not None
        for _, relaxed in _relaxed(pick)
    )
