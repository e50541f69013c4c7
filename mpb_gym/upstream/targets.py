"""What a task of a release means, and a way to do it: worked out, since the release has neither."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, product

from mpb_gym.generate import walk
from mpb_gym.generate.answers import Answer, answers, candidates
from mpb_gym.generate.journey import ledger
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.target import Request, Saving, Target
from mpb_gym.spec.task import Row, TaskSpec
from mpb_gym.upstream.courses import Course, completed, every_record, fillers, meeting, passes
from mpb_gym.upstream.goal.cancelled import cancelled
from mpb_gym.upstream.goal.clauses import Clauses, clauses
from mpb_gym.upstream.goal.moments import Moment
from mpb_gym.upstream.goal.preferences import bound_of, liking, worth
from mpb_gym.upstream.goal.read import Asked, asked, demanding, with_preference

_TRIED = 400
"""How many right answers are tried for one that the rules accept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """A task understood.

    Attributes:
        said: The parts of its goal.
        asked: What is to be made.
        target: The change that it asks for.
        right: A course that does what the goal asks, if the app offers one; if possible one
            that the rules accept.
        passing: A course that the rules accept; the same one if it is right too.
        bare: What both have in common: what is cancelled.
    """

    said: Clauses
    asked: Asked
    target: Target
    right: Course | None
    passing: Course | None
    bare: Course

    @property
    def course(self) -> Course:
        """What the reference does: what is accepted, and if possible right."""
        return self.passing or self.right or self.bare


def with_target(task: TaskSpec, spec: AppSpec, meaning: Meaning) -> TaskSpec:
    """Returns a task with its target and a reference plan."""
    plan = walk.plan(
        spec,
        consult=meaning.asked.consult,
        cancel=_possible(spec, meaning.course),
        make=meaning.course.make,
        save=meaning.target.save,
    )
    return replace(task, target=meaning.target, plan=plan)


def understand(
    task: TaskSpec, spec: AppSpec, *, save_key: str = "", earlier: Meaning | None = None
) -> Meaning:
    """Reads a task's goal, and finds a way to meet goal and rules.

    Args:
        task: The task.
        spec: Its app.
        save_key: In pairs, the key of the preference.
        earlier: For the second session of a pair, what the first one means.
    """
    said = clauses(task.instruction)
    found = asked(said.make, task, spec)
    if earlier is not None and found.requests:
        found = _as_before(found, save_key, earlier, spec)
    cancel = cancelled(said, task, spec)
    doomed = {
        table: tuple(row for row in task.prepared[spec.id][table] if row["id"] in ids)
        for table, ids in cancel.items()
    }
    bare = Course(cancel=doomed)
    right, passing = _courses(task, spec, found, bare)
    course = passing or right or bare
    saved = said.save or ((save_key,) if save_key and earlier is None else ())
    target = Target(
        app=spec.id,
        make=found.requests,
        cancel=cancel,
        save=tuple(_savings(saved, save_key, found, course, spec, task)),
    )
    return Meaning(said=said, asked=found, target=target, right=right, passing=passing, bare=bare)


def _as_before(found: Asked, key: str, before: Meaning, spec: AppSpec) -> Asked:
    """What is asked for, with the preference that the first session reveals."""
    like = liking(spec, key)
    if not before.target.make:
        return replace(found, open=True)
    request = before.target.make[0]
    if like is None or like.of == "fill":
        fill = {
            column: source
            for column, source in request.fill.items()
            if _is_note(spec, request, column) == (like is None)
        }
        made = tuple(replace(each, fill={**each.fill, **fill}) for each in found.requests)
        return replace(found, requests=made, open=not fill)
    bounds = bound_of(request, like)
    made = found.requests
    if bounds:
        for test in bounds:
            made = tuple(demanding(each, like.of, like.field, test) for each in made)
    elif before.course.make:
        when = before.asked.moments[0] if before.asked.moments else Moment()
        value = worth(like, before.course.make[0], when)
        made = tuple(with_preference(each, key, value, spec) for each in made)
    # What the second session's own profile says already is no less decided.
    return replace(found, requests=made, open=made == found.requests and found.open)


def _is_note(spec: AppSpec, request: Request, column: str) -> bool:
    return spec.forms[request.form].box(column).kind == "multiline"


def _courses(
    task: TaskSpec, spec: AppSpec, found: Asked, bare: Course
) -> tuple[Course | None, Course | None]:
    """A course that is right, and one that passes; the same if one is both."""
    if len(found.requests) == 1:
        made: Iterator[tuple[Answer, ...]] = ((a,) for a in _right(found.requests[0], task, spec))
    else:
        made = product(*(tuple(_right(each, task, spec)) for each in found.requests))
    courses = (replace(bare, make=each) for each in islice(made, _TRIED))
    first: Course | None = None
    for course in courses:
        if passes(task, spec, course):
            return course, course
        first = first or course
    return first, _passing(task, spec, bare)


def _right(request: Request, task: TaskSpec, spec: AppSpec) -> Iterator[Answer]:
    fill = fillers(task, spec, request.form)
    for answer in islice(answers(request, candidates(spec, request)), _TRIED):
        yield completed(answer, fill)


def _passing(task: TaskSpec, spec: AppSpec, bare: Course) -> Course | None:
    """A course that the rules accept, whatever the goal says; ``None`` if there is none."""
    form = next(iter(spec.forms))
    wanted = [rule for rule in task.rules if rule.count > 0]
    found: list[Answer] = []
    for rule in wanted:
        if passes(replace(task, rules=(rule,)), spec, replace(bare, make=tuple(found))):
            continue
        answer = meeting(rule, every_record(task, spec, form))
        if answer is None:
            return None
        found += [answer] * (rule.count if rule.exact else 1)
    course = replace(bare, make=tuple(found))
    return course if passes(task, spec, course) else None


def _possible(spec: AppSpec, course: Course) -> dict[str, tuple[Row, ...]]:
    """The rows that the app lets one cancel."""
    found: dict[str, tuple[Row, ...]] = {}
    for table, rows in course.cancel.items():
        records = ledger(spec, table).records
        if records.cancel is not None:
            found[table] = tuple(
                row
                for row in rows
                if all(
                    row.get(column) in spec.collections[name].by_id
                    for column, name in records.joins.items()
                )
            )
    return found


def _savings(
    phrases: tuple[str, ...],
    save_key: str,
    found: Asked,
    course: Course,
    spec: AppSpec,
    task: TaskSpec,
) -> Iterator[Saving]:
    for index, phrase in enumerate(phrases):
        key = "_".join(phrase.casefold().split())
        like = liking(spec, save_key) or liking(spec, key) if save_key else liking(spec, key)
        value = None
        if like is not None and course.make:
            when = found.moments[0] if found.moments else Moment()
            value = worth(like, course.make[0], when)
        if value is None and course.make:
            notes = [v for v in course.make[0].fill.values() if isinstance(v, str)]
            value = next((each for each in notes if each != "As usual"), None)
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value or phrase)
        yield Saving(
            key=save_key if save_key and not index else key,
            value=text,
            contains=text,
            level="low",
        )
