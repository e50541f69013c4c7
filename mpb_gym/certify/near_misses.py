"""Courses of events that are nearly right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mpb_gym.certify.driver import Move, Put
from mpb_gym.certify.scenario import Subject
from mpb_gym.certify.variant import WRONG, Variant, before_sending, variant
from mpb_gym.certify.wrong import wrong_answers, wrong_boxes
from mpb_gym.generate.answers import (
    Answer,
    answers,
    candidates,
)
from mpb_gym.generate.journey import journey
from mpb_gym.generate.prepared import prepared_row
from mpb_gym.generate.walk import cancel_steps
from mpb_gym.spec.form import BoxSpec
from mpb_gym.spec.plan import Fill, OpenApp, Tap
from mpb_gym.spec.target import Request as Wanted
from mpb_gym.spec.target import Saving
from mpb_gym.spec.task import Row
from mpb_gym.spec.template import Template


def near_misses(subject: Subject) -> Iterator[Variant]:
    """Yields courses of events that are wrong in one respect."""
    for index, request in enumerate(subject.target.make):
        for name, answer in wrong_answers(subject, index, request):
            yield variant(subject, "near miss", name, subject.right.with_answer(index, answer))
        for label, text in wrong_boxes(subject, index, request):
            moves = before_sending(subject, index, Put(label=label, source=text))
            yield Variant(kind="near miss", name=f"{label}: {text}", moves=moves)
        yield from _wrong_counts(subject, index)
    yield from _wrong_cancels(subject)
    yield from _wrong_savings(subject)
    extra = _extra(subject)
    if extra is not None:
        scenario = replace(subject.right, make=(*subject.right.make, extra))
        yield variant(subject, "near miss", "one record more than asked for", scenario)


def _wrong_counts(subject: Subject, index: int) -> Iterator[Variant]:
    right = subject.right
    fewer = replace(right, make=right.make[:index] + right.make[index + 1 :])
    yield variant(subject, "near miss", f"request {index + 1} left out", fewer)
    twice = replace(right, make=(*right.make, right.make[index]))
    yield variant(subject, "near miss", f"request {index + 1} done twice", twice)
    answer = right.make[index]
    table = subject.spec.forms[answer.form].table
    number = len(subject.rows.get(table, ())) + index + 1
    row = prepared_row(subject.spec, answer, subject.task.profile, number)
    moves = (
        *right.moves(subject.spec),
        Tap(label=journey(subject.spec, right.make[-1].form).home),
        *cancel_steps(subject.spec, table, (row,)),
    )
    name = f"request {index + 1} done and cancelled again"
    yield Variant(kind="near miss", name=name, moves=moves)


def _wrong_cancels(subject: Subject) -> Iterator[Variant]:
    right = subject.right
    for table in subject.target.cancel:
        doomed, kept = subject.doomed(table), subject.kept(table)

        def cancelling(name: str, rows: tuple[Row, ...], table: str = table) -> Variant:
            cancel = {**right.cancel, table: rows}
            return variant(subject, "near miss", name, replace(right, cancel=cancel))

        yield cancelling("nothing is cancelled", ())
        if len(doomed) > 1:
            yield cancelling("one is left uncancelled", doomed[1:])
        if kept:
            yield cancelling("one too many is cancelled", (*doomed, kept[0]))
            yield cancelling("the wrong one is cancelled", (kept[-1], *doomed[1:]))


def _wrong_savings(subject: Subject) -> Iterator[Variant]:
    right = subject.right
    if not right.save:
        return
    yield variant(subject, "near miss", "nothing is saved", replace(right, save=()))
    wrong = tuple(replace(each, value=WRONG) for each in right.save)
    yield variant(subject, "near miss", "something else is saved", replace(right, save=wrong))
    yield Variant(kind="near miss", name="written into iMy by hand", moves=_by_hand(subject))
    if any(_pins_level(subject, each) for each in right.save):
        flipped = tuple(
            replace(each, level="low" if each.level == "high" else "high") for each in right.save
        )
        scenario = replace(right, save=flipped)
        yield variant(subject, "near miss", "saved at the other level", scenario)


def _by_hand(subject: Subject) -> tuple[Move, ...]:
    """Overwrites an item of the profile in iMy, in place of saving through the contract."""
    moves: list[Move] = list(replace(subject.right, save=()).moves(subject.spec))
    moves.append(OpenApp(app="iMy"))
    items = [*subject.task.profile.items]
    for saving in subject.right.save:
        item = next(each for each in items if each.level == saving.level and each.key != "name")
        items.remove(item)
        box = "New value" if item.level == "high" else "Value"
        moves += [
            Tap(label=item.key),
            Fill(boxes={box: saving.value}),
            Tap(label="Save changes"),
        ]
    return tuple(moves)


def _pins_level(subject: Subject, saving: Saving) -> bool:
    return any(
        condition.column == "level"
        for rule in subject.task.rules
        if rule.table == "profile"
        for condition in rule.where
    )


def _extra(subject: Subject) -> Answer | None:
    """A record that nobody asked for, of another entity than the first."""
    spec = subject.spec
    form = subject.right.make[0].form if subject.right.make else next(iter(spec.forms))
    way = journey(spec, form)
    free = Wanted(form=form, pick={}, choose={}, fill={})
    taken = [answer.picks for answer in subject.right.make]
    for candidate in candidates(spec, free):
        if candidate.picks not in taken:
            answer = next(answers(free, (candidate,)))
            return replace(answer, fill=_anything(way.form.boxes, answer))
    return None


def _anything(boxes: tuple[BoxSpec, ...], answer: Answer) -> dict[str, str]:
    """Something for every required box, so that the form can be sent."""
    found = {}
    for box in boxes:
        if not box.required or box.default is not None:
            continue
        if box.offers:
            if not isinstance(box.options, Template):
                found[box.column] = box.options[0]
        else:
            found[box.column] = "2026-03-30" if "YYYY" in box.label else WRONG
    return found
