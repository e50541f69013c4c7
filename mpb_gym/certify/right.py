"""Other answers that are right as well."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from mpb_gym.certify.scenario import Subject
from mpb_gym.certify.variant import Variant, variant
from mpb_gym.generate.answers import (
    answers,
)
from mpb_gym.spec.form import BoxSpec

_RIGHT = 3
"""Right alternatives that are driven for each request."""


def right(subject: Subject) -> Iterator[Variant]:
    """Yields other answers that are right as well."""
    for index, request in enumerate(subject.target.make):
        others = islice(answers(request, subject.found[index]), 1, 1 + _RIGHT)
        for number, answer in enumerate(others, 1):
            scenario = subject.right.with_answer(index, answer)
            yield variant(subject, "right", f"another right answer, {number}", scenario)
        shouted = {
            column: text.upper()
            for column, text in request.fill.items()
            if isinstance(text, str) and _box(subject, request.form, column).kind == "multiline"
        }
        if shouted:
            answer = subject.right.make[index]
            loud = replace(answer, fill={**answer.fill, **shouted})
            yield variant(
                subject, "right", "the same in capitals", subject.right.with_answer(index, loud)
            )
    if subject.target.save:
        renamed = tuple(
            replace(each, key=f"my_{each.key}", value=f"{each.value} (as told)")
            for each in subject.target.save
        )
        scenario = replace(subject.right, save=renamed)
        yield variant(subject, "right", "saved under another key", scenario)


def _box(subject: Subject, form: str, column: str) -> BoxSpec:
    return subject.spec.forms[form].box(column)
