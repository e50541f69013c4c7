"""Why a tool does nothing: errors in words from which an agent can tell what to do."""

from __future__ import annotations

import re

from mpb_gym.commands import RequestPermission, SaveProfile
from mpb_gym.contract.grants import Standing
from mpb_gym.contract.vault import VaultItem
from mpb_gym.errors import ActionError

BLANK_KEY = ActionError("blank_key", "The key is blank; name a profile key, or an app to open.")

_KEY = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_ .-]{0,63}")


def unknown_key(key: str) -> ActionError:
    """Why nothing can be done with a key that the profile does not have."""
    return ActionError("unknown_key", f"The profile has no item {key!r}; use a key that it lists.")


def unknown_app(name: str) -> ActionError:
    """Why nothing can be done with an app that the phone does not have."""
    sentence = f"There is no app {name!r} on this phone; name one that is."
    return ActionError("unknown_app", sentence)


def unreadable(key: str, standing: Standing | None) -> ActionError:
    """Why a HIGH item cannot be read that is not granted."""
    match standing:
        case "denied":
            return ActionError("denied", f"The user denied {key}; do without it.")
        case "revoked":
            sentence = f"The user has taken back the leave to read {key}; do without it."
            return ActionError("revoked", sentence)
        case "spent":
            sentence = f"Leave to read {key} was for one time; request_permission again."
            return ActionError("spent", sentence)
        case _:
            sentence = f"{key} is HIGH; call request_permission(read_data) first."
            return ActionError("not_granted", sentence)


def wrong_save(tool: SaveProfile | RequestPermission, item: VaultItem | None) -> ActionError | None:
    """What is wrong with an item to be saved, before anybody is asked.

    Args:
        tool: Saves it, or asks for leave to.
        item: What the profile holds under its key.
    """
    if not _KEY.fullmatch(tool.key):
        sentence = "A key is 1 to 64 letters, digits, spaces and _ . - only; rename it."
        return ActionError("key_format", sentence)
    if not tool.value.strip():
        if isinstance(tool, RequestPermission):
            sentence = "Asking to save needs the value that will be saved; give it."
            return ActionError("missing_value", sentence)
        return ActionError("blank_value", "A blank value cannot be saved; give one.")
    if item is not None and item.level != tool.level:
        sentence = f"{tool.key} is {item.level.upper()} already; use level {item.level}."
        return ActionError("tier_conflict", sentence)
    return None


def not_agreed(key: str, *, another: bool) -> ActionError:
    """Why something cannot be saved that is not granted.

    Args:
        key: Its key.
        another: Whether another value or tier of that key is granted.
    """
    if another:
        sentence = f"The user agreed to another value or tier for {key}; ask again."
        return ActionError("consent_mismatch", sentence)
    sentence = f"Saving {key} needs request_permission(write_data) with value and level."
    return ActionError("consent_needed", sentence)
