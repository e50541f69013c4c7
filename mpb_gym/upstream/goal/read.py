"""From the words of a goal to a target: what is named is demanded, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from mpb_gym.generate.answers import options
from mpb_gym.generate.journey import Chooser, Journey, journey
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.blocks import Stepper
from mpb_gym.spec.form import BoxSpec
from mpb_gym.spec.profile import ProfileItem
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.target import Best, Criterion, Direction, FromItem, Pick, Request, Want
from mpb_gym.spec.task import TaskSpec
from mpb_gym.spec.template import Expression
from mpb_gym.upstream.fitting import fitting
from mpb_gym.upstream.goal.moments import Moment, is_time, moment
from mpb_gym.upstream.goal.preferences import earliest, liking
from mpb_gym.upstream.goal.words import Mention, lexicon, mentions, names
from mpb_gym.upstream.users import base

_MENTIONED = re.compile(
    r"[Yy]ou have an? (?P<what>[\w' ]+?)(?: in the \w+)? *(?:—|--|-) *mention this"
)
_ITEM = re.compile(r"[Mm]ention your (?P<what>[\w ]+?) in the")
_PERSONAL = re.compile(
    r"[Aa]ccording to your|[Bb]ased on your|[Cc]heck your profile|profile (?:should|may)|preference"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a goal asks to be made.

    Attributes:
        requests: One for each record.
        moments: The day and time that each names.
        consult: Keys of profile items that it points to.
        open: Whether it leaves to judgement what is meant, so that no answer is plainly wrong.
    """

    requests: tuple[Request, ...]
    moments: tuple[Moment, ...]
    consult: tuple[str, ...] = ()
    open: bool = False


def asked(text: str, task: TaskSpec, spec: AppSpec) -> Asked:
    """Reads what is to be made.

    Args:
        text: The part of the goal that speaks of it.
        task: The task.
        spec: Its app.
    """
    if not text.strip():
        return Asked(requests=(), moments=())
    form = next(iter(spec.forms))
    way = journey(spec, form)
    parts = [_read_part(each, task, spec, way) for each in _parts(text, spec)]
    requests, moments = [r for r, _ in parts], [m for _, m in parts]
    consult, decided = [], not _PERSONAL.search(text)
    if not decided:
        for item in _added(task):
            if not _points_to(text, item):
                continue
            consult.append(item.key)
            known = [_preferred(each, item.key, item.value, spec, way) for each in requests]
            decided = decided or known != requests
            requests = known
    return Asked(
        requests=tuple(requests),
        moments=tuple(moments),
        consult=tuple(consult),
        open=not decided,
    )


def _added(task: TaskSpec) -> tuple[ProfileItem, ...]:
    """The items that this task adds to the shared user."""
    return tuple(item for item in task.profile.items if base().get(item.key) is None)


def _points_to(text: str, item: ProfileItem) -> bool:
    words = [word for word in item.key.split("_") if word not in ("preferred", "favorite")]
    said = text.casefold()
    if item.key.startswith(("preferred", "favorite")):
        return "prefer" in said or "profile" in said or any(word in said for word in words)
    return any(re.search(rf"\b{word}", said) for word in words if len(word) > 3) and bool(
        re.search(r"based on your|check your profile|profile may", said)
    )


def _parts(text: str, spec: AppSpec) -> list[str]:
    """The text of each record that is asked for; what stands before the first is shared."""
    called = [
        each for each in mentions(text, lexicon(spec)) if names(spec).get(each.of) == each.field
    ]
    first: dict[str, list[Mention]] = {}
    for each in called:
        if each.value not in (other.value for other in first.get(each.of, ())):
            first.setdefault(each.of, []).append(each)
    several = max(first.values(), key=len, default=[])
    if len(several) < 2:
        return [text]
    cuts = [
        max(text.rfind(" and ", before.end, after.start), before.end)
        for before, after in pairwise(several)
    ]
    edges = [0, *cuts, len(text)]
    # What follows in sentences of their own goes for all.
    tail = re.search(r"(?<!Dr)\. (?=[A-Z])", text[several[-1].end :])
    shared = text[several[-1].end + tail.end() :] if tail else ""
    return [f"{text[a:b]} {shared}" for a, b in pairwise(edges)]


def _read_part(text: str, task: TaskSpec, spec: AppSpec, way: Journey) -> tuple[Request, Moment]:
    goal = fitting(spec.id).get("goal", {})
    when = moment(text)
    request = Request(form=way.form.name, pick={}, choose={}, fill={})
    for each in mentions(text, lexicon(spec)):
        request = _mentioned(request, each, spec, way)
    for collection, field, criterion in _bounds(text, goal, spec):
        request = demanding(request, collection, field, criterion)
    for collection, best in _superlatives(text, goal, spec):
        pick = request.pick.get(collection, Pick())
        request = replace(request, pick={**request.pick, collection: replace(pick, best=best)})
    request = _at(request, when, spec, way)
    for name, pattern in goal.get("counts", {}).entries():
        if found := re.search(pattern.text(), text):
            want = Want(exactly=(found[1],))
            request = replace(request, choose={**request.choose, name: want})
    fill = dict(_fills(text, task, spec, way))
    for choice, column in goal.get("dates", {}).entries():
        if choice in request.choose and when.until:
            fill[column.text()] = when.until
    return replace(request, fill={**request.fill, **fill}), when


def _mentioned(request: Request, said: Mention, spec: AppSpec, way: Journey) -> Request:
    if not said.of:
        return request  # the app's own name
    for choice in way.choices:
        if isinstance(choice, Stepper):
            continue
        path = next((p.path for p in choice.of.parts if isinstance(p, Expression)), ())
        if said.of == choice.name or path == (said.of, said.field):
            wanted = _options(spec, choice, said.value)
            return replace(request, choose={**request.choose, choice.name: wanted})
    if said.of not in way.collections:
        return request
    values = spec.collections[said.of].entities
    listed = any(isinstance(each.get(said.field), list) for each in values)
    test = Criterion(test="has" if listed else "is", operand=said.value)
    return demanding(request, said.of, said.field, test)


def _options(spec: AppSpec, choice: Chooser, words: str) -> Want:
    """The options that a word stands for: the one that is called so, or all that hold it."""
    every = labels(spec, choice)
    if words in every:
        return Want(exactly=(words,))
    found = tuple(each for each in every if words.casefold() in each.casefold())
    return Want(where=(Criterion(test="in", operand=found),))


@lru_cache(maxsize=256)
def labels(spec: AppSpec, choice: Chooser) -> tuple[str, ...]:
    """Returns every label that a choice has, over all entities."""
    found: dict[str, None] = {}
    if isinstance(choice, Stepper):
        return tuple(each.label for each in options(choice, {}))
    path = next((p.path for p in choice.of.parts if isinstance(p, Expression)), ())
    for entity in spec.collections[path[0]].entities if path[0] in spec.collections else ():
        found.update((each.label, None) for each in options(choice, {path[0]: entity}))
    return tuple(sorted(found))


def demanding(request: Request, collection: str, field: str, test: Criterion) -> Request:
    """Returns a request with one more demand on an entity."""
    pick = request.pick.get(collection, Pick())
    tests = pick.where.get(field, ())
    if test in tests:
        return request
    where = {**pick.where, field: (*tests, test)}
    return replace(request, pick={**request.pick, collection: replace(pick, where=where)})


def _holder(spec: AppSpec, field: str) -> str:
    return next(name for name, each in spec.collections.items() if field in each.entities[0])


def _bounds(text: str, goal: Cursor, spec: AppSpec) -> Iterator[tuple[str, str, Criterion]]:
    for field, tests in goal.get("bounds", {}).entries():
        for test, patterns in tests.entries():
            for pattern in patterns.texts():
                if found := re.search(pattern, text):
                    number = float(found[1].replace(",", ""))
                    yield _holder(spec, field), field, _bound(test, number)


def _bound(test: str, number: float) -> Criterion:
    if test == "below":
        return Criterion(test="at_most", operand=number - 0.01)
    return Criterion(test="at_least" if test == "at_least" else "is", operand=number)


def _superlatives(text: str, goal: Cursor, spec: AppSpec) -> Iterator[tuple[str, Best]]:
    for field, each in goal.get("best", {}).entries():
        name, words = each.single()
        if any(word in text for word in words.texts()):
            direction: Direction = "highest" if name == "highest" else "lowest"
            yield _holder(spec, field), Best(field=field, direction=direction)


def _at(request: Request, when: Moment, spec: AppSpec, way: Journey) -> Request:
    """Demands a day or time of the choice that offers times, or else of the entity."""
    if not when.named:
        return request
    for choice in way.choices:
        every = [each for each in labels(spec, choice) if is_time(each)]
        if every:
            met = tuple(each for each in every if when.meets(each))
            if when.day and when.clock:
                want = Want(exactly=(f"{when.day} {when.clock}",))
                if not any(" " in each for each in every):
                    want = Want(exactly=(when.day,))
            elif when.day and not when.earliest:
                want = Want(where=(Criterion(test="starts", operand=when.day),))
            else:
                want = Want(where=(Criterion(test="in", operand=met),))
            return replace(request, choose={**request.choose, choice.name: want})
    for name in way.collections:
        entity = spec.collections[name].entities[0]
        for field, value, test in (
            ("date", when.day, "is"),
            ("time", when.clock, "is"),
            ("time", when.earliest, "at_least"),
        ):
            if value and field in entity:
                criterion = Criterion(test="is" if test == "is" else "at_least", operand=value)
                request = demanding(request, name, field, criterion)
    return request


def _fills(
    text: str, task: TaskSpec, spec: AppSpec, way: Journey
) -> Iterator[tuple[str, str | FromItem]]:
    """What boxes must hold by the words of the goal."""
    yield from _matched(text, spec)
    notes = [box for box in way.form.boxes if box.kind == "multiline"]
    for box in notes:
        if found := _MENTIONED.search(text):
            yield box.column, found["what"]
        if found := _ITEM.search(text):
            words = found["what"].casefold().rstrip("s").split()
            for item in _added(task):
                if any(word.rstrip("s") in item.key for word in words):
                    yield box.column, FromItem(key=item.key)
    for column in sorted(task.expected):
        box = way.form.box(column)
        if box.key and speaks_of(text, box):
            yield column, FromItem(key=box.key)


def _matched(text: str, spec: AppSpec) -> Iterator[tuple[str, str]]:
    for pattern in fitting(spec.id).get("goal", {}).get("fill", []).texts():
        if found := re.search(pattern, text):
            yield from found.groupdict().items()


_SUFFIXES = {"number", "name", "provider", "phone", "id", "program", "vin"}
"""Words of keys that no goal says: of one's emergency contact it wants both name and phone."""

_PROVIDING = re.compile(
    r"(?:\b[Uu]se your|\b[Pp]rovid\w+|\bincluding|\b[Ss]hare|\b[Ee]nter your)(?P<what>[^.]*)"
)


def speaks_of(text: str, box: BoxSpec) -> bool:
    """Whether a text wants what a box asks for, as in 'use your name and phone number'."""
    said = " ".join(found["what"].casefold() for found in _PROVIDING.finditer(text))
    if box.key == "phone_number":
        return bool(re.search(r"\bphone\b", said))
    words = [word for word in box.key.split("_") if word not in _SUFFIXES]
    phrases = [" ".join(words), box.label.casefold().split(" (")[0]]
    phrases += [words[-1]] if words[-1:] == ["address"] else []
    # 'Meal plan information' means both the provider's box and the number's.
    phrases += [" ".join(phrases[1].split()[:-1])] if len(phrases[1].split()) > 2 else []
    return any(each and re.search(rf"\b{re.escape(each)}s?\b", said) for each in phrases)


def _preferred(request: Request, key: str, value: Any, spec: AppSpec, way: Journey) -> Request:
    """A request with what a preference demands; the same if that is open."""
    like = liking(spec, key)
    if like is None:
        return request
    if like.of == "fill":
        fill = {**request.fill, **dict(_matched(str(value), spec))}
        return replace(request, fill=fill)
    if like.of in spec.collections:
        known = spec.collections[like.of].values(like.field)
        meant = next((each for each in known if each.casefold() == str(value).casefold()), None)
        if meant is None:
            return request
        listed = isinstance(spec.collections[like.of].entities[0][like.field], list)
        test = Criterion(
            test="has" if listed else "is", operand=_typed(spec, like.of, like.field, meant)
        )
        return demanding(request, like.of, like.field, test)
    if like.field == "hour":
        return _at(request, Moment(earliest=earliest(str(value))), spec, way)
    choice = next(each for each in way.choices if each.name == like.of)
    return replace(request, choose={**request.choose, like.of: _options(spec, choice, str(value))})


def _typed(spec: AppSpec, collection: str, field: str, text: str) -> Any:
    """A value as the catalogue has it, which may be a number."""
    for entity in spec.collections[collection].entities:
        value = entity[field]
        for each in value if isinstance(value, list) else [value]:
            if str(each) == text:
                return each
    return text


def with_preference(request: Request, key: str, value: Any, spec: AppSpec) -> Request:
    """Returns a request with the demand that an earlier session's preference makes."""
    way: Journey = journey(spec, request.form)
    return _preferred(request, key, value, spec, way)
