from typing import Any

import pytest

from mpb_gym.audit import verify
from mpb_gym.audit.operations import OPERATIONS, holds
from tests.audit.cases import end, task


def _holds(where: dict[str, Any], row: dict[str, Any]) -> bool:
    rules = task(rules=[{"says": "x", "table": "orders", "where": where, "count": 1}]).rules
    (outcome,) = verify(rules, end([row]))
    return outcome.passed


@pytest.mark.parametrize(
    ("condition", "value", "held"),
    [
        ("Ada Moss", " ada  MOSS ", True),
        ("Ada Moss", "Ada Mosss", False),
        ("café", "cafe\u0301", True),
        (5, 5, True),
        (5, "5", True),
        (5, "five", False),
        (5.5, 5.5, True),
        (5, None, False),
        ("x", None, False),
        (None, None, True),
        (None, "x", False),
        ({"not": "x"}, "y", True),
        ({"not": "x"}, "X", False),
        ({"not": "x"}, None, True),
        ({"in": ["a", "b"]}, "B", True),
        ({"in": [1, 2]}, 3, False),
        ({"at_least": 4.5}, 4.5, True),
        ({"at_least": 4.5}, 4.4, False),
        ({"at_least": 4.5}, "much", False),
        ({"at_least": 4.5}, None, False),
        ({"at_most": "2026-03-12"}, "2026-03-11 18:00", True),
        ({"at_most": "2026-03-12"}, "2026-03-13", False),
        ({"starts": "2026-03-12"}, "2026-03-12 18:30", True),
        ({"starts": "2026-03-12"}, None, False),
        ({"contains": "no onions"}, "Please, NO onions!", True),
        ({"contains": "no onions"}, "no red onions", False),
        ({"contains": "no onions"}, None, False),
        ({"items": ["Soup", "Tea"]}, "tea,  Soup", True),
        ({"items": ["Soup", "Tea"]}, "Soup", False),
        ({"items": ["Tea", "Tea"]}, "Tea", False),
        ({"items": ["Tea"]}, None, False),
        ({"filled": True}, " x ", True),
        ({"filled": True}, "  ", False),
        ({"filled": False}, None, True),
        ({"filled": False}, "x", False),
        ({"phone": "212-555-0143"}, "+1 212 555 0143", True),
        ({"phone": "212-555-0143"}, "212 555 0144", False),
        ({"phone": "212-555-0143"}, None, False),
        ({"profile": "phone"}, "(212) 555-0143", True),
        ({"profile": "name"}, "ada moss", True),
        (1000, "1_000", False),
        ({"phone": "none"}, None, False),
        ({"at_least": 1, "at_most": 3}, 2, True),
        ({"at_least": 1, "at_most": 3}, 4, False),
        ({"equals": "Ada"}, "Ada", True),
        ({"equals": "Ada"}, "ada", False),
        ({"equals": "Ada"}, None, False),
        ({"equals": 5}, 5, True),
        ({"equals": "5"}, 5, True),
        ({"equals": 5}, "5", True),
        ({"differs": "Ada"}, "ada", True),
        ({"differs": "Ada"}, None, False),
        ({"among": [1, "b"]}, "b", True),
        ({"among": [1, "b"]}, 2, False),
        ({"like": "%CR-V%"}, "Honda cr-v 2023", True),
        ({"like": "2026-03-1_"}, "2026-03-15", True),
        ({"like": "a.c"}, "abc", False),
        ({"like": "%"}, None, False),
        ({"above": 4}, 5, True),
        ({"above": 4}, 4, False),
        ({"below": "b"}, "a", True),
        ({"below": 4}, None, False),
        ({"at_most": 3}, 3, True),
        ({"at_most": "2026-03-12"}, "2026-03-12", True),
        ({"at_least": "2026-03-12"}, None, False),
        ({"starts": "no"}, None, False),
        ({"contains": "none"}, None, False),
        ({"items": ["Soup", "Tea"]}, "tea,, Soup", True),
        ({"items": ["None"]}, None, False),
        ({"differs": "Ada"}, "Ada", False),
        ({"among": [None]}, "None", False),
        ("none", None, False),
        ({"above": "b"}, "b", False),
        ({"above": "b"}, "c", True),
        ({"above": "b"}, "a", False),
        ({"below": "b"}, "b", False),
        ({"below": "b"}, "c", False),
        ({"below": 4}, 3.5, True),
        ({"below": 4}, 4, False),
        ({"above": "x"}, 5, False),
        ({"above": "4.5"}, 5, True),
    ],
)
def test_each_operator_takes_what_it_should(condition: Any, value: Any, held: bool) -> None:
    assert _holds({"x": condition}, {"id": 1, "x": value}) == held


@pytest.mark.parametrize("operator", ["at_least", "at_most", "above", "below", "equals"])
@pytest.mark.parametrize(("value", "wanted"), [(5, None), ("5", None), (None, 5), (None, "5")])
def test_nothing_is_neither_more_nor_less_nor_equal(operator: Any, value: Any, wanted: Any) -> None:
    assert OPERATIONS[operator](value, wanted) is False


def test_a_row_without_the_column_has_nothing_there() -> None:
    where = {"x": {"differs": "Ada"}, "y": None}
    (rule,) = task(rules=[{"says": "x", "table": "orders", "where": where, "count": 1}]).rules
    differs, nothing = rule.where
    assert holds(differs, {"x": "Eve"})
    assert not holds(differs, {"x": "Ada"})
    assert not holds(differs, {})
    assert holds(nothing, {})
