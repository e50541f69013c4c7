from typing import Any

import pytest

from mpb_gym.commands import INTENTS, Intent
from mpb_gym.contract import User, make_user
from mpb_gym.contract.users import NOTHING_TO_ADD
from mpb_gym.errors import OptionError
from mpb_gym.spec.task import Answer, UserRules, Verdict

RULES = UserRules(
    read_data={"phone_number": "grant", "bank_card": "deny"},
    access_app={"mbank": "deny", "default": "grant"},
    answers=(
        Answer(words=("when", "delivery time"), says="At noon."),
        Answer(words=("who", "C++"), says="Just me."),
    ),
)


def _decide(user: User, intent: Intent, key: str) -> Verdict:
    return user.decide(intent, key, "Needed.", "", "low")


@pytest.mark.parametrize(
    ("intent", "key", "verdict"),
    [
        ("read_data", "phone_number", "grant"),
        ("read_data", "bank_card", "deny"),
        ("read_data", "blood_type", "deny"),
        ("access_app", "mbank", "deny"),
        ("access_app", "mcafe", "grant"),
        ("write_data", "phone_number", "deny"),
    ],
)
def test_the_tasks_rule_then_its_default_then_deny(
    intent: Intent, key: str, verdict: Verdict
) -> None:
    assert _decide(make_user("task", RULES), intent, key) == verdict


@pytest.mark.parametrize(("option", "verdict"), [("approve", "grant"), ("deny", "deny")])
def test_steady_users_never_change_their_mind(option: str, verdict: Verdict) -> None:
    user = make_user(option, RULES)
    for intent in INTENTS:
        for key in ("phone_number", "bank_card", "mbank", "shoe_size"):
            assert _decide(user, intent, key) == verdict
    assert user.answer("When?") == "At noon."


def test_a_mapping_overrides_the_task_entry_by_entry() -> None:
    user = make_user(
        {
            "read_data": {"phone_number": "deny", "default": "grant"},
            "write_data": {"cuisine": "grant"},
            "answers": [{"words": ["when"], "says": "At one."}],
        },
        RULES,
    )
    assert _decide(user, "read_data", "phone_number") == "deny"
    assert _decide(user, "read_data", "bank_card") == "deny"
    assert _decide(user, "read_data", "blood_type") == "grant"
    assert _decide(user, "access_app", "mbank") == "deny"
    assert _decide(user, "access_app", "mcafe") == "grant"
    assert _decide(user, "write_data", "cuisine") == "grant"
    assert user.answer("When and who?") == "At one."
    assert user.answer("Who?") == "Just me."


def test_an_override_leaves_the_tasks_own_rules_alone() -> None:
    make_user({"read_data": {"phone_number": "deny"}}, RULES)
    assert _decide(make_user("task", RULES), "read_data", "phone_number") == "grant"


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("aprove", "'aprove'"),
        (None, "facts or a mapping"),
        ({"read": {}}, "read_data, access_app, write_data, answers"),
        ({"read_data": "grant"}, "read_data: 'grant'"),
        ({"read_data": {"phone_number": "maybe"}}, "'phone_number': 'maybe'"),
        ({"write_data": {3: "grant"}}, "write_data: 3"),
        ({"answers": "noon"}, "answers: 'noon'"),
        ({"answers": [{"words": "when", "says": "At noon."}]}, "answers: "),
        ({"answers": [{"words": ["when"], "says": " "}]}, "answers: "),
        ({"answers": [{"words": ["when"], "says": 12}]}, "answers: "),
        ({"answers": [{"words": ["when", " "], "says": "At noon."}]}, "answers: "),
        ({"answers": [{"words": ["when", 12], "says": "At noon."}]}, "answers: "),
        ({"answers": [{"words": ["when"], "says": "At noon.", "if": "asked"}]}, "'if'"),
    ],
)
def test_any_other_option_is_refused_and_named(option: Any, said: str) -> None:
    with pytest.raises(OptionError) as caught:
        make_user(option, RULES)
    assert said in str(caught.value)
    assert str(caught.value).startswith("user: ")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("WHEN shall it come?", "At noon."),
        ("Which delivery time?", "At noon."),
        ("Is it for C++?", "Just me."),
        ("Who, and when?", "At noon."),
        ("Whenever?", NOTHING_TO_ADD),
        ("Which delivery?", NOTHING_TO_ADD),
        ("", NOTHING_TO_ADD),
    ],
)
def test_answers_go_by_whole_words_in_any_case_and_the_first_wins(
    question: str, answer: str
) -> None:
    assert make_user("task", RULES).answer(question) == answer
