from dataclasses import replace
from typing import Any

import pytest

from mpb_gym.audit import verify
from mpb_gym.errors import SpecError
from tests.audit.cases import end, task


@pytest.mark.parametrize(
    ("count", "rows", "passed"),
    [(1, 1, True), (1, 2, False), (0, 0, True), ({"at_least": 1}, 3, True),
     ({"at_least": 1}, 1, True),
     ({"at_least": 1}, 0, False)],
)  # fmt: skip
def test_rows_are_counted_exactly_or_at_least(count: Any, rows: int, passed: bool) -> None:
    rules = task(rules=[{"says": "x", "table": "orders", "count": count}]).rules
    (outcome,) = verify(rules, end([{"id": n} for n in range(rows)]))
    assert (outcome.passed, outcome.found) == (passed, rows)


def test_the_profile_is_a_table_of_its_own() -> None:
    rule = {"says": "x", "table": "profile", "where": {"origin": "saved"}, "count": 1}
    item = {"key": "diet", "value": "vegan", "level": "low", "origin": "saved"}
    (outcome,) = verify(task(rules=[rule]).rules, end([], [item]))
    assert outcome.passed


def test_a_missing_table_or_column_is_named() -> None:
    missing = task(rules=[{"says": "x", "table": "cups", "count": 1}]).rules
    with pytest.raises(SpecError, match=r"rules\[0\]: the record has no table mtea.cups"):
        verify(missing, end([]))
    rule = {"says": "x", "table": "orders", "where": {"colour": "red"}, "count": 1}
    with pytest.raises(SpecError, match="orders has no column 'colour'"):
        verify(task(rules=[rule]).rules, end([{"id": 1}]))


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 2**70])
def test_a_number_that_no_database_holds_is_named_with_its_rule(number: int) -> None:
    rules = task(rules=[{"says": "x", "table": "orders", "where": {"id": 1}, "count": 1}]).rules
    with pytest.raises(SpecError, match=r"rules\[0\]: orders holds a number that no database"):
        verify(rules, end([{"id": number}]))


@pytest.mark.parametrize(
    ("value", "counts_as"),
    [(True, 1), (False, 0), (2**63 - 1, 2**63 - 1), (-(2**63), -(2**63)), (1.5, 1.5), ("x", "x")],
)
def test_values_count_as_a_database_holds_them(value: Any, counts_as: Any) -> None:
    where = {"x": {"equals": counts_as}, "none": None, "no_number": None}
    rules = task(rules=[{"says": "x", "table": "orders", "where": where, "count": 1}]).rules
    row = {"id": 1, "x": value, "none": None, "no_number": float("nan")}
    (outcome,) = verify(rules, end([row]))
    assert outcome.passed


def test_an_app_may_have_a_table_called_profile_too() -> None:
    rule = {"says": "x", "table": "mtea.profile", "where": {"who": "Ada"}, "count": 1}
    last = replace(end([]), tables={"mtea": {"profile": ({"id": 1, "who": "Ada"},)}})
    (outcome,) = verify(task(rules=[rule]).rules, last)
    assert outcome.passed


def test_an_outcome_says_all_of_itself() -> None:
    rules = task(rules=[{"says": "Tea is ordered", "table": "orders", "count": 2}]).rules
    (outcome,) = verify(rules, end([{"id": 1}]))
    assert outcome.to_dict() == {
        "says": "Tea is ordered", "expected": 2, "found": 1, "exact": True, "passed": False,
    }  # fmt: skip
