"""How far a session has come, worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mpb_gym.audit.progress import progress
from mpb_gym.events import Event
from tests.audit.cases import asked, end, logged, shown, task, typed

TWO = {"who": "Ada", "tea": "green"}


def _rule(where: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"says": "orders", "table": "orders", "where": where, "count": 1, **rest}


def _progress(
    rows: list[dict[str, Any]], *events: Event, rules: list[dict[str, Any]] | None = None
) -> float:
    of = task(rules=rules or [_rule(TWO)]).rules
    return progress(of, end(rows), logged(*events))


def _of(event: Event, **changes: Any) -> Event:
    return replace(event, **changes)


@pytest.mark.parametrize(
    ("rows", "share"),
    [
        ([], 0),
        ([{"who": "Eve", "tea": "black"}], 0),
        ([{"who": "Ada", "tea": "black"}], 0.5),
        ([{"who": "Ada", "tea": "green"}], 1),
        ([{"tea": "green"}], 0.5),  # a column that is not there is not met
        ([{"who": "Eve", "tea": "black"}, {"who": "Ada", "tea": "black"}], 0.5),
        ([{"who": "Ada", "tea": "black"}, {"who": "Eve", "tea": "green"}], 0.5),  # of one row
        ([{"who": "Ada", "tea": "green"}] * 3, 1),
    ],
)
def test_the_nearest_row_counts_with_what_it_meets(
    rows: list[dict[str, Any]], share: float
) -> None:
    assert _progress(rows) == share


def test_a_column_that_is_not_there_is_not_empty() -> None:
    rules = [_rule({"who": "Ada", "note": None})]
    assert _progress([{"who": "Ada", "note": None}], rules=rules) == 1
    assert _progress([{"who": "Ada"}], rules=rules) == 0.5


def test_the_mean_is_over_rules_that_ask_for_rows() -> None:
    rows = [{"who": "Ada", "tea": "green"}]
    asking = [_rule({"who": "Ada"}), _rule({"tea": "black"}, count=2)]
    for others in ([], [_rule({}, count=1)], [_rule({"who": "Eve"}, count=0)]):
        assert _progress(rows, rules=[*asking, *others]) == 0.5
    for others in ([_rule({}, count=1)], [_rule({"who": "Ada"}, count=0)]):
        assert _progress(rows, rules=others) == 0


def test_what_stands_in_a_form_counts_for_four_fifths() -> None:
    ada, green = typed("who", "Ada"), typed("tea", "green")
    assert _progress([], shown()) == 0
    assert _progress([], shown(), ada) == pytest.approx(0.4)
    assert _progress([], shown(), ada, green) == pytest.approx(0.8)
    assert _progress([], shown(), ada, green, typed("tea", "gre")) == pytest.approx(0.4)
    assert _progress([], ada, asked("phone", "granted"), green) == pytest.approx(0.8)


def test_the_better_of_record_and_form_counts() -> None:
    whole, half = {"who": "Ada", "tea": "green"}, {"who": "Ada", "tea": "black"}
    both = (typed("who", "Ada"), typed("tea", "green"))
    assert _progress([whole], *both) == 1
    assert _progress([half], *both) == pytest.approx(0.8)
    assert _progress([half], typed("who", "Ada")) == 0.5


def test_fillings_are_told_apart() -> None:
    ada, green = typed("who", "Ada"), typed("tea", "green")
    for change in ({"instance": '{"cup": 2}'}, {"form": "pot"}):
        assert _progress([], ada, _of(green, **change)) == pytest.approx(0.4)
    for order in ((ada, green), (green, ada)):
        nearer = [_of(each, instance='{"cup": 2}') for each in order]
        for events in ((ada, *nearer), (*nearer, ada)):
            assert _progress([], *events) == pytest.approx(0.8)
    assert _progress([], _of(ada, app="mcoffee"), _of(green, app="mcoffee")) == 0


def test_what_a_form_is_about_counts_too() -> None:
    """A form of some tea has that tea's column, though no box of it."""
    form = _of(shown(), instance='{"tea": "green"}')
    assert _progress([], form) == pytest.approx(0.4)
    assert _progress([], form, typed("who", "Ada", instance='{"tea": "green"}')) == 0.8
    assert _progress([], typed("who", "Ada", instance='["green"]')) == pytest.approx(0.4)
