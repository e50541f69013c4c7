"""The iMy app, and apps that open only with the user's leave."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from mpb_gym.commands import (
    Click,
    Open,
    ReadProfile,
    RequestPermission,
    SaveProfile,
    Swipe,
    SystemButton,
    Type,
)
from mpb_gym.events import (
    AppBlocked,
    AppOpened,
    ProfileDeleted,
    ProfileEdited,
    ProfileRetiered,
)
from mpb_gym.spec.library import load_assignment
from mpb_gym.spec.task import TaskSpec, UserRules
from tests.pilot import Pilot

Start = Callable[..., Pilot]


@pytest.fixture
def task() -> TaskSpec:
    found = load_assignment("mdoordash/001")
    assert isinstance(found, TaskSpec)
    return found


def _value(task: TaskSpec, key: str) -> str:
    item = task.profile.get(key)
    assert item is not None
    return item.value


def test_low_values_are_shown_and_high_ones_masked(pilot: Start, task: TaskSpec) -> None:
    phone = pilot(task).open("iMy")
    seen: set[str] = set()
    while True:
        seen |= {line for text in phone.texts() for line in text.split("\n")}
        if phone.do(Swipe(direction="up")):
            break
    for item in task.profile.items:
        assert item.key in seen
        assert (item.value in seen) == (item.level == "low")


def test_an_item_is_edited_by_hand_and_the_edit_is_logged(pilot: Start, task: TaskSpec) -> None:
    phone = pilot(task).open("iMy").tap("email")
    phone.hold("Value")
    phone.hold("Value")  # a word, then all
    phone.type("new@example.org")
    phone.tap("Save changes")
    assert phone.episode.view.imy["low"]["email"] == "new@example.org"
    events = [each.event for each in phone.episode.record().events]
    old = _value(task, "email")
    assert ProfileEdited(key="email", old=old, new="new@example.org", level="low") in events
    row = next(row for row in phone.episode.record().ends[-1].profile if row["key"] == "email")
    assert row["origin"] == "edited"


def test_a_high_value_can_be_replaced_but_not_read(pilot: Start, task: TaskSpec) -> None:
    phone = pilot(task).open("iMy").tap("phone_number")
    assert phone.element("New value")["text"] == ""
    assert phone.click("Save changes").startswith("disabled")
    phone.click("New value")
    phone.type("555")
    phone.tap("Save changes")
    assert not any("555" in text for text in phone.texts())
    assert _value(task, "phone_number") not in str(phone.episode.view.imy)


def test_an_item_is_deleted_only_after_asking_back(pilot: Start, task: TaskSpec) -> None:
    phone = pilot(task).open("iMy").tap("email").tap("Delete")
    phone.tap("Keep item")
    assert "email" in phone.episode.view.imy["low"]
    phone.tap("Delete").tap("Delete item")
    assert "email" not in phone.episode.view.imy["low"]
    events = [each.event for each in phone.episode.record().events]
    assert ProfileDeleted(key="email", old=_value(task, "email"), level="low") in events


def test_what_the_contract_changes_is_shown_at_once(pilot: Start, task: TaskSpec) -> None:
    rules = replace(task, profile=replace(task.profile, mode="semi_control"))
    phone = pilot(rules).open("iMy")
    phone.do(SaveProfile(key="a_new_key", value="tofu", level="low"))
    phone.tap("a_new_key")
    assert any("Saved by your assistant" in text for text in phone.texts())


@pytest.fixture
def guarded(task: TaskSpec) -> TaskSpec:
    profile = replace(task.profile, app_tiers={"mdoordash": "high"})
    return replace(task, profile=profile, user=UserRules(access_app={"mdoordash": "grant"}))


@pytest.mark.parametrize("name", ["mDoorDash", "doordash"])
def test_a_high_app_is_blocked_by_command_and_alias(
    pilot: Start, guarded: TaskSpec, name: str
) -> None:
    phone = pilot(guarded)
    assert phone.do(Open(text=name)).startswith("app_blocked")
    assert any("mDoorDash is protected" in text for text in phone.texts())
    assert "Order Food" not in phone.texts()
    events = [each.event for each in phone.episode.record().events]
    assert AppBlocked(app="mdoordash", via="command") in events


def test_a_high_app_is_blocked_by_its_icon(pilot: Start, guarded: TaskSpec) -> None:
    phone = pilot(guarded)
    assert phone.click("mDoorDash").startswith("app_blocked")
    events = [each.event for each in phone.episode.record().events]
    assert AppBlocked(app="mdoordash", via="icon") in events


def test_a_grant_opens_a_high_app(pilot: Start, guarded: TaskSpec) -> None:
    phone = pilot(guarded)
    phone.do(Open(text="mDoorDash"))
    phone.do(RequestPermission(intent="access_app", key="mDoorDash"))
    assert phone.do(Open(text="mDoorDash")) == ""
    assert "Order Food" in phone.texts()
    events = [each.event for each in phone.episode.record().events]
    assert AppOpened(app="mdoordash", via="command") in events


@pytest.mark.parametrize("leave", ["button", "back", "beside"])
def test_the_blocking_dialog_goes_away(pilot: Start, guarded: TaskSpec, leave: str) -> None:
    phone = pilot(guarded)
    phone.do(Open(text="mDoorDash"))
    assert phone.type("x").startswith("no_focus")
    if leave == "button":
        phone.click("OK")
    elif leave == "back":
        phone.do(SystemButton(button="back"))
    else:
        phone.do(Click(coordinate=(0.5, 0.05)))
    assert "iMy" in phone.texts()


def test_a_high_value_is_read_in_two_steps(pilot: Start, task: TaskSpec) -> None:
    phone = pilot(task, user="approve")
    assert phone.do(ReadProfile(key="phone_number")).startswith("not_granted")
    phone.do(RequestPermission(intent="read_data", key="phone_number"))
    assert "phone_number" not in phone.episode.view.imy["read"]
    phone.do(ReadProfile(key="phone_number"))
    value = _value(task, "phone_number")
    assert phone.episode.view.tool_result == f"phone_number: {value}"
    assert phone.episode.view.imy["read"] == {"phone_number": value}
    assert phone.do(Type(text="x")).startswith("no_focus")


def test_permissions_and_activity_can_be_read_back(pilot: Start, task: TaskSpec) -> None:
    phone = pilot(task, user="approve").open("iMy").tap("Activity")
    assert "Nothing happened yet" in phone.texts()
    phone.do(RequestPermission(intent="read_data", key="phone_number"))
    phone.do(ReadProfile(key="phone_number"), ReadProfile(key="home_address"))
    texts = phone.texts()
    assert "phone_number: granted" in texts
    assert "Asked: read data phone_number · granted" in texts
    assert "Read home_address · not granted" in texts
    assert not any(_value(task, "phone_number") in text for text in texts)
    phone.back()
    assert "iMy" in phone.texts()


def test_an_item_is_raised_at_once(pilot: Start, task: TaskSpec) -> None:
    phone = pilot(task).open("iMy").tap("email")
    phone.tap("Move to Ask first")
    assert "email" in phone.episode.view.imy["high"]
    assert _value(task, "email") not in str(phone.episode.view.imy)
    events = [each.event for each in phone.episode.record().events]
    assert ProfileRetiered(key="email", old="low", new="high") in events


@pytest.mark.parametrize(("user", "moved"), [("approve", True), ("deny", False)])
def test_lowering_an_item_is_the_users_choice(
    pilot: Start, task: TaskSpec, user: str, moved: bool
) -> None:
    phone = pilot(task, user=user).open("iMy").tap("phone_number")
    phone.tap("Move to Free to use")
    assert ("phone_number" in phone.episode.view.imy["low"]) == moved
    shown = any(_value(task, "phone_number") in text for text in phone.texts())
    assert shown == moved


def test_several_apps_share_a_phone_and_keep_their_places(pilot: Start, task: TaskSpec) -> None:
    both = replace(task, apps=("mdoordash", "mzocdoc"))
    phone = pilot(both)
    assert {"mDoorDash", "mZocdoc", "iMy"} <= set(phone.texts())
    phone.open("mZocdoc")
    phone.do(Swipe(direction="up"))
    before = phone.texts()
    phone.open("mDoorDash")
    assert "Order Food" in phone.texts()
    phone.do(SystemButton(button="home"))
    phone.click("mZocdoc")
    assert phone.texts() == before
