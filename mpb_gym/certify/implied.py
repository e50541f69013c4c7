"""Conditions that no answer could break alone."""

from __future__ import annotations

from collections.abc import Iterator

from mpb_gym.certify.scenario import Subject
from mpb_gym.certify.wrong import allowed, others, wrong_options
from mpb_gym.generate.answers import (
    Answer,
)
from mpb_gym.generate.journey import journey
from mpb_gym.spec.target import Request as Wanted
from mpb_gym.spec.template import Expression


def implied(subject: Subject) -> frozenset[tuple[str, str]]:
    """Conditions, by column and operator, that no answer could break alone.

    If no other restaurant sells the dish at that time, no near miss can have the restaurant
    wrong and the rest right; a condition on it is harmless, and cannot be shown to be needed.
    """
    found: set[tuple[str, str]] = set()
    for index, request in enumerate(subject.target.make):
        way = journey(subject.spec, request.form)
        answer = subject.right.make[index]
        sources = {**way.form.key, **way.form.values}
        sources |= {box.column: box.default for box in way.form.boxes if box.default is not None}
        for name, operators in _unbreakable(subject, index, request, answer):
            for column, template in sources.items():
                roots = {part.path[0] for part in template.parts if isinstance(part, Expression)}
                if name in roots:
                    found |= {(column, operator) for operator in operators}
    return frozenset(found)


def _unbreakable(
    subject: Subject, index: int, request: Wanted, answer: Answer
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Collections and choices that cannot be wrong alone, with the operators in question."""
    for collection, pick in request.pick.items():
        if not others(subject, index, request, collection, pick):
            yield collection, ("is", "in")
    for choice in journey(subject.spec, request.form).choices:
        want = request.choose.get(choice.name)
        if want is None:
            continue
        right = allowed(subject.found[index], answer, choice)
        names = [name for name, _ in wrong_options(choice, answer, right, want)]
        if not names:
            yield choice.name, ("is", "in", "items", "starts", "at_least", "at_most")
        for test in want.where:
            if not any(name.endswith(f"not {test.test}") for name in names):
                yield choice.name, (test.test,)
