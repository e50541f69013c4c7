"""A target as task files have it."""

from __future__ import annotations

from typing import Any

from mpb_gym.spec.target import Criterion, FromItem, Pick, Request, Target, Want

Body = dict[str, Any]


def target_body(target: Target) -> Body:
    """Returns what :func:`mpb_gym.spec.target.read_target` reads back."""
    body: Body = {}
    if target.make:
        body["make"] = [_request(each) for each in target.make]
    if target.cancel:
        body["cancel"] = {table: list(ids) for table, ids in target.cancel.items()}
    if target.save:
        body["save"] = [
            {"key": s.key, "value": s.value, "contains": s.contains, "level": s.level}
            for s in target.save
        ]
    return body


def _request(request: Request) -> Body:
    body: Body = {"form": request.form}
    if request.pick:
        body["pick"] = {name: _pick(each) for name, each in request.pick.items()}
    if request.choose:
        body["choose"] = {name: _want(each) for name, each in request.choose.items()}
    if request.fill:
        body["fill"] = {
            column: {"profile": source.key} if isinstance(source, FromItem) else source
            for column, source in request.fill.items()
        }
    if request.told:
        body["told"] = {name: {told.source: told.of} for name, told in request.told.items()}
    return body


def _pick(pick: Pick) -> Body:
    body: Body = {name: _criteria(tests) for name, tests in pick.where.items()}
    if pick.best is not None:
        body["best"] = {pick.best.field: pick.best.direction}
    return body


def _criteria(tests: tuple[Criterion, ...]) -> Any:
    if len(tests) == 1 and tests[0].test == "is":
        return tests[0].operand
    return {
        each.test: list(each.operand) if isinstance(each.operand, tuple) else each.operand
        for each in tests
    }


def _want(want: Want) -> Any:
    if want.exactly:
        return list(want.exactly)
    body = _criteria(want.where) if want.where else {}
    return {**body, "first": True} if want.first else body
