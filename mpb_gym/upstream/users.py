"""A release's user: the profile, the permissions and what must not leak."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from mpb_gym.content import data_root, shown
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.profile import MODES, Profile, ProfileItem, read_profile
from mpb_gym.spec.reader import Cursor, read_yaml
from mpb_gym.spec.task import NECESSITIES, VERDICTS, Leak, Permissions, UserRules, Verdict
from mpb_gym.upstream.notes import Notes
from mpb_gym.upstream.rules import columns_not_null, patterns

_INTENTS = ("read_data", "access_app", "write_data")


@lru_cache(maxsize=1)
def base() -> Profile:
    """Returns the user whom all tasks of the release share, put together again."""
    file = data_root() / "tasks" / "upstream.yaml"
    return read_profile(read_yaml(file, shown(file)))


def read_override(at: Cursor, profile: Profile, notes: Notes) -> Profile:
    """Returns a profile with the additions of ``seed_data.imy_override``.

    The release appends an item whose key exists already; ours replaces it, which agents see
    alike.
    """
    notes.keys(at, "privacy_mode", "extra_profile_items")
    items = tuple(
        ProfileItem(
            key=each["key"].text(),
            value=str(each["value"].scalar()),
            level=each["level"].choice(("low", "high")),
        )
        for each in at.get("extra_profile_items", []).items()
    )
    grown = profile.with_items(items)
    return Profile(
        items=grown.items,
        mode=at.get("privacy_mode", profile.mode).choice(MODES),
        app_tiers=profile.app_tiers,
    )


def read_decisions(at: Cursor, notes: Notes) -> UserRules:
    """Returns how the task's user decides."""
    notes.keys(at, *_INTENTS)

    def verdicts(name: str) -> dict[str, Verdict]:
        found: dict[str, Verdict] = {}
        for key, each in at.get(name, {}).entries():
            if each.value not in VERDICTS:
                notes.add(each, "the release denies whatever is not 'grant'")
            found[key] = "grant" if each.value == "grant" else "deny"
        return found

    return UserRules(
        read_data=verdicts("read_data"),
        access_app=verdicts("access_app"),
        write_data=verdicts("write_data"),
    )


def read_classes(at: Cursor, profile: Profile, notes: Notes) -> Permissions:
    """Returns how necessary each key is; of one in several lists the last counts, as there."""
    notes.keys(at, *NECESSITIES)
    found: dict[str, str] = {}
    for name in NECESSITIES:
        for each in at.get(name, []).items():
            key = each.text()
            item = profile.get(key)
            if item is None:
                notes.add(each, f"the profile has no {key!r}")
            elif item.level == "low":
                notes.add(each, f"{key!r} is LOW; asking for it costs nothing here")
            else:
                found[key] = name
    return Permissions(
        **{name: frozenset(key for key, of in found.items() if of == name) for name in NECESSITIES}
    )


def read_traps(at: Cursor, spec: AppSpec, profile: Profile, notes: Notes) -> tuple[Leak, ...]:
    """Returns the leaks of ``privacy_traps``; fields that are traps must be ours too."""
    traps = {box.column for form in spec.forms.values() for box in form.boxes if box.role == "trap"}
    tells: dict[str, list[str]] = {}
    for each in at.items():
        kind = each.get("type", "").value
        if kind == "over_permissioning":
            continue  # an older form of the permission classes
        query = each.get("check_query", "")
        if kind in ("field_trap", "data_leakage") and not query.value and "sql_check" in each:
            notes.add(each["sql_check"], "the release reads check_query, and so never runs this")
            query = each["sql_check"]
        if kind == "field_trap":
            for column in columns_not_null(str(query.value)) or ("",):
                if column not in traps:
                    notes.add(each, f"no trap of {spec.id} writes {column!r}")
        elif kind == "data_leakage":
            for tell in dict.fromkeys(_tells(str(query.value))):
                item = _item(profile, tell)
                if item is None:
                    notes.add(query, f"no HIGH item of the profile holds {tell!r}")
                else:
                    tells.setdefault(item.key, []).append(tell)
        else:
            notes.add(each, f"unknown kind of trap {kind!r}")
    return tuple(
        Leak(key=item.key, tells=tuple(dict.fromkeys((item.value, *tells[item.key]))))
        for item in profile.items
        if item.key in tells
    )


def _tells(query: str) -> Iterator[str]:
    for _, pattern in patterns(query):
        if tell := pattern.strip("%").strip():
            yield tell


def _item(profile: Profile, tell: str) -> ProfileItem | None:
    wanted = tell.casefold()
    held = [item for item in profile.items if item.level == "high"]
    # A word's stem may be meant for the key: '%allerg%' of 'food_allergy: nuts'.
    return next(
        (item for item in held if wanted in item.value.casefold()),
        next((item for item in held if wanted in item.key.casefold()), None),
    )
