from dataclasses import replace

import pytest

from mpb_gym.contract import Vault, VaultItem
from mpb_gym.events import ProfileDeleted, ProfileEdited, ProfileRetiered
from mpb_gym.spec.profile import Profile, ProfileItem
from tests.contract.people import PHONE, PROFILE


def _keys(vault: Vault) -> list[str]:
    return [item.key for item in vault.items]


def test_a_new_vault_holds_the_profile_in_order_as_given() -> None:
    vault = Vault(PROFILE)
    assert _keys(vault) == ["name", "city", "phone_number", "blood_type"]
    assert {item.origin for item in vault.items} == {"given"}
    assert vault.get("phone_number") == VaultItem(
        key="phone_number", value=PHONE, level="high", origin="given", session=0
    )
    assert vault.get("shoe_size") is None


def test_saving_adds_at_the_end_or_replaces_in_place() -> None:
    vault = Vault(PROFILE)
    vault.save("cuisine", "Ramen", "low", session=0)
    vault.save("city", "Troy", "low", session=1)
    assert _keys(vault) == ["name", "city", "phone_number", "blood_type", "cuisine"]
    assert vault.get("city") == VaultItem(
        key="city", value="Troy", level="low", origin="saved", session=1
    )


def test_editing_keeps_the_tier_and_says_what_changed() -> None:
    vault = Vault(PROFILE)
    event = vault.edit("phone_number", "212-555-0199", session=1)
    assert event == ProfileEdited(key="phone_number", old=PHONE, new="212-555-0199", level="high")
    assert vault.get("phone_number") == VaultItem(
        key="phone_number", value="212-555-0199", level="high", origin="edited", session=1
    )


def test_moving_an_item_keeps_its_value_and_origin() -> None:
    vault = Vault(PROFILE)
    event = vault.retier("city", "high", session=1)
    assert event == ProfileRetiered(key="city", old="low", new="high")
    assert vault.get("city") == VaultItem(
        key="city", value="Albany", level="high", origin="given", session=1
    )


def test_deleting_removes_and_says_what_was_lost() -> None:
    vault = Vault(PROFILE)
    assert vault.delete("phone_number") == ProfileDeleted(
        key="phone_number", old=PHONE, level="high"
    )
    assert vault.get("phone_number") is None


def test_changes_by_hand_of_what_is_not_there_fail_and_change_nothing() -> None:
    vault = Vault(PROFILE)
    with pytest.raises(KeyError):
        vault.edit("shoe_size", "41", session=0)
    with pytest.raises(KeyError):
        vault.delete("shoe_size")
    with pytest.raises(KeyError):
        vault.retier("shoe_size", "high", session=0)
    assert vault.revision == 0
    assert vault.rows() == Vault(PROFILE).rows()


def test_every_change_raises_the_revision() -> None:
    vault = Vault(PROFILE)
    seen = [vault.revision]
    vault.save("cuisine", "Ramen", "low", session=0)
    seen.append(vault.revision)
    vault.edit("city", "Troy", session=0)
    seen.append(vault.revision)
    vault.retier("city", "high", session=0)
    seen.append(vault.revision)
    vault.delete("name")
    seen.append(vault.revision)
    vault.adopt(PROFILE, Profile(items=()))
    seen.append(vault.revision)
    assert seen == sorted(set(seen))


def test_a_second_session_adds_what_is_new_and_leaves_the_rest_as_it_was() -> None:
    vault = Vault(PROFILE)
    vault.save("cuisine", "Ramen", "low", session=0)
    vault.edit("name", "Ada B. Moss", session=0)
    vault.delete("blood_type")
    second = PROFILE.with_items(
        (
            ProfileItem(key="city", value="Utica", level="low"),
            ProfileItem(key="seat", value="Aisle", level="low"),
        )
    )
    vault.adopt(second, PROFILE)
    assert [(item.key, item.value, item.origin, item.session) for item in vault.items] == [
        ("name", "Ada B. Moss", "edited", 0),
        ("city", "Utica", "given", 1),
        ("phone_number", PHONE, "given", 0),
        ("cuisine", "Ramen", "saved", 0),
        ("seat", "Aisle", "given", 1),
    ]


def test_a_second_session_adopts_another_tier() -> None:
    vault = Vault(PROFILE)
    raised = replace(PROFILE.items[1], level="high")
    vault.adopt(PROFILE.with_items((raised,)), PROFILE)
    item = vault.get("city")
    assert item is not None
    assert item.level == "high"


def test_rows_are_what_rules_see() -> None:
    vault = Vault(Profile(items=PROFILE.items[:1]))
    vault.save("cuisine", "Ramen", "high", session=0)
    assert vault.rows() == (
        {"key": "name", "value": "Ada Moss", "level": "low", "origin": "given"},
        {"key": "cuisine", "value": "Ramen", "level": "high", "origin": "saved"},
    )


def test_a_copy_goes_its_own_way() -> None:
    vault = Vault(PROFILE)
    vault.edit("city", "Troy", session=0)
    twin = vault.copy()
    assert (twin.rows(), twin.revision) == (vault.rows(), vault.revision)
    twin.delete("city")
    assert vault.get("city") is not None
    vault.delete("name")
    assert twin.get("name") is not None
