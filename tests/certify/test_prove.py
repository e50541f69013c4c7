"""Whole tasks are certified; broken in any way, they are not, and the report says why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mpb_gym.certify.prove import prove
from mpb_gym.spec.library import load_assignment
from mpb_gym.spec.rules import Condition
from mpb_gym.spec.target import Criterion, FromItem, Pick, Want
from mpb_gym.spec.task import PairSpec, TaskSpec
from tests.certify.breaking import (
    Break,
    choosing,
    counting,
    filling,
    picking,
    with_condition,
    with_request,
    with_rule,
    with_target,
    without_condition,
    without_rule,
    without_step,
)

ORDER, SEARCH, SAVE = "mdoordash/001", "mdoordash/004", "mdoordash/014"
DELETED, MARKED, PAIR = "mdoordash/009", "mopentable/003", "mdoordash/pair_02"

ITALIAN = {"cuisine": (Criterion(test="is", operand="Italian"),)}


def task(id: str) -> TaskSpec:
    found = load_assignment(id)
    assert isinstance(found, TaskSpec)
    return found


def shouted(broken: TaskSpec) -> str:
    report = prove(broken)
    assert not report.certified
    assert report.to_dict()["certified"] is False
    return "\n".join(report.failures)


@pytest.mark.parametrize("id", [SEARCH, SAVE, DELETED, MARKED, PAIR, "mdoordash/012"])
def test_tasks_as_they_are_are_certified(id: str) -> None:
    report = prove(load_assignment(id))
    assert report.failures == []
    assert report.count("near miss") >= 3
    assert report.count("benign") >= 3
    assert all(each.killed_by for each in report.trials if each.kind == "near miss")


CANCELLING: dict[str, tuple[str, Break, str]] = {
    "nothing says which are kept": (DELETED, without_rule(0), "the wrong one is cancelled: it"),
    "nothing counts all": (DELETED, without_rule(1), "nothing is cancelled: it passes"),
    "the kept ids are wrong": (
        DELETED, with_condition("id", (1, 2), operator="in"), "the reference plan: it fails",
    ),
    "the kept ids are too few": (
        DELETED, lambda t: counting(0, 1)(with_condition("id", 2)(t)), "it passes, and must not",
    ),
    "the total is wrong": (DELETED, counting(1, 3), "the reference plan: it fails"),
    "a rule is never needed": (
        DELETED,
        with_rule("orders", 0, Condition(column="id", operator="is", operand=1)),
        "'Added' is never needed",
    ),
    "what is prepared meets the rules": (
        DELETED, lambda t: replace(t, rules=()), "it passes although nothing was done",
    ),
    "the target cancels another": (
        DELETED, with_target(lambda t: replace(t, cancel={"orders": (2,)})), "it fails",
    ),
    "the target cancels one more": (
        DELETED, with_target(lambda t: replace(t, cancel={"orders": (1, 2)})), "it fails",
    ),
    "the mark does not matter": (MARKED, without_condition("status"), "is cancelled"),
    "others may be cancelled": (MARKED, without_rule(1), "one too many is cancelled: it passes"),
    "which one is cancelled does not matter": (
        MARKED, without_condition("id"), "the wrong one is cancelled: it passes",
    ),
    "the plan cancels another": (
        DELETED, lambda t: replace(t, plan=t.plan[:2]), "the reference plan: it fails",
    ),
}  # fmt: skip

MAKING: dict[str, tuple[str, Break, str]] = {
    "the place is not pinned": (
        ORDER, without_condition("restaurant_id"), "restaurants: another name: it passes",
    ),
    "the wrong place": (ORDER, with_condition("restaurant_id", 71), "reference plan: it fails"),
    "the dishes are not pinned": (ORDER, without_condition("order_items"), "menu: one more: it"),
    "the time is not pinned": (ORDER, without_condition("delivery_time"), "slot: "),
    "the phone is not pinned": (
        ORDER, without_condition("customer_phone"), "Phone: 212-555-0199: it passes",
    ),
    "another order would do as well": (ORDER, without_rule(1), "one record more than asked"),
    "a condition that nobody asked for": (
        ORDER, with_condition("status", "confirmed"), "the condition on status is never needed",
    ),
    "a search that allows too little": (
        SEARCH, with_condition("restaurant_id", 44), "another right answer, 2: it fails",
    ),
    "a search that allows too much": (
        SEARCH,
        with_condition("restaurant_id", tuple(range(1, 81)), operator="in"),
        "another rating: it passes",
    ),
    "a target that is too small": (
        SEARCH,
        picking(
            "restaurants", Pick(where={"name": (Criterion(test="is", operand="Olive Lantern"),)})
        ),
        "another name: it passes",
    ),
    "a target that is too large": (SEARCH, picking("restaurants", Pick(where=ITALIAN)), "fails"),
    "a target that leaves the time open": (
        SEARCH, with_request(lambda r: replace(r, choose={"menu": r.choose["menu"]})), "it fails",
    ),
    "the plan lacks a step": (ORDER, without_step(4), "the reference plan: it fails"),
    "the plan writes something else": (
        ORDER, filling("Special Instructions", "Ring"), "the reference plan: it fails",
    ),
}  # fmt: skip

SAVING: dict[str, tuple[str, Break, str]] = {
    "saving is not asked for by a rule": (SAVE, without_rule(2), "nothing is saved: it passes"),
    "anything may be saved": (SAVE, without_condition("value", 2), "something else is saved: it"),
    "by hand will do": (SAVE, without_condition("origin", 2), "written into iMy by hand: it"),
    "a level that is not said": (SAVE, with_condition("level", "high", 2), "it fails"),
}


@pytest.mark.parametrize("name", [*CANCELLING, *MAKING, *SAVING])
def test_a_broken_task_is_rejected_by_what_is_broken(name: str) -> None:
    id, broken, says = {**CANCELLING, **MAKING, **SAVING}[name]
    assert says in shouted(broken(task(id)))


def test_without_a_target_nothing_can_be_proved() -> None:
    assert "it says no target" in shouted(replace(task(DELETED), target=None))


@pytest.mark.parametrize(
    "broken",
    [
        picking("restaurants", Pick(where={"name": (Criterion(test="is", operand="Nowhere"),)})),
        choosing("menu", Want(exactly=("Nothing",))),
        choosing("slot", Want(where=(Criterion(test="starts", operand="2031"),))),
    ],
)
def test_a_target_without_a_right_answer_is_said(broken: Break) -> None:
    assert "no right answer in the catalogue" in shouted(broken(task(ORDER)))


def test_a_box_that_the_rules_do_not_pin_is_found() -> None:
    asked = with_request(
        lambda each: replace(
            each, fill={**each.fill, "customer_dob": FromItem(key="date_of_birth")}
        )
    )
    assert "Date of Birth" in shouted(asked(task(ORDER)))


def test_a_limit_of_steps_that_is_too_low_is_found() -> None:
    assert "it fails" in shouted(replace(task(DELETED), max_steps=2))


def test_a_pair_must_hide_and_need_what_was_told() -> None:
    pair = load_assignment(PAIR)
    assert isinstance(pair, PairSpec)
    told = replace(pair.second, instruction=f"{pair.second.instruction} Korean, that is.")
    report = prove(replace(pair, second=told))
    assert any("gives 'korean' away" in each for each in report.failures)
    assert report.chance == pair.chance
    unsaved = replace(pair, first=replace(pair.first, plan=pair.first.plan[:-1]))
    assert not prove(unsaved).certified
