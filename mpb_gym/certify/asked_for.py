"""Answers that are wrong in one respect, where the words of the goal name that respect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from mpb_gym.certify.driver import Move, Put
from mpb_gym.certify.findings import Aspect, Category
from mpb_gym.certify.scenario import Scenario, Subject
from mpb_gym.certify.variant import WRONG, before_sending
from mpb_gym.certify.wrong import wrong_answers
from mpb_gym.generate.answers import Answer, answers, candidates
from mpb_gym.spec.form import BoxSpec
from mpb_gym.spec.target import FromItem, Request
from mpb_gym.spec.task import Row
from mpb_gym.spec.template import Template
from mpb_gym.upstream.courses import completed, fillers
from mpb_gym.upstream.goal.read import speaks_of
from mpb_gym.upstream.targets import Meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A course of events that is wrong in one respect.

    Attributes:
        aspect: Which respect.
        category: What the task is if its rules accept it.
    """

    aspect: Aspect
    name: str
    moves: tuple[Move, ...]
    category: Category = "accepts_wrong"


def mutants(subject: Subject, meaning: Meaning) -> Iterator[Mutant]:
    """Yields courses that are wrong in what the goal names."""
    right = subject.right
    for index, request in enumerate(subject.target.make):
        fill = fillers(subject.task, subject.spec, request.form)
        entities = {f"{name}:" for name in request.pick}
        for name, answer in wrong_answers(subject, index, request):
            aspect: Aspect = (
                "entity" if any(name.startswith(each) for each in entities) else "choice"
            )
            scenario = right.with_answer(index, completed(answer, fill))
            yield _mutant(subject, aspect, name, scenario)
        yield from _boxes(subject, meaning, index, request)
        if len(right.make) > 1 or right.cancel:
            fewer = replace(right, make=right.make[:index] + right.make[index + 1 :])
            yield _mutant(subject, "record", f"record {index + 1} is not made", fewer)
    yield from _cancels(subject)


def _mutant(subject: Subject, aspect: Aspect, name: str, scenario: Scenario) -> Mutant:
    return Mutant(aspect=aspect, name=name, moves=scenario.moves(subject.spec))


def _boxes(subject: Subject, meaning: Meaning, index: int, request: Request) -> Iterator[Mutant]:
    """Something else in each box of which the goal says what it is to hold."""
    for box in subject.spec.forms[request.form].boxes:
        source = request.fill.get(box.column)
        if isinstance(source, FromItem) and not box.required:
            answer = subject.right.make[index]
            skipped = replace(answer, skip=answer.skip | {box.column})
            scenario = subject.right.with_answer(index, skipped)
            yield _mutant(subject, "box", f"{box.label} is left blank", scenario)
        elif source is not None or _named(meaning.said.make, box):
            text = _other(box)
            if text:
                moves = before_sending(subject, index, Put(label=box.label, source=text))
                yield Mutant(aspect="box", name=f"{box.label}: {text}", moves=moves)


def _named(text: str, box: BoxSpec) -> bool:
    if not box.required or not box.key:
        return False
    return box.key == "name" or speaks_of(text, box)


def _other(box: BoxSpec) -> str:
    """What is wrong in a box, whatever is right in it."""
    if box.offers:
        offered = () if isinstance(box.options, Template) else box.options
        return offered[-1] if offered else ""
    if box.input == "phone":
        return "212-555-0199"
    if box.input == "email":
        return "someone.else@example.com"
    if "Year" in box.label:
        return "1999"
    return "2026-04-30" if "YYYY" in box.label else WRONG


def _cancels(subject: Subject) -> Iterator[Mutant]:
    right = subject.right
    for table in subject.target.cancel:
        doomed, kept = subject.doomed(table), subject.kept(table)

        def cancelling(name: str, rows: tuple[Row, ...], table: str = table) -> Mutant:
            scenario = replace(right, cancel={**right.cancel, table: rows})
            return _mutant(subject, "cancel", name, scenario)

        yield cancelling("nothing is cancelled", ())
        if len(doomed) > 1:
            yield cancelling("one is left uncancelled", doomed[1:])
        if kept:
            yield cancelling("one too many is cancelled", (*doomed, kept[0]))
            yield cancelling("the wrong one is cancelled", (kept[-1], *doomed[1:]))


def extra(subject: Subject) -> Mutant | None:
    """Returns the right course with one record more, of another entity than is asked for."""
    made = subject.right.make
    form = made[0].form if made else next(iter(subject.spec.forms))
    fill = fillers(subject.task, subject.spec, form)
    free = Request(form=form, pick={}, choose={}, fill={})
    taken = [each.picks for each in made]
    for candidate in candidates(subject.spec, free):
        if candidate.picks not in taken:
            answer: Answer = completed(next(answers(free, (candidate,))), fill)
            scenario = replace(subject.right, make=(*made, answer))
            mutant = _mutant(subject, "record", "one record more than asked for", scenario)
            return replace(mutant, category="tolerates_extra")
    return None
