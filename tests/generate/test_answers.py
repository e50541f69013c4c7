"""Right answers, and rules and plans that follow from them."""

from __future__ import annotations

from typing import Any

import pytest

from mpb_gym.generate import walk
from mpb_gym.generate.answers import answers, candidates, options, permitted
from mpb_gym.generate.journey import journey
from mpb_gym.generate.rules import request_rule, rules
from mpb_gym.generate.targets import target_body
from mpb_gym.spec.library import assignment_ids, load_app, load_assignment
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.target import Criterion, Pick, Request, Want, read_target

APP = load_app("mdoordash")
WAY = journey(APP, "order")
PLACES = APP.collections["restaurants"].entities


def request(choose: dict[str, Want] | None = None, **where: Any) -> Request:
    best = where.pop("best", None)
    tests = {
        name: (each if isinstance(each, Criterion) else Criterion(test="is", operand=each),)
        for name, each in where.items()
    }
    pick = {"restaurants": Pick(where=tests, best=best)}
    return Request(form="order", pick=pick, choose=choose or {}, fill={})


def names(wanted: Request) -> set[str]:
    return {each.picks["restaurants"]["name"] for each in candidates(APP, wanted)}


def test_candidates_are_those_that_meet_all_criteria() -> None:
    wanted = request(cuisine="Italian", rating=Criterion(test="at_least", operand=4.3))
    assert names(wanted) == {
        each["name"] for each in PLACES if each["cuisine"] == "Italian" and each["rating"] >= 4.3
    }


def test_an_option_that_nobody_offers_leaves_no_candidate() -> None:
    assert names(request({"menu": Want(exactly=("Nothing",))})) == set()


@pytest.mark.parametrize(
    ("test", "operand", "value", "holds"),
    [
        ("is", 4, 4, True), ("is", "a", "b", False), ("not", "a", "b", True),
        ("in", ("a", "b"), "b", True), ("in", ("a", "b"), "c", False),
        ("at_least", 4.3, 4.3, True), ("at_most", 4.3, 4.4, False),
        ("at_least", "2026-03-12", "2026-03-11", False), ("starts", "2026", "2026-03", True),
        ("has", "Polish", ["Polish"], True), ("has", "Polish", "Polish", False),
    ],
)  # fmt: skip
def test_criteria(test: Any, operand: Any, value: Any, holds: bool) -> None:
    assert Criterion(test=test, operand=operand).holds(value) is holds


def test_options_are_permitted_one_by_one_or_as_a_set() -> None:
    picks = {"restaurants": PLACES[0]}
    menu, slot = WAY.choices
    every = options(menu, picks)
    assert permitted(menu, picks, Want()) == tuple((each,) for each in every)
    two = Want(exactly=(every[1].label, every[0].label))
    assert permitted(menu, picks, two) == ((every[1], every[0]),)
    first = permitted(slot, picks, Want(first=True))
    assert first == ((min(options(slot, picks), key=lambda each: each.label),),)


def test_any_one_dish_becomes_a_rule_of_each_alone() -> None:
    wanted = request({"menu": Want()}, name=PLACES[0]["name"])
    where = request_rule(APP, wanted)["where"]
    assert where["order_items"] == {"in": [each["name"] for each in PLACES[0]["menu_items"]]}


@pytest.mark.parametrize("id", ["mdoordash/001", "mdoordash/009", "mopentable/003", "mgeico/001"])
def test_rules_and_plans_of_targets_are_those_of_the_files(id: str) -> None:
    task = load_assignment(id).sessions[0]
    assert task.target is not None
    app = load_app(task.target.app)
    derived = rules(app, task.target, task.prepared.get(app.id, {}))
    assert [each["count"] for each in derived] == [each.count for each in task.rules]
    for body, rule in zip(derived, task.rules, strict=True):
        columns = {each.column for each in rule.where}
        assert {*body.get("where", {})} == columns
    made = tuple(
        next(answers(each, candidates(app, each))) for each in task.target.make
    )  # fmt: skip
    rows = task.prepared.get(app.id, {})
    doomed = {
        table: [row for row in rows[table] if row["id"] in ids]
        for table, ids in task.target.cancel.items()
    }
    plan = walk.plan(app, cancel=doomed, make=made)
    assert [walk.body(each) for each in plan if "fill" not in walk.body(each)] == [
        walk.body(each) for each in task.plan if "fill" not in walk.body(each)
    ]


@pytest.mark.parametrize("id", assignment_ids())
def test_targets_are_written_as_they_are_read(id: str) -> None:
    for session in load_assignment(id).sessions:
        target = session.target
        assert target is not None
        assert read_target(Cursor(target_body(target), "target"), target.app) == target
