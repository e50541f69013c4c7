"""What the tables hold after a course of events, worked out without a phone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import product

from mpb_gym.audit.operations import holds
from mpb_gym.audit.record import SessionEnd
from mpb_gym.audit.verify import verify
from mpb_gym.generate.answers import Answer, candidates
from mpb_gym.generate.journey import Journey, journey, ledger
from mpb_gym.generate.prepared import prepared_row
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.form import BoxSpec
from mpb_gym.spec.profile import Profile
from mpb_gym.spec.rules import Condition, Rule
from mpb_gym.spec.target import Request
from mpb_gym.spec.task import Row, TaskSpec
from mpb_gym.spec.template import Template
from mpb_gym.upstream.goal.moments import is_time
from mpb_gym.upstream.goal.read import labels


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """What somebody does: rows cancelled, by table, and records made."""

    cancel: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    make: tuple[Answer, ...] = ()


def plain(profile: Profile) -> Profile:
    """The profile with every value in sight."""
    return replace(profile, items=tuple(replace(each, level="low") for each in profile.items))


def passes(task: TaskSpec, spec: AppSpec, course: Course) -> bool:
    """Whether a course leads to an end that meets a task's rules."""
    return all(each.passed for each in verify(task.rules, end(task, spec, course)))


def end(task: TaskSpec, spec: AppSpec, course: Course) -> SessionEnd:
    """Returns the end that a course leads to."""
    tables: dict[str, list[Row]] = {name: [] for name in spec.tables}
    for table, rows in task.prepared.get(spec.id, {}).items():
        gone = [row["id"] for row in course.cancel.get(table, ())]
        tables[table] = [
            _filled(spec, table, left)
            for row in rows
            if (left := _after(spec, table, row, row["id"] in gone)) is not None
        ]
    who = plain(task.profile)
    for answer in course.make:
        table = spec.forms[answer.form].table
        row = prepared_row(spec, answer, who, len(tables[table]) + 1)
        tables[table].append(_filled(spec, table, row))
    held = {name: tuple(rows) for name, rows in tables.items()}
    return SessionEnd(how="success", tables={spec.id: held}, profile=())


def _filled(spec: AppSpec, table: str, row: Row) -> Row:
    return {column: row.get(column) for column in spec.tables[table]}


def _after(spec: AppSpec, table: str, row: Row, cancelled: bool) -> Row | None:
    """What becomes of a row."""
    cancel = ledger(spec, table).records.cancel
    if not cancelled or cancel is None:
        return row
    return {**row, **cancel.set} if cancel.set else None


def completed(answer: Answer, fill: Mapping[str, str]) -> Answer:
    """Returns an answer with something in every box that the form needs to be sent."""
    return replace(answer, fill={**fill, **answer.fill})


def fillers(task: TaskSpec, spec: AppSpec, form: str) -> dict[str, str]:
    """Returns what to write in the boxes that a form needs and that ask for no known item."""
    way = journey(spec, form)
    return {
        box.column: _something(box, way, task, spec)
        for box in way.form.boxes
        if box.required
        and box.default is None
        and not (box.key and task.profile.get(box.key) is not None)
    }


def _something(box: BoxSpec, way: Journey, task: TaskSpec, spec: AppSpec) -> str:
    """What to write where the goal says nothing: what the rules want, if they do."""
    for rule in task.rules:
        for each in rule.where:
            text = str(each.operand).strip("%")
            if each.column == box.column and each.operator in ("equals", "like") and text:
                return text
    if box.offers:
        offered = () if isinstance(box.options, Template) else box.options
        held = [item.value for item in task.profile.items]
        return next((each for each in offered if each in held), offered[0] if offered else "")
    if "YYYY" in box.label:
        return _later(way, spec)
    return "2020" if "Year" in box.label else "As usual"


def _later(way: Journey, spec: AppSpec) -> str:
    """The day after the last that the app offers."""
    days = [each[:10] for choice in way.choices for each in labels(spec, choice) if is_time(each)]
    return (date.fromisoformat(max(days, default="2026-03-30")) + timedelta(days=1)).isoformat()


def every_record(task: TaskSpec, spec: AppSpec, form: str) -> Iterator[tuple[Answer, Row]]:
    """Yields every record that the app can make, as far as rules can tell them apart."""
    free = Request(form=form, pick={}, choose={}, fill={})
    fill, who = fillers(task, spec, form), plain(task.profile)
    for candidate in candidates(spec, free):
        names = tuple(candidate.options)
        for taken in product(*candidate.options.values()):
            choices = dict(zip(names, taken, strict=True))
            answer = Answer(form=form, picks=candidate.picks, choices=choices, fill=fill)
            yield answer, prepared_row(spec, answer, who, 1)


def meeting(rule: Rule, made: Iterable[tuple[Answer, Row]]) -> Answer | None:
    """Returns the first answer whose row meets all conditions of a rule."""
    return next(
        (answer for answer, row in made if all(holds(each, row) for each in rule.where)), None
    )


def unmet(rule: Rule, rows: list[Row]) -> str:
    """Says which conditions of a rule no row can meet, alone or together with the others."""
    left = rows
    met: list[Condition] = []
    for each in rule.where:
        fewer = [row for row in left if holds(each, row)]
        if not fewer:
            found = sorted({str(row.get(each.column)) for row in left})
            shown = ", ".join(found[:8]) + (", …" if len(found) > 8 else "")
            given = " and ".join(f"{c.column} {c.operator} {c.operand!r}" for c in met)
            where = f" where {given}" if met else ""
            return f"{each.column} {each.operator} {each.operand!r}, but{where} it is {shown}"
        left = fewer
        met.append(each)
    return ""
