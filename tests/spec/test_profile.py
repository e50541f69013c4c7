from typing import Any

import pytest

from mpb_gym.errors import SpecError
from mpb_gym.spec.profile import Profile, ProfileItem, read_profile
from mpb_gym.spec.reader import Cursor

NAME = {"key": "name", "value": "Ada Moss", "level": "low"}
PHONE = {"key": "phone", "value": "212-555-0143", "level": "high"}
BODY: dict[str, Any] = {"items": [NAME, PHONE]}


def _read(**changes: Any) -> Profile:
    return read_profile(Cursor({**BODY, **changes}, "profile.yaml"))


def test_items_are_read_in_order() -> None:
    profile = _read()
    assert profile.items == (
        ProfileItem(key="name", value="Ada Moss", level="low"),
        ProfileItem(key="phone", value="212-555-0143", level="high"),
    )
    assert profile.get("phone") == profile.items[1]
    assert profile.get("Phone") is None


def test_a_profile_asks_before_saving_and_has_low_apps_unless_it_says_otherwise() -> None:
    assert (_read().mode, _read().app_tiers) == ("full_control", {})
    other = _read(mode="semi_control", app_tiers={"mbank": "high", "mtea": "low"})
    assert (other.mode, other.app_tiers) == ("semi_control", {"mbank": "high", "mtea": "low"})


def test_added_items_replace_in_place_or_come_last() -> None:
    profile = _read(mode="semi_control", app_tiers={"mbank": "high"})
    city = ProfileItem(key="city", value="Troy", level="low")
    name = ProfileItem(key="name", value="Ada B. Moss", level="high")
    grown = profile.with_items((city, name))
    assert [(each.key, each.value, each.level) for each in grown.items] == [
        ("name", "Ada B. Moss", "high"),
        ("phone", "212-555-0143", "high"),
        ("city", "Troy", "low"),
    ]
    assert (grown.mode, grown.app_tiers) == ("semi_control", {"mbank": "high"})
    assert profile == _read(mode="semi_control", app_tiers={"mbank": "high"})


@pytest.mark.parametrize(
    ("changes", "path", "problem"),
    [
        ({"colour": "red"}, "colour", "nobody reads this key"),
        ({"items": {"name": "Ada"}}, "items", "expected a list"),
        ({"items": ["Ada"]}, "items[0]", "expected a mapping"),
        ({"items": [NAME, {**PHONE, "tier": 1}]}, "items[1].tier", "nobody reads this key"),
        ({"items": [NAME, {"key": "x", "level": "low"}]}, "items[1]", "'value' is missing"),
        ({"items": [{**NAME, "key": " "}]}, "items[0].key", "found blank text"),
        ({"items": [{**NAME, "value": 12}]}, "items[0].value", "expected text"),
        ({"items": [{**NAME, "level": "HIGH"}]}, "items[0].level", "one of low, high"),
        ({"items": [NAME, PHONE, NAME]}, "items[2].key", "'name' stands in this list twice"),
        ({"mode": "no_control"}, "mode", "one of full_control, semi_control"),
        ({"app_tiers": ["mbank"]}, "app_tiers", "expected a mapping"),
        ({"app_tiers": {"mbank": "secret"}}, "app_tiers.mbank", "one of low, high"),
        ({"app_tiers": {5: "low"}}, "app_tiers", "keys that are text"),
    ],
)
def test_a_fault_is_named_with_file_and_place(
    changes: dict[Any, Any], path: str, problem: str
) -> None:
    with pytest.raises(SpecError) as caught:
        _read(**changes)
    assert (caught.value.file, caught.value.path) == ("profile.yaml", path)
    assert problem in str(caught.value)


def test_a_profile_needs_a_list_of_items() -> None:
    with pytest.raises(SpecError, match=r"^profile\.yaml: 'items' is missing"):
        read_profile(Cursor({}, "profile.yaml"))
