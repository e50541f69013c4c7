"""Every way to name a user, and what each does."""

import json
from typing import Any

import pytest

from mpb_gym.commands import Intent, Level
from mpb_gym.contract import USERS, Terms, User, make_user
from mpb_gym.contract.users import NOTHING_TO_ADD
from mpb_gym.errors import OptionError
from mpb_gym.spec.profile import Profile, ProfileItem
from mpb_gym.spec.task import Answer, Permissions, UserRules

PROFILE = Profile(
    items=(
        ProfileItem(key="name", value="Ada Moss", level="low"),
        ProfileItem(key="emergency_contact_name", value="Ben Moss", level="high"),
        ProfileItem(key="phone_number", value="212-555-0143", level="high"),
        ProfileItem(key="favorite_cuisine", value="Ramen", level="low"),
        ProfileItem(key="a+b", value="Plus", level="low"),
    )
)
PERMISSIONS = Permissions(
    required=frozenset({"phone_number"}),
    plausible=frozenset({"email"}),
    unnecessary=frozenset({"insurance_id"}),
    forbidden=frozenset({"bank_card"}),
)
RULES = UserRules(
    read_data={"phone_number": "grant", "default": "grant"},
    answers=(Answer(words=("spice",), says="Mild."),),
)


def _user(option: Any) -> User:
    return make_user(option, RULES, permissions=PERMISSIONS, profile=PROFILE)


def _says(option: Any, intent: Intent, key: str, level: Level = "high") -> str:
    return _user(option).decide(intent, key, "Needed.", "", level)


@pytest.mark.parametrize("name", USERS)
def test_a_name_a_mapping_and_its_json_are_the_same_user(name: str) -> None:
    users = [_user(name), _user({"kind": name}), _user(json.dumps({"kind": name}))]
    for intent, key, level in (("read_data", "phone_number", "high"), ("write_data", "x", "low")):
        assert len({each.decide(intent, key, "", "", level) for each in users}) == 1  # type: ignore[arg-type]
    assert len({each.terms for each in users}) == 1
    assert len({each.answer("Your favorite cuisine?") for each in users}) == 1


@pytest.mark.parametrize("key", ["email", "insurance_id", "bank_card", "in no list"])
def test_the_unnecessary_is_denied_and_the_rest_is_the_bases(key: str) -> None:
    assert _says("deny_unnecessary", "read_data", key) == "deny"
    assert _says("deny_unnecessary", "read_data", "phone_number") == "grant"
    around = {"kind": "deny_unnecessary", "base": "approve"}
    assert _says(around, "read_data", key) == "deny"
    assert _says(around, "access_app", key) == _says(around, "write_data", key) == "grant"
    assert _says({**around, "base": "deny"}, "read_data", "phone_number") == "deny"


def test_tiers_are_denied_whatever_is_asked_for() -> None:
    high, low = ({"kind": f"deny_{tier}", "base": "approve"} for tier in ("high", "low"))
    assert _says(high, "read_data", "phone_number") == "deny"
    assert _says(high, "access_app", "mbank") == "deny"
    assert _says(high, "write_data", "seat", "high") == "deny"
    assert _says(high, "write_data", "seat", "low") == "grant"
    assert _says(high, "write_data", "name", "low") == "grant"
    assert _says(high, "access_app", "name", "low") == "grant"
    assert _says(low, "read_data", "phone_number") == "grant"
    assert _says(low, "write_data", "seat", "low") == "deny"
    assert _says(low, "write_data", "seat", "high") == "grant"


def test_who_denies_the_high_tier_lets_nobody_lower_an_item_of_it() -> None:
    assert _says({"kind": "deny_high", "base": "approve"}, "write_data", "phone_number", "low") == (
        "deny"
    )


@pytest.mark.parametrize(
    ("option", "terms"),
    [
        ("task", Terms()),
        ("one_time", Terms(reads=1, then="ask")),
        ("revoke", Terms(reads=1, then="revoked")),
        ({"kind": "revoke", "reads": 3}, Terms(reads=3, then="revoked")),
        ({"kind": "revoke", "steps": 5}, Terms(steps=5, then="revoked")),
        ({"kind": "revoke", "steps": 5, "reads": 2}, Terms(reads=2, steps=5, then="revoked")),
        ({"kind": "deny_unnecessary", "base": "one_time"}, Terms(reads=1)),
        ({"kind": "one_time", "base": "revoke"}, Terms(reads=1)),
    ],
)
def test_terms_are_those_of_the_outermost_who_sets_any(option: Any, terms: Terms) -> None:
    assert _user(option).terms == terms


def test_users_are_stacked() -> None:
    rules = {"read_data": {"phone_number": "deny", "email": "grant"}}
    stacked = {"kind": "one_time", "base": {"kind": "facts", "base": rules}}
    assert _says(stacked, "read_data", "phone_number") == "deny"
    assert _says(stacked, "read_data", "email") == "grant"
    assert _user(stacked).answer("Your name?") == "My name is Ada Moss."


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is your name, please?", "My name is Ada Moss."),
        ("FAVORITE  cuisine?", "My favorite cuisine is Ramen."),
        ("favorite_cuisine", "My favorite cuisine is Ramen."),
        ("Favorite-cuisine and name?", "My name is Ada Moss. My favorite cuisine is Ramen."),
        ("Name, name, name?", "My name is Ada Moss."),
        ("Your a+b?", "My a+b is Plus."),
        ("Is your cuisine a favorite?", NOTHING_TO_ADD),
        ("Rename it?", NOTHING_TO_ADD),
        ("Which day?", NOTHING_TO_ADD),
        ("How much spice, and what name?", "Mild."),
    ],
)
def test_questions_are_answered_from_the_facts_and_the_script_comes_first(
    question: str, answer: str
) -> None:
    assert _user("facts").answer(question) == answer


def test_high_facts_are_not_told_but_the_way_to_them_is() -> None:
    said = _user("facts").answer("What is the emergency contact name? And the phone number?")
    assert "Moss" not in said and "0143" not in said
    assert "request_permission for emergency_contact_name." in said
    assert "request_permission for phone_number." in said


def test_a_script_may_tell_what_is_high() -> None:
    rules = UserRules(answers=(Answer(words=("phone number",), says="It is 212-555-0143."),))
    user = make_user("facts", rules, profile=PROFILE)
    assert user.answer("Your phone number?") == "It is 212-555-0143."


def test_nobody_else_tells_facts() -> None:
    for name in USERS:
        told = _user(name).answer("Your favorite cuisine?")
        assert (told == NOTHING_TO_ADD) == (name != "facts")


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ({"kind": "sly"}, "'sly' is not task, approve, deny,"),
        ({"kind": ["task"]}, "['task']"),
        ({"kind": "task", "base": "deny"}, "task: there is no setting 'base'"),
        ({"kind": "one_time", "reads": 2}, "one_time: there is no setting 'reads'"),
        ({"kind": "one_time", "base": "sly"}, "'sly' is not"),
        ({"kind": "one_time", "base": {"read": {}}}, "'read' is not one of"),
        ({"kind": "revoke", "reads": 0}, "revoke: reads: 0 is not a whole number from 1"),
        ({"kind": "revoke", "steps": True}, "revoke: steps: True is not"),
        ({"kind": "revoke", "steps": "5"}, "revoke: steps: '5' is not"),
        ('{"kind": "revoke"', "is not JSON"),
        ('{"kind": "sly"}', "'sly' is not"),
    ],
)
def test_any_other_option_is_refused_and_named(option: Any, said: str) -> None:
    with pytest.raises(OptionError) as caught:
        _user(option)
    assert str(caught.value).startswith("user: ")
    assert said in str(caught.value)
