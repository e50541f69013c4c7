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


def test_a_number_that_no_database_holds_is_named_with_its_rule() -> None:
    rules = task(rules=[{"says": "x", "table": "orders", "where": {"id": 1}, "count": 1}]).rules
    with pytest.raises(SpecError, match=r"rules\[0\]: orders holds a number that no database"):
        verify(rules, end([{"id": 2**70}]))


def test_truth_counts_as_one_and_what_is_no_number_as_nothing() -> None:
    where = {"x": {"equals": 1}, "y": None}
    rules = task(rules=[{"says": "x", "table": "orders", "where": where, "count": 1}]).rules
    (outcome,) = verify(rules, end([{"id": 1, "x": True, "y": float("nan")}]))
    assert outcome.passed
