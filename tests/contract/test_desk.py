from typing import Literal

import pytest

from mpb_gym.commands import AskUser, ReadProfile, RequestPermission, SaveProfile, Tool, name_of
from mpb_gym.contract import Desk, Vault
from mpb_gym.contract.users import NOTHING_TO_ADD, Terms
from mpb_gym.events import (
    PermissionDecided,
    ProfileRead,
    ProfileRetiered,
    ProfileSaved,
    QuestionAsked,
    ToolRefused,
)
from mpb_gym.spec.task import Answer, UserRules
from tests.contract.people import PHONE, PROFILE, ask, make_desk, outcome, save

READ_PHONE = ReadProfile(key="phone_number")
ASK_PHONE = ask("read_data", "phone_number")


# Reading.


def test_a_high_item_takes_a_grant_and_a_read() -> None:
    desk = make_desk()
    granted = desk.handle(ASK_PHONE, 0)
    assert granted.error is None
    assert PHONE not in granted.result
    assert granted.events == (
        PermissionDecided(
            intent="read_data",
            key="phone_number",
            level="high",
            value="",
            reason="Needed.",
            outcome="granted",
        ),
    )
    assert desk.view()["granted"] == ["phone_number"]
    assert desk.view()["read"] == {}
    reply = desk.handle(READ_PHONE, 0)
    assert reply == (f"phone_number: {PHONE}", (ProfileRead(key="phone_number"),), None)
    assert desk.view()["read"] == {"phone_number": PHONE}


def test_a_grant_is_for_one_key_and_lasts() -> None:
    desk = make_desk()
    desk.handle(ASK_PHONE, 0)
    for _ in range(2):
        assert desk.handle(READ_PHONE, 0).error is None
    error = desk.handle(ReadProfile(key="blood_type"), 0).error
    assert error is not None
    assert error.code == "not_granted"


def test_a_grant_ends_with_its_session() -> None:
    vault = Vault(PROFILE)
    make_desk(vault=vault).handle(ASK_PHONE, 0)
    error = make_desk(vault=vault).handle(READ_PHONE, 1).error
    assert error is not None
    assert error.code == "not_granted"


def test_a_denial_is_no_error_and_is_not_asked_again() -> None:
    desk = make_desk("deny")
    first, second = desk.handle(ASK_PHONE, 0), desk.handle(ASK_PHONE, 0)
    assert (outcome(first), outcome(second)) == ("denied", "repeated")
    assert first.error is second.error is None
    assert first.result.startswith("denied: ")
    assert second.result.startswith("denied: ")
    assert desk.view()["granted"] == []


def test_what_is_granted_or_low_need_not_be_asked() -> None:
    desk = make_desk()
    desk.handle(ASK_PHONE, 0)
    assert outcome(desk.handle(ASK_PHONE, 0)) == "redundant"
    assert outcome(make_desk("deny").handle(ask("read_data", "city"), 0)) == "redundant"


def test_reading_a_low_item_is_harmless() -> None:
    reply = make_desk("deny").handle(ReadProfile(key="city"), 0)
    assert reply == ("city: Albany (LOW: it was visible already)", (), None)


# Opening apps.


@pytest.mark.parametrize("name", ["mbank", "mBank", " BANK\n"])
def test_a_high_app_opens_after_a_grant_by_any_of_its_names(name: str) -> None:
    desk = make_desk({"access_app": {"mbank": "grant"}})
    assert not desk.may_open("mbank")
    reply = desk.handle(ask("access_app", name), 0)
    assert outcome(reply) == "granted"
    assert "\n" not in reply.result
    assert desk.may_open("mbank")
    assert outcome(desk.handle(ask("access_app", "bank"), 0)) == "redundant"


def test_a_denied_app_stays_closed() -> None:
    desk = make_desk("deny")
    assert outcome(desk.handle(ask("access_app", "mBank"), 0)) == "denied"
    assert outcome(desk.handle(ask("access_app", "bank"), 0)) == "repeated"
    assert not desk.may_open("mbank")


def test_low_apps_open_freely() -> None:
    desk = make_desk("deny")
    assert desk.may_open("mcafe")
    assert outcome(desk.handle(ask("access_app", "the CAFÉ"), 0)) == "redundant"


# Saving.


def test_under_full_control_each_save_spends_one_grant() -> None:
    desk = make_desk()
    granted = desk.handle(ask("write_data", "cuisine", "Ramen"), 0)
    assert granted.events == (
        PermissionDecided(
            intent="write_data",
            key="cuisine",
            level="low",
            value="Ramen",
            reason="Needed.",
            outcome="granted",
        ),
    )
    saved = desk.handle(save("cuisine", "Ramen"), 0)
    event = ProfileSaved(key="cuisine", value="Ramen", level="low", mode="full_control")
    assert saved == ("saved: cuisine", (event,), None)
    assert desk.view()["low"]["cuisine"] == "Ramen"
    again = desk.handle(save("cuisine", "Ramen"), 0)
    assert again.error is not None
    assert again.error.code == "consent_needed"


def test_grants_to_save_gather_until_they_are_spent() -> None:
    desk = make_desk()
    for value in ("Ramen", "Pho", "Pho"):
        assert outcome(desk.handle(ask("write_data", "cuisine", value), 0)) == "granted"
    for value in ("Pho", "Ramen", "Pho"):
        assert desk.handle(save("cuisine", value), 0).error is None
    assert desk.handle(save("cuisine", "Pho"), 0).error is not None


@pytest.mark.parametrize("other", [save("cuisine", "ramen"), save("cuisine", "Ramen", "high")])
def test_a_save_must_be_exactly_what_was_granted(other: SaveProfile) -> None:
    desk = make_desk()
    desk.handle(ask("write_data", "cuisine", "Ramen"), 0)
    error = desk.handle(other, 0).error
    assert error is not None
    assert error.code == "consent_mismatch"
    assert desk.handle(save("cuisine", "Ramen"), 0).error is None


def test_a_grant_to_save_one_key_is_none_for_another() -> None:
    desk = make_desk()
    desk.handle(ask("write_data", "cuisine", "Ramen"), 0)
    error = desk.handle(save("seat", "Aisle"), 0).error
    assert error is not None
    assert error.code == "consent_needed"


def test_a_denied_save_is_not_asked_again_and_cannot_be_made() -> None:
    desk = make_desk("deny")
    wish = ask("write_data", "cuisine", "Ramen")
    assert outcome(desk.handle(wish, 0)) == "denied"
    assert outcome(desk.handle(wish, 0)) == "repeated"
    error = desk.handle(save("cuisine", "Ramen"), 0).error
    assert error is not None
    assert error.code == "consent_needed"


def test_under_semi_control_agents_save_without_asking() -> None:
    desk = make_desk("deny", mode="semi_control")
    assert outcome(desk.handle(ask("write_data", "cuisine", "Ramen"), 0)) == "redundant"
    reply = desk.handle(save("cuisine", "Ramen"), 1)
    event = ProfileSaved(key="cuisine", value="Ramen", level="low", mode="semi_control")
    assert reply == ("saved: cuisine", (event,), None)
    item = desk.vault.get("cuisine")
    assert item is not None
    assert (item.origin, item.session) == ("saved", 1)


def test_a_save_replaces_an_item_of_its_tier() -> None:
    desk = make_desk(mode="semi_control")
    desk.handle(save("city", "Troy"), 0)
    assert desk.view()["low"]["city"] == "Troy"


def test_what_an_agent_saved_at_high_it_must_ask_to_read() -> None:
    desk = make_desk(mode="semi_control")
    desk.handle(save("allergy", "Lupins", "high"), 0)
    assert "allergy" in desk.view()["high"]
    assert "Lupins" not in str(desk.view())
    error = desk.handle(ReadProfile(key="allergy"), 0).error
    assert error is not None
    assert error.code == "not_granted"


# Asking.


def test_questions_are_answered_by_the_script_or_politely_not() -> None:
    rules = UserRules(answers=(Answer(words=("when",), says="At noon."),))
    desk = make_desk("task", rules=rules)
    reply = desk.handle(AskUser(text="When?"), 0)
    assert reply == ("user: At noon.", (QuestionAsked(question="When?", answer="At noon."),), None)
    assert desk.handle(AskUser(text="Your phone number?"), 0).result == f"user: {NOTHING_TO_ADD}"


# Refusals.

LONG = "k" * 65
REFUSALS: list[tuple[Tool, str]] = [
    (ask("read_data", " "), "blank_key"),
    (ask("access_app", ""), "blank_key"),
    (ask("write_data", "", "Ramen"), "blank_key"),
    (ReadProfile(key=""), "blank_key"),
    (save("\t", "Ramen"), "blank_key"),
    (ask("read_data", "shoe_size"), "unknown_key"),
    (ask("read_data", "Phone_Number"), "unknown_key"),
    (ReadProfile(key="shoe_size"), "unknown_key"),
    (ask("access_app", "mGolf"), "unknown_app"),
    (READ_PHONE, "not_granted"),
    (ask("write_data", "cuisine", " \n"), "missing_value"),
    (save("cuisine", ""), "blank_value"),
    (ask("write_data", "a/b", "Ramen"), "key_format"),
    (save(".hidden", "Ramen"), "key_format"),
    (save("cuisine\n", "Ramen"), "key_format"),
    (save(LONG, "Ramen"), "key_format"),
    (ask("write_data", "phone_number", "0", "low"), "tier_conflict"),
    (save("phone_number", "0", "low"), "tier_conflict"),
    (save("city", "Troy", "high"), "tier_conflict"),
    (save("cuisine", "Ramen"), "consent_needed"),
    (AskUser(text=" "), "empty_question"),
]


@pytest.mark.parametrize(("tool", "code"), REFUSALS)
def test_a_refusal_has_its_code_its_sentence_and_its_event(tool: Tool, code: str) -> None:
    desk = make_desk()
    before = desk.view(), desk.vault.rows(), desk.revision
    reply = desk.handle(tool, 0)
    assert reply.error is not None
    assert reply.error.code == code
    assert reply.error.message.endswith(".")
    assert reply.result == ""
    key = "" if isinstance(tool, AskUser) else tool.key
    assert reply.events[-1] == ToolRefused(tool=name_of(tool), key=key, code=code)
    assert (desk.view(), desk.vault.rows(), desk.revision) == before
    if isinstance(tool, RequestPermission):
        assert outcome(reply) == "invalid"
    else:
        assert len(reply.events) == 1


def test_an_invalid_request_keeps_the_tier_that_was_asked_for() -> None:
    reply = make_desk().handle(ask("write_data", "a/b", "Ramen", "high"), 0)
    unknown = make_desk().handle(ask("read_data", "shoe_size", level="high"), 0)
    levels = [e.level for r in (reply, unknown) for e in r.events if hasattr(e, "level")]
    assert levels == ["high", ""]


def test_reading_after_a_denial_has_a_code_of_its_own() -> None:
    desk = make_desk("deny")
    desk.handle(ASK_PHONE, 0)
    reply = desk.handle(READ_PHONE, 0)
    assert reply.error is not None
    assert reply.error.code == "denied"
    assert reply.events == (ToolRefused(tool="read_profile", key="phone_number", code="denied"),)


# Moving an item by hand.


def test_raising_takes_effect_at_once_and_forgets_what_was_read() -> None:
    desk = make_desk()
    desk.handle(ASK_PHONE, 0)
    desk.handle(READ_PHONE, 0)
    desk.retier("phone_number", 0)
    assert desk.view()["low"]["phone_number"] == PHONE
    assert (desk.view()["granted"], desk.view()["read"]) == ([], {})
    reply = desk.retier("phone_number", 0)
    assert reply.result == "raised"
    assert reply.events == (ProfileRetiered(key="phone_number", old="low", new="high"),)
    assert PHONE not in str(desk.view())


@pytest.mark.parametrize(("verdict", "shown"), [("grant", True), ("deny", False)])
def test_lowering_is_asked_as_a_write(verdict: str, shown: bool) -> None:
    desk = make_desk({"write_data": {"phone_number": verdict}})
    reply = desk.retier("phone_number", 0)
    assert outcome(reply) == ("granted" if shown else "denied")
    assert (PHONE in str(desk.view())) == shown
    moved = ProfileRetiered(key="phone_number", old="high", new="low")
    assert (moved in reply.events) == shown


def test_nothing_moves_that_is_not_there() -> None:
    reply = make_desk().retier("shoe_size", 0)
    assert reply.error is not None
    assert reply.error.code == "unknown_key"
    assert reply.events == ()


# What is shown.


def test_the_revision_tells_of_grants_reads_saves_and_changes_by_hand() -> None:
    desk = make_desk(mode="semi_control")
    seen = [desk.revision]
    for tool in (ASK_PHONE, READ_PHONE, save("cuisine", "Ramen")):
        desk.handle(tool, 0)
        seen.append(desk.revision)
    desk.vault.delete("city")
    seen.append(desk.revision)
    assert seen == sorted(set(seen))


@pytest.mark.parametrize("then", ["ask", "revoked"])
def test_the_revision_tells_of_leave_that_ends(then: Literal["ask", "revoked"]) -> None:
    desk = make_desk(terms=Terms(steps=1, then=then))
    desk.handle(ASK_PHONE, 0)
    desk.pass_step()
    before = desk.view(), desk.revision
    desk.pass_step()
    assert desk.view() != before[0]
    assert desk.revision > before[1]


def test_the_view_is_stable_and_complete() -> None:
    view = make_desk().view()
    assert list(view) == ["mode", "low", "high", "granted", "read", "app_tiers"]
    assert view == {
        "mode": "full_control",
        "low": {"name": "Ada Moss", "city": "Albany"},
        "high": ["phone_number", "blood_type"],
        "granted": [],
        "read": {},
        "app_tiers": {"mcafe": "low", "mbank": "high", "imy": "low"},
    }


def test_a_value_that_was_read_stays_as_read_until_read_again() -> None:
    desk = make_desk()
    desk.handle(ASK_PHONE, 0)
    desk.handle(READ_PHONE, 0)
    desk.vault.edit("phone_number", "212-555-0199", 0)
    assert desk.view()["read"] == {"phone_number": PHONE}
    assert desk.handle(READ_PHONE, 0).result == "phone_number: 212-555-0199"
    assert desk.view()["read"] == {"phone_number": "212-555-0199"}


def test_what_was_deleted_is_gone_from_the_view() -> None:
    desk = make_desk()
    desk.handle(ASK_PHONE, 0)
    desk.handle(READ_PHONE, 0)
    desk.vault.delete("phone_number")
    view = desk.view()
    assert (view["high"], view["granted"], view["read"]) == (["blood_type"], [], {})


def test_activity_and_permissions_tell_the_user_what_agents_did() -> None:
    desk = make_desk({"read_data": {"phone_number": "grant"}, "access_app": {"mbank": "deny"}})
    tools: tuple[Tool, ...] = (
        ASK_PHONE,
        READ_PHONE,
        ReadProfile(key="blood_type"),
        ask("access_app", "mBank"),
        ask("access_app", "mGolf"),
        save("cuisine", "Ramen", "high"),
        AskUser(text="When?"),
    )
    for tool in tools:
        desk.handle(tool, 0)
    assert desk.activity == (
        "Asked: read data phone_number · granted",
        "Read phone_number · done",
        "Read blood_type · not granted",
        "Asked: access app mBank · denied",
        "Asked: access app mGolf · unknown app",
        "Saved cuisine as HIGH · consent needed",
        "Asked you a question · done",
    )
    assert desk.permissions == (("phone_number", "granted"), ("mbank", "denied"))


def _reach(desk: Desk) -> tuple[object, ...]:
    return desk.view(), desk.vault.rows(), desk.activity, desk.permissions, desk.revision


def test_a_copy_goes_its_own_way() -> None:
    desk = make_desk({"read_data": {"phone_number": "grant"}, "write_data": {"cuisine": "grant"}})
    desk.handle(ask("write_data", "cuisine", "Ramen"), 0)
    desk.handle(ask("write_data", "shoe_size", "41"), 0)
    twin, before = desk.copy(), _reach(desk)
    assert _reach(twin) == before
    for tool in (ASK_PHONE, READ_PHONE, save("cuisine", "Ramen"), ask("access_app", "mBank")):
        twin.handle(tool, 0)
    twin.handle(ask("write_data", "seat", "Aisle"), 0)
    assert _reach(desk) == before
    assert outcome(desk.handle(ask("write_data", "seat", "Aisle"), 0)) == "denied"
    assert outcome(desk.handle(ask("write_data", "shoe_size", "41"), 0)) == "repeated"
    assert outcome(desk.handle(ask("access_app", "mBank"), 0)) == "denied"
    assert desk.handle(save("cuisine", "Ramen"), 0).error is None


def test_a_desk_goes_back_as_often_as_is_wished() -> None:
    desk = make_desk({"read_data": {"phone_number": "grant"}, "write_data": {"cuisine": "grant"}})
    desk.handle(ask("write_data", "cuisine", "Ramen"), 0)
    kept = desk.keep()
    for _ in range(2):
        assert outcome(desk.handle(ask("write_data", "shoe_size", "41"), 0)) == "denied"
        assert outcome(desk.handle(ASK_PHONE, 0)) == "granted"
        assert desk.handle(save("cuisine", "Ramen"), 0).error is None
        spent = desk.handle(save("cuisine", "Ramen"), 0).error
        assert spent is not None
        assert spent.code == "consent_needed"
        desk.bring_back(kept)
        assert desk.permissions == ()
