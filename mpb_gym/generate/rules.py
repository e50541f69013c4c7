"""From a target to rules: what the tables must hold once the change is made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from mpb_gym.generate.answers import Candidate, candidates, scope_of
from mpb_gym.generate.journey import Journey, journey, ledger
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.blocks import Stepper
from mpb_gym.spec.target import FromItem, Request, Target
from mpb_gym.spec.task import Tables
from mpb_gym.spec.template import Expression, Template

Body = dict[str, Any]

_DERIVED = ("sum", "count")
"""Filters whose outcome follows from what other columns pin."""


def rules(spec: AppSpec, target: Target, prepared: Tables) -> list[Body]:
    """Returns the rules of a target as task files have them.

    Args:
        spec: The app.
        target: What is wanted.
        prepared: The rows that exist at the start, by table.
    """
    found: list[Body] = []
    kept: dict[str, int] = {}
    for table in _tables(spec, target):
        rows = prepared.get(table, ())
        doomed = set(target.cancel.get(table, ()))
        keep = [row["id"] for row in rows if row["id"] not in doomed]
        records = ledger(spec, table).records
        marks = dict(records.cancel.set) if records.cancel else {}
        if doomed and marks:
            every = not keep and not target.make
            where = marks if every else {"id": _any(sorted(doomed)), **marks}
            found.append(_rule("What was to be cancelled is cancelled", table, where, len(doomed)))
            if not every:
                found.append(_rule("Nothing else is cancelled", table, marks, len(doomed)))
        elif keep:
            found.append(_rule("The others are untouched", table, {"id": _any(keep)}, len(keep)))
        kept[table] = len(rows) if marks else len(keep)
    for request in target.make:
        found.append(request_rule(spec, request, marked=not target.cancel))
        kept[spec.forms[request.form].table] += 1
    found += [_rule("There is no other record", table, {}, count) for table, count in kept.items()]
    for saving in target.save:
        where = {"value": {"contains": saving.contains}, "level": saving.level, "origin": "saved"}
        rule = _rule("It was saved through the contract", "profile", where, 1)
        found.append({**rule, "count": {"at_least": 1}})
    return found


def _tables(spec: AppSpec, target: Target) -> tuple[str, ...]:
    tables = [spec.forms[request.form].table for request in target.make]
    return tuple(dict.fromkeys([*tables, *target.cancel])) or tuple(spec.tables)


def _rule(says: str, table: str, where: Body, count: int) -> Body:
    return {"says": says, "table": table, **({"where": where} if where else {}), "count": count}


def _any(values: list[Any]) -> Any:
    return values[0] if len(values) == 1 else {"in": values}


def request_rule(spec: AppSpec, request: Request, *, marked: bool = True) -> Body:
    """Returns the rule that a request's record must meet.

    Args:
        spec: The app.
        request: What is wanted.
        marked: Whether it must say that the record was not cancelled.
    """
    way = journey(spec, request.form)
    found = candidates(spec, request)
    where: Body = {}
    for column, template in _sources(way, request):
        condition = _condition(way, request, found, template)
        if condition is not None:
            where[column] = condition
    for box in way.form.boxes:
        source = request.fill.get(box.column)
        if isinstance(source, FromItem):
            where[box.column] = {"profile": source.key}
        elif source is not None:
            where[box.column] = {"contains": source} if box.kind == "multiline" else source
        elif box.required and box.key:
            where[box.column] = {"profile": box.key}
    cancel = ledger(spec, way.form.table).records.cancel
    for column in cancel.set if cancel and marked else ():
        if column in way.form.values:
            where[column] = way.form.values[column].text({})
    return _rule("What was asked for is there, once", way.form.table, where, 1)


def _sources(way: Journey, request: Request) -> Iterator[tuple[str, Template]]:
    """Columns that follow from what was picked and chosen, with their templates."""
    yield from way.form.key.items()
    keyed = {root for template in way.form.key.values() for root in _roots(template)}
    for column, template in way.form.values.items():
        if not _roots(template) <= keyed & {*way.collections}:  # a key says which entity it is
            yield column, template
    for box in way.form.boxes:
        if box.default is not None and box.column not in request.fill:
            yield box.column, box.default


def _roots(template: Template) -> set[str]:
    return {part.path[0] for part in template.parts if isinstance(part, Expression)}


def _condition(
    way: Journey, request: Request, found: tuple[Candidate, ...], template: Template
) -> Any:
    """The condition on a column; ``None`` if nothing is to be pinned."""
    expressions = [part for part in template.parts if isinstance(part, Expression)]
    roots = {each.path[0] for each in expressions}
    names = {choice.name: choice for choice in way.choices if choice.name in roots}
    if not roots or any(name in _DERIVED for each in expressions for name in each.filters):
        return None
    free = [name for name in names if name not in request.choose]
    if free:
        return None
    picks = [name for name in roots if name in way.collections]
    if picks and all(not _pinned(request, name) for name in picks) and not names:
        return None
    several = next((name for name in names if _listed(names[name])), "")
    if several:
        lists = _values(way, found, Template((Expression(expressions[0].path, ()),)), roots)
        sets = list(dict.fromkeys(tuple(str(each) for each in members) for members in lists))
        if len(sets) == 1:
            return {"items": list(sets[0])}
        return {"in": [", ".join(members) for members in sets]}
    want = request.choose.get(next(iter(names))) if len(names) == 1 and not picks else None
    bare = len(expressions[0].path) == 1 and len(template.parts) == 1
    if want is not None and want.where and not want.first and bare:
        return {
            test.test: list(test.operand) if isinstance(test.operand, tuple) else test.operand
            for test in want.where
        }
    values = list(dict.fromkeys(_values(way, found, template, roots)))
    if isinstance(next(iter(names.values()), None), Stepper):
        values = [str(each) for each in values]
    return _any(values)


def _pinned(request: Request, collection: str) -> bool:
    pick = request.pick.get(collection)
    return pick is not None and bool(pick.where or pick.best)


def _listed(choice: Any) -> bool:
    return getattr(choice, "kind", "one") == "many"


def _values(
    way: Journey, found: tuple[Candidate, ...], template: Template, roots: set[str]
) -> list[Any]:
    """What a template gives over all right answers, each choice that it names varied."""
    values: list[Any] = []
    for candidate in found:
        names = [name for name in candidate.options if name in roots]
        for taken in product(*(candidate.options[name] for name in names)):
            scope = scope_of(way, candidate.picks, dict(zip(names, taken, strict=True)))
            values.append(template.value(scope))
    return values
