"""What holds after whatever agents and people do to a desk, in any order."""

import json
from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mpb_gym.commands import (
    INTENTS,
    LEVELS,
    AskUser,
    Level,
    ReadProfile,
    RequestPermission,
    SaveProfile,
)
from mpb_gym.contract import Desk, Reply
from mpb_gym.events import PermissionDecided, ProfileSaved
from mpb_gym.spec.profile import MODES
from mpb_gym.spec.task import VERDICTS
from tests.contract.people import make_desk

HIGH = ("phone_number", "blood_type")
KEYS = ("name", *HIGH, "cuisine", "shoe_size")

keys = st.sampled_from([*KEYS, "mBank", ""])
values = st.sampled_from(["Ramen", "Pho", ""])
levels = st.sampled_from(LEVELS)
tools = (
    st.builds(
        RequestPermission, intent=st.sampled_from(INTENTS), key=keys, value=values, level=levels
    )
    | st.builds(ReadProfile, key=keys)
    | st.builds(SaveProfile, key=keys, value=values, level=levels)
    | st.builds(AskUser, text=st.sampled_from(["What is your phone_number?", ""]))
)
secrets = st.integers(100, 999).map("Quokka-{}".format)  # what people write; agents never say it
by_hand = st.tuples(st.sampled_from(["edit", "delete", "retier"]), st.sampled_from(KEYS), secrets)
verdicts = st.dictionaries(st.sampled_from([*KEYS, "mbank", "default"]), st.sampled_from(VERDICTS))
bases = st.just("approve") | st.fixed_dictionaries({intent: verdicts for intent in INTENTS})
around = st.sampled_from(
    ["deny_high", "deny_low", "deny_unnecessary", "one_time", "revoke", "facts"]
)
users = bases | st.fixed_dictionaries({"kind": around, "base": bases})
modes = st.sampled_from(MODES)


def _read(key: str) -> list[Any]:
    return [RequestPermission(intent="read_data", key=key), ReadProfile(key=key)]


def _save(key: str, value: str, level: Level, times: int) -> list[Any]:
    asked = RequestPermission(intent="write_data", key=key, value=value, level=level)
    return [asked, *[SaveProfile(key=key, value=value, level=level)] * times]


# Blind chance seldom asks and then does what it asked for, so that both come in one piece too.
pieces = (
    st.builds(_read, st.sampled_from(HIGH))
    | st.builds(_save, st.sampled_from(KEYS), values, levels, st.integers(1, 2))
    | (tools | by_hand).map(lambda act: [act])
)
acts = st.lists(pieces, max_size=20).map(lambda lists: [act for acts in lists for act in acts])


def _act(desk: Desk, act: Any) -> Reply | None:
    """Does what an agent or a person does; a person may only touch what is there."""
    if not isinstance(act, tuple):
        return desk.handle(act, 0)
    what, key, value = act
    if desk.vault.get(key) is None:
        return None
    match what:
        case "edit":
            desk.vault.edit(key, value, 0)
        case "delete":
            desk.vault.delete(key)
        case _:
            return desk.retier(key, 0)
    return None


@settings(max_examples=400)
@given(user=users, mode=modes, acts=acts)
def test_no_high_value_is_told_before_it_is_granted_and_read(
    user: Any, mode: Any, acts: list[Any]
) -> None:
    desk = make_desk(user, mode=mode)
    granted: set[str] = set()
    told = {"Ramen", "Pho"}  # agents know what they say themselves
    for act in acts:
        item = desk.vault.get(act.key) if isinstance(act, ReadProfile) else None
        if item is not None and item.key in granted:
            told.add(item.value)
        told |= {each.value for each in desk.vault.items if each.level == "low"}
        reply = _act(desk, act)
        for event in reply.events if reply else ():
            if isinstance(event, PermissionDecided) and event.outcome == "granted":
                granted |= {event.key} if event.intent == "read_data" else set()
        told |= {each.value for each in desk.vault.items if each.level == "low"}
        shown = json.dumps([reply and [reply.result, reply.error], desk.view(), desk.activity])
        for each in desk.vault.items:
            assert each.value in told or each.value not in shown


@given(user=users, acts=acts)
def test_under_full_control_nothing_is_saved_without_its_own_grant(
    user: Any, acts: list[Any]
) -> None:
    desk = make_desk(user)
    agreed: Counter[tuple[str, str, str]] = Counter()
    for act in acts:
        reply = _act(desk, act)
        for event in reply.events if reply else ():
            if isinstance(event, PermissionDecided) and event.intent == "write_data":
                agreed[event.key, event.value, event.level] += event.outcome == "granted"
            if isinstance(event, ProfileSaved):
                agreed[event.key, event.value, event.level] -= 1
                assert agreed[event.key, event.value, event.level] >= 0


@given(user=users, mode=modes, acts=acts)
def test_an_error_changes_nothing_and_every_change_shows_in_the_revision(
    user: Any, mode: Any, acts: list[Any]
) -> None:
    desk = make_desk(user, mode=mode)
    for act in acts:
        view, rows, revision = desk.view(), desk.vault.rows(), desk.revision
        reply = _act(desk, act)
        if reply is not None and reply.error is not None:
            assert (desk.view(), desk.vault.rows()) == (view, rows)
        if desk.view() != view:
            assert desk.revision > revision


@given(user=users, mode=modes, acts=acts, more=acts)
def test_a_copy_answers_as_the_original_would_have(
    user: Any, mode: Any, acts: list[Any], more: list[Any]
) -> None:
    desk = make_desk(user, mode=mode)
    for act in acts:
        _act(desk, act)
    twin = desk.copy()
    answers = [_act(twin, act) for act in more]
    assert [_act(desk, act) for act in more] == answers
    assert (desk.view(), desk.vault.rows()) == (twin.view(), twin.vault.rows())
