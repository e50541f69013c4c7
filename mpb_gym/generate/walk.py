"""From an answer to a plan: what a careful person would tap and write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mpb_gym.generate.answers import Answer, scope_of
from mpb_gym.generate.journey import UP, Journey, journey, ledger
from mpb_gym.spec.app import RECORD, AppSpec
from mpb_gym.spec.blocks import Stepper
from mpb_gym.spec.form import BoxSpec
from mpb_gym.spec.plan import (
    Consult,
    Fill,
    FromProfile,
    OpenApp,
    PlanStep,
    Save,
    Search,
    Tap,
)
from mpb_gym.spec.target import FromItem, Saving
from mpb_gym.spec.task import Row

MORE, LESS = "One more", "One less"
"""What a stepper's buttons are called."""


def request_steps(spec: AppSpec, answer: Answer) -> list[PlanStep]:
    """Returns the way from the app's first screen to the record being made."""
    way = journey(spec, answer.form)
    return [*reach_steps(way, answer), Fill(boxes=boxes(way, answer)), Tap(label=way.form.submit)]


def reach_steps(way: Journey, answer: Answer) -> list[PlanStep]:
    """Returns the way from the app's first screen to the form."""
    steps: list[PlanStep] = []
    for stage in way.stages:
        if stage.collection:
            name = stage.name.text(answer.picks)
            if stage.searchable:
                steps.append(Search(query=name))
            steps.append(Tap(label=name))
            continue
        for choice in stage.choices:
            taken = answer.choices.get(choice.name, ())
            if isinstance(choice, Stepper):
                wanted = taken[0].value if taken else choice.start
                label = MORE if wanted > choice.start else LESS
                steps += [Tap(label=label)] * abs(wanted - choice.start)
            else:
                steps += [Tap(label=each.label) for each in taken]
        steps.append(Tap(label=stage.button))
    return steps


def boxes(way: Journey, answer: Answer) -> dict[str, FromProfile | str]:
    """Returns what to write into the form, by label, in the order of the boxes."""
    scope = scope_of(way, answer.picks, answer.choices)
    found: dict[str, FromProfile | str] = {}
    for box in way.form.boxes:
        source = answer.fill.get(box.column)
        if box.column in answer.skip:
            continue
        if isinstance(source, FromItem):
            found[box.label] = FromProfile(key=source.key)
        elif source is not None:
            if source != _preset(box, scope):
                found[box.label] = source
        elif box.required and box.key:
            found[box.label] = FromProfile(key=box.key)
    return found


def _preset(box: BoxSpec, scope: Mapping[str, Any]) -> str:
    return box.default.text(scope) if box.default is not None else ""


def record_scope(spec: AppSpec, table: str, row: Row) -> dict[str, Any]:
    """Returns what the templates of a record's card see."""
    joins = ledger(spec, table).records.joins
    entities = {name: spec.collections[name].by_id[row[column]] for column, name in joins.items()}
    return {**entities, RECORD: row}


def cancel_steps(spec: AppSpec, table: str, rows: Iterable[Row]) -> list[PlanStep]:
    """Returns the way from the app's first screen to records being cancelled."""
    book = ledger(spec, table)
    cancel = book.records.cancel
    assert cancel is not None, f"{table} cannot be cancelled"
    steps: list[PlanStep] = [Tap(label=label) for label in book.labels]
    for row in rows:
        said = cancel.description.text(record_scope(spec, table, row))
        steps += [Tap(label=said), Tap(label=cancel.confirm)]
    return steps


def save_step(saving: Saving) -> Save:
    """Returns the step that saves an item."""
    return Save(key=saving.key, value=saving.value, level=saving.level)


def plan(
    spec: AppSpec,
    *,
    consult: Iterable[str] = (),
    cancel: Mapping[str, Iterable[Row]] | None = None,
    make: Iterable[Answer] = (),
    save: Iterable[Saving] = (),
) -> tuple[PlanStep, ...]:
    """Returns a whole plan: cancel first, then make, then save.

    Args:
        spec: The app.
        consult: Keys of the profile items that decide.
        cancel: Rows to be cancelled, by table.
        make: Records to be made, in order.
        save: Items to be saved.
    """
    steps: list[PlanStep] = [OpenApp(app=spec.title)]
    steps += [Consult(key=key) for key in consult]
    back = ""
    for table, rows in (cancel or {}).items():
        if found := cancel_steps(spec, table, rows):
            steps += found
            back = UP
    for answer in make:
        if back:
            steps.append(Tap(label=back))
        steps += request_steps(spec, answer)
        back = journey(spec, answer.form).home
    steps += [save_step(each) for each in save]
    return tuple(steps)


def body(step: PlanStep) -> dict[str, Any]:
    """Returns a step as task files have it."""
    match step:
        case OpenApp():
            return {"open": step.app}
        case Search():
            return {"search": step.query}
        case Tap():
            return {"tap": step.label}
        case Consult():
            return {"consult": step.key}
        case Save():
            return {"save": {"key": step.key, "value": step.value, "level": step.level}}
        case Fill():
            return {
                "fill": {
                    label: source if isinstance(source, str) else {"profile": source.key}
                    for label, source in step.boxes.items()
                }
            }
