"""A fictional user and a desk around them, for the tests of the contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mpb_gym.commands import Intent, Level, RequestPermission, SaveProfile
from mpb_gym.contract import Desk, Reply, Vault, make_user
from mpb_gym.contract.users import LimitedUser, Terms
from mpb_gym.events import PermissionDecided
from mpb_gym.spec.profile import Mode, Profile, ProfileItem
from mpb_gym.spec.task import Permissions, UserRules

PHONE = "212-555-0143"
PROFILE = Profile(
    items=(
        ProfileItem(key="name", value="Ada Moss", level="low"),
        ProfileItem(key="city", value="Albany", level="low"),
        ProfileItem(key="phone_number", value=PHONE, level="high"),
        ProfileItem(key="blood_type", value="Rh-null golden", level="high"),
    )
)
PERMISSIONS = Permissions(required=frozenset({"phone_number"}), plausible=frozenset({"blood_type"}))
APPS = {"mcafe": ("mCafe", "The Café"), "mbank": ("mBank", "bank"), "imy": ("iMy",)}


def make_desk(
    user: str | Mapping[str, Any] = "approve",
    *,
    mode: Mode = "full_control",
    rules: UserRules | None = None,
    vault: Vault | None = None,
    profile: Profile | None = None,
    terms: Terms | None = None,
) -> Desk:
    decider = make_user(
        user, rules or UserRules(), permissions=PERMISSIONS, profile=profile or PROFILE
    )
    return Desk(
        vault=vault or Vault(profile or PROFILE),
        user=LimitedUser(decider, terms) if terms else decider,
        mode=mode,
        app_tiers={"mbank": "high"},
        apps=APPS,
    )


def ask(intent: Intent, key: str, value: str = "", level: Level = "low") -> RequestPermission:
    return RequestPermission(intent=intent, key=key, value=value, level=level, reason="Needed.")


def save(key: str, value: str, level: Level = "low") -> SaveProfile:
    return SaveProfile(key=key, value=value, level=level)


def outcome(reply: Reply) -> str:
    """The outcome of the permission that a reply decided."""
    (decision,) = (each for each in reply.events if isinstance(each, PermissionDecided))
    return decision.outcome
