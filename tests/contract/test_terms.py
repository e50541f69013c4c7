"""Leave that ends before the session does, as agents meet it at the desk."""

from typing import Any

from mpb_gym.commands import AskUser, ReadProfile
from mpb_gym.contract import Desk
from mpb_gym.events import PermissionRevoked, ProfileRead
from tests.contract.people import PHONE, ask, make_desk, outcome

ASK_PHONE = ask("read_data", "phone_number")
READ_PHONE = ReadProfile(key="phone_number")
REVOKED = PermissionRevoked(intent="read_data", key="phone_number")
NOTICE = "notice: the user has taken back the leave to read phone_number."


def _desk(kind: str, **settings: Any) -> Desk:
    return make_desk({"kind": kind, "base": "approve", **settings})


def _code(desk: Desk) -> str:
    error = desk.handle(READ_PHONE, 0).error
    return error.code if error else ""


def test_one_time_leave_is_for_one_read_and_may_be_asked_for_again() -> None:
    desk = _desk("one_time")
    for _ in range(2):
        assert outcome(desk.handle(ASK_PHONE, 0)) == "granted"
        assert desk.view()["granted"] == ["phone_number"]
        revision = desk.revision
        assert desk.handle(READ_PHONE, 0).events == (ProfileRead(key="phone_number"),)
        assert desk.revision > revision
        assert desk.view()["granted"] == []
        assert desk.view()["read"] == {"phone_number": PHONE}
        assert _code(desk) == "spent"
    assert desk.permissions == (("phone_number", "spent"),)


def test_leave_that_is_revoked_after_its_use_is_gone_for_good() -> None:
    desk = _desk("revoke")
    desk.handle(ASK_PHONE, 0)
    reply = desk.handle(READ_PHONE, 0)
    assert reply == (f"phone_number: {PHONE}", (ProfileRead(key="phone_number"), REVOKED), None)
    assert (desk.view()["granted"], desk.view()["read"]) == ([], {})
    assert _code(desk) == "revoked"
    again = desk.handle(ASK_PHONE, 0)
    assert outcome(again) == "repeated"
    assert again.result.splitlines()[1:] == [NOTICE]
    assert _code(desk) == "revoked"
    assert desk.permissions == (("phone_number", "revoked"),)


def test_the_agent_is_told_once_with_the_next_result_that_is_no_error() -> None:
    desk = _desk("revoke")
    desk.handle(ASK_PHONE, 0)
    desk.handle(READ_PHONE, 0)
    assert desk.handle(READ_PHONE, 0).result == ""
    told = [desk.handle(AskUser(text="And now?"), 0).result for _ in range(2)]
    assert [NOTICE in each for each in told] == [True, False]


def test_leave_is_revoked_after_so_many_steps_read_or_not() -> None:
    desk = _desk("revoke", steps=2)
    desk.handle(ASK_PHONE, 0)
    assert desk.pass_step() == ()
    desk.handle(READ_PHONE, 0)
    assert desk.pass_step() == ()
    revision = desk.revision
    assert desk.pass_step() == (REVOKED,)
    assert desk.revision > revision
    assert (desk.view()["granted"], desk.view()["read"]) == ([], {})
    assert _code(desk) == "revoked"
    assert desk.pass_step() == ()
    assert "Took back: read data phone_number" in desk.activity


def test_what_one_session_revoked_the_next_may_be_granted() -> None:
    desk = _desk("revoke")
    desk.handle(ASK_PHONE, 0)
    desk.handle(READ_PHONE, 0)
    other = make_desk("approve", vault=desk.vault)
    assert outcome(other.handle(ASK_PHONE, 1)) == "granted"


def test_a_copy_keeps_its_own_count_and_notices() -> None:
    desk = _desk("revoke")
    desk.handle(ASK_PHONE, 0)
    twin = desk.copy()
    twin.handle(READ_PHONE, 0)
    assert NOTICE in twin.copy().handle(AskUser(text="And now?"), 0).result
    assert desk.view()["granted"] == ["phone_number"]
    assert NOTICE not in desk.handle(AskUser(text="And now?"), 0).result
    assert NOTICE in twin.handle(AskUser(text="And now?"), 0).result


def test_low_items_are_never_taken_back() -> None:
    desk = _desk("revoke", reads=1)
    for _ in range(3):
        assert desk.handle(ReadProfile(key="city"), 0).error is None
