"""Single demands: drawn so that a given entity or option meets them."""

from __future__ import annotations

from typing import Any

from mpb_gym.generate.domain import CriterionWords
from mpb_gym.generate.draw import Draw
from mpb_gym.generate.journey import Chooser
from mpb_gym.spec.blocks import Stepper
from mpb_gym.spec.target import Best, Criterion, Pick, Want


def pick_of(tests: tuple[tuple[str, Criterion], ...], best: Best | None) -> Pick:
    """Returns the pick that some demands make."""
    where: dict[str, tuple[Criterion, ...]] = {}
    for name, criterion in tests:
        where[name] = (*where.get(name, ()), criterion)
    return Pick(where=where, best=best)


def several(choice: Chooser) -> bool:
    """Whether a choice takes several options."""
    return not isinstance(choice, Stepper) and choice.kind == "many"


def value_of(draw: Draw, value: Any) -> str:
    """Returns a value as text; one of them if there are several."""
    return str(draw.one(value)) if isinstance(value, list) else str(value)


def is_or_has(value: Any, member: Any) -> Criterion:
    """Returns the demand that a field is a value, or holds it."""
    if isinstance(value, list):
        return Criterion(test="has", operand=member)
    return Criterion(test="is", operand=value)


def criterion_of(draw: Draw, words: CriterionWords, value: Any) -> Criterion | None:
    """Draws a demand that a value meets; none if nobody would name one."""
    if words.at_least:
        met = [each for each in words.at_least if each <= value]
        return Criterion(test="at_least", operand=draw.one(met)) if met else None
    if words.at_most:
        met = [each for each in words.at_most if each >= value]
        return Criterion(test="at_most", operand=draw.one(met)) if met else None
    if isinstance(value, list):
        return Criterion(test="has", operand=draw.one(value)) if value else None
    return Criterion(test="is", operand=value)


def loose_time(draw: Draw, labels: list[str]) -> Want:
    """A time that is said loosely: any of a day, the first, not before, not after."""
    label = draw.one(labels)
    starts = Criterion(test="starts", operand=label[:10])
    kind = draw.below(4)
    if kind == 0:
        return Want(where=(starts,))
    if kind == 1:
        return Want(where=(starts,), first=True)
    test = Criterion(test="at_least" if kind == 2 else "at_most", operand=label)
    return Want(where=(starts, test))
