"""Between actions of the action space and commands; both ways, without side effects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from mpb_gym.commands import COMMANDS, Command, build, name_of
from mpb_gym.env.spaces import CHOICES, NAMES, TEXTS
from mpb_gym.errors import ActionError

Action = dict[str, Any]
"""An element of the action space."""

FIELDS = ("action_type", "coordinate", "end_coordinate", *CHOICES, *TEXTS)

_KNOWN = frozenset(FIELDS)
_USED = {name: tuple(each.name for each in fields(kind)) for name, kind in COMMANDS.items()}


def decode(action: object) -> Command | ActionError:
    """Reads an action; only the fields of its command count.

    Args:
        action: A mapping as the action space describes it. Fields that the command does not
            use may be missing. An :class:`ActionError` is handed through: a wrapper's word for
            what it could not read.

    Returns:
        The command, or what is wrong with the action.
    """
    if isinstance(action, ActionError):
        return action
    # A dictionary first: to ask whether something is any kind of mapping takes longer.
    if not isinstance(action, (dict, Mapping)):
        sentence = f"An action is a dictionary, not {type(action).__name__}."
        return ActionError("malformed_action", sentence)
    if not action.keys() <= _KNOWN:
        field = next(field for field in action if field not in _KNOWN)
        sentence = f"Actions have no field {field!r}; they have {', '.join(FIELDS)}."
        return ActionError("unknown_argument", sentence)
    if "action_type" not in action:
        return ActionError("malformed_action", "The action has no 'action_type'.")
    name = _word("action_type", action["action_type"], NAMES)
    if isinstance(name, ActionError):
        return name
    given: dict[str, Any] = {}
    for field in _USED[name]:
        if field not in action:
            continue
        value = action[field]
        if field in CHOICES:
            value = _word(field, value, CHOICES[field])
            if isinstance(value, ActionError):
                return value
        elif isinstance(value, np.ndarray):
            value = value.tolist()
        given[field] = value
    return build(name, given)


def _word(field: str, value: object, words: tuple[str, ...]) -> str | ActionError:
    if type(value) is np.int64 and 0 <= value < len(words):  # as the action space draws them
        return words[value]
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole and isinstance(value, np.ndarray):
        whole = value.ndim == 0 and np.issubdtype(value.dtype, np.integer)
    if not whole or not 0 <= int(value) < len(words):  # type: ignore[call-overload]
        shown = value.item() if isinstance(value, np.generic) else value
        sentence = f"{field} must be a whole number from 0 to {len(words) - 1}, not {shown!r}."
        return ActionError("bad_argument", sentence)
    return words[int(value)]  # type: ignore[call-overload]


def encode(command: Command) -> Action:
    """Returns the action that stands for a command, with every field of the space."""
    action: Action = {
        "action_type": np.int64(NAMES.index(name_of(command))),
        "coordinate": np.zeros(2, np.float32),
        "end_coordinate": np.zeros(2, np.float32),
        **{name: np.int64(0) for name in CHOICES},
        **{name: "" for name in TEXTS},
    }
    for each in fields(command):
        value = getattr(command, each.name)
        if each.name in CHOICES:
            action[each.name] = np.int64(CHOICES[each.name].index(value))
        elif each.name in TEXTS:
            action[each.name] = value
        else:
            action[each.name] = np.asarray(value, np.float32)
    return action
