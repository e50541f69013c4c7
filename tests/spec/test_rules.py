from typing import Any

import pytest

from mpb_gym.errors import SpecError
from mpb_gym.spec.profile import Profile, ProfileItem
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.rules import OPERATORS, Condition, Rule, read_rules

PROFILE = Profile(
    items=(
        ProfileItem(key="name", value="Ada Moss", level="low"),
        ProfileItem(key="work_phone", value="212-555-0143", level="high"),
    )
)
APPS = ("mtea", "mcake")
BODY: dict[str, Any] = {"says": "one cup", "table": "cups", "count": 1}


def _read(*bodies: dict[str, Any]) -> tuple[Rule, ...]:
    return read_rules(Cursor(list(bodies), "task.yaml", "rules"), APPS, PROFILE)


def _where(condition: Any) -> tuple[Condition, ...]:
    (rule,) = _read({**BODY, "where": {"who": condition}})
    return rule.where


@pytest.mark.parametrize(
    ("name", "app", "table"),
    [
        ("cups", "mtea", "cups"),
        ("mcake.slices", "mcake", "slices"),
        ("profile", "", "profile"),
        ("mcake.profile", "mcake", "profile"),
    ],
)
def test_a_bare_table_is_of_the_first_app_and_profile_of_none(
    name: str, app: str, table: str
) -> None:
    (rule,) = _read({**BODY, "table": name})
    assert rule == Rule(says="one cup", app=app, table=table, where=(), count=1, exact=True)


@pytest.mark.parametrize(
    ("count", "rows", "exact"), [(0, 0, True), (2, 2, True), ({"at_least": 3}, 3, False)]
)
def test_a_count_is_exact_or_at_least(count: Any, rows: int, exact: bool) -> None:
    (rule,) = _read({**BODY, "count": count})
    assert (rule.count, rule.exact) == (rows, exact)


@pytest.mark.parametrize("value", ["Ada", 3, 4.5, None])
def test_a_bare_value_must_be_equal(value: Any) -> None:
    assert _where(value) == (Condition(column="who", operator="is", operand=value),)


OPERANDS: dict[str, Any] = {
    "in": ["a", 1, None],
    "among": ["a", 1],
    "items": ["Soup", "Tea"],
    "filled": False,
}


@pytest.mark.parametrize("operator", OPERATORS)
def test_every_operator_is_read(operator: Any) -> None:
    given = OPERANDS.get(operator, "x")
    operand = tuple(given) if isinstance(given, list) else given
    assert _where({operator: given}) == (
        Condition(column="who", operator=operator, operand=operand),
    )


def test_several_operators_on_a_column_are_several_conditions() -> None:
    assert _where({"at_least": 1, "at_most": 3}) == (
        Condition(column="who", operator="at_least", operand=1),
        Condition(column="who", operator="at_most", operand=3),
    )


def test_an_operand_from_the_profile_is_compared_by_its_kind() -> None:
    assert _where({"profile": "name"}) == (
        Condition(column="who", operator="is", operand="Ada Moss"),
    )
    assert _where({"profile": "work_phone"}) == (
        Condition(column="who", operator="phone", operand="212-555-0143"),
    )


@pytest.mark.parametrize(
    ("changes", "path", "problem"),
    [
        ({"colour": "red"}, ".colour", "nobody reads this key"),
        ({"says": " "}, ".says", "found blank text"),
        ({"table": 3}, ".table", "expected text"),
        ({"table": "mbank.cards"}, ".table", "the task has no app 'mbank'"),
        ({"where": ["who"]}, ".where", "expected a mapping"),
        ({"where": {"who": ["Ada"]}}, ".where.who", "expected text, a number or null"),
        ({"where": {"who": True}}, ".where.who", "expected text, a number or null"),
        (
            {"where": {"who": {"resembles": "A%"}}},
            ".where.who.resembles",
            "unknown operator 'resembles'",
        ),
        ({"where": {"who": {"in": []}}}, ".where.who.in", "the list is empty"),
        ({"where": {"who": {"items": []}}}, ".where.who.items", "the list is empty"),
        ({"where": {"who": {"items": "Tea"}}}, ".where.who.items", "expected a list"),
        ({"where": {"who": {"in": ["a", ["b"]]}}}, ".where.who.in[1]", "text, a number or null"),
        ({"where": {"who": {"filled": 1}}}, ".where.who.filled", "true or false"),
        ({"where": {"who": {"is": True}}}, ".where.who.is", "text, a number or null"),
        ({"where": {"who": {"profile": "shoe"}}}, ".where.who.profile", "name, work_phone"),
        ({"where": {"who": {"profile": 1}}}, ".where.who.profile", "expected text"),
        ({"count": -1}, ".count", "at least 0"),
        ({"count": "one"}, ".count", "a whole number"),
        ({"count": True}, ".count", "a whole number"),
        ({"count": {"at_most": 1}}, ".count.at_most", "nobody reads this key"),
        ({"count": {}}, ".count", "'at_least' is missing"),
        ({"count": {"at_least": 1.5}}, ".count.at_least", "a whole number"),
    ],
)
def test_a_fault_is_named_with_file_and_place(
    changes: dict[str, Any], path: str, problem: str
) -> None:
    with pytest.raises(SpecError) as caught:
        _read(BODY, {**BODY, **changes})
    assert (caught.value.file, caught.value.path) == ("task.yaml", f"rules[1]{path}")
    assert problem in str(caught.value)


@pytest.mark.parametrize("key", ["says", "table", "count"])
def test_a_rule_lacks_nothing(key: str) -> None:
    with pytest.raises(SpecError, match=rf"rules\[0\]: '{key}' is missing"):
        _read({name: value for name, value in BODY.items() if name != key})


def test_a_task_without_rules_could_not_fail_and_is_refused() -> None:
    with pytest.raises(SpecError, match="rules: there are no rules"):
        _read()


@pytest.mark.parametrize("operator", ["starts", "contains", "phone", "at_least", "at_most"])
def test_null_is_no_operand_of_what_compares_texts_or_sizes(operator: str) -> None:
    with pytest.raises(SpecError, match=rf"rules\[0\]\.where\.who\.{operator}"):
        _where({operator: None})
