"""Commands out of what agents write: each value is checked, and what is wrong is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field
from functools import partial
from numbers import Real
from typing import Any, NamedTuple, get_args

from mpb_gym.commands.union import COMMANDS, FIELDS, HINTS, MAX_TEXT, Command, Coordinate
from mpb_gym.errors import ActionError

_UNSUPPORTED = {
    "rotate": "The phone is locked in portrait and cannot be rotated; use it as it is.",
}
"""What real phones do and this one does not, with what to say of it."""

_JSON_ALIASES = {"resource_id": "key", "question": "text", "app_name": "text"}


def parse(body: object) -> Command | ActionError:
    """Reads a command from the paper's JSON form; says what is wrong instead of raising.

    Args:
        body: A mapping with ``action`` and that command's fields. ``resource_id`` is
            taken for ``key`` and ``question`` for ``text``, as the paper's agents write.
    """
    if not isinstance(body, Mapping):
        return ActionError("malformed_action", f"An action is an object, not {_kind(body)}.")
    name = body.get("action")
    if isinstance(name, str) and name in _UNSUPPORTED:
        return ActionError("unsupported", _UNSUPPORTED[name])
    if not isinstance(name, str) or name not in COMMANDS:
        known = ", ".join(COMMANDS)
        return ActionError("unknown_action", f"There is no action {name!r}; use one of {known}.")
    kind = COMMANDS[name]
    wanted = {each.name: each for each in FIELDS[kind]}
    given: dict[str, Any] = {}
    for key, value in body.items():
        if key == "action":
            continue
        target = key if key in wanted else _JSON_ALIASES.get(key, key)
        if target not in wanted:
            takes = ", ".join(wanted) or "no arguments"
            return ActionError("unknown_argument", f"{name} has no {key!r}; it takes {takes}.")
        if target in given and given[target] != value and target != key:
            continue  # the field's own name outranks its alias
        given[target] = value
    return build(name, given)


def build(name: str, given: Mapping[str, Any]) -> Command | ActionError:
    """Builds a command from its fields' values, checking each.

    Args:
        name: A key of :data:`COMMANDS`.
        given: Values by field name; missing ones take their defaults.
    """
    checked: dict[str, Any] = {}
    for reader in _READERS[name]:
        if reader.field not in given:
            if reader.required:
                return ActionError("missing_argument", f"{name} needs {reader.field!r}.")
            continue
        value = reader.read(reader.field, given[reader.field])
        if isinstance(value, ActionError):
            return ActionError(value.code, f"{name}: {value.message}")
        checked[reader.field] = value
    return COMMANDS[name](**checked)


class _Reader(NamedTuple):
    """How a field of a command is read: its value as it shall be, or what is wrong with it."""

    field: str
    required: bool
    read: Callable[[str, Any], Any]


def _checked_word(options: tuple[str, ...], name: str, value: Any) -> str | ActionError:
    word = value.lower() if isinstance(value, str) else ""
    if word in options:
        return word
    if word in _UNSUPPORTED:
        return ActionError("unsupported", _UNSUPPORTED[word])
    return ActionError("bad_argument", f"{name} must be one of {', '.join(options)}.")


def _checked_text(name: str, value: Any) -> str | ActionError:
    if not isinstance(value, str):
        return ActionError("bad_argument", f"{name} must be a string, not {_kind(value)}.")
    if len(value) > MAX_TEXT:
        return ActionError("too_long", f"{name} is longer than {MAX_TEXT} characters.")
    if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
        return ActionError("bad_argument", f"{name} holds half a surrogate pair; send whole text.")
    return value


def _checked_coordinate(name: str, value: Any) -> Coordinate | ActionError:
    x: Any = None
    y: Any = None
    if isinstance(value, (list, tuple)) and len(value) == 2:
        x, y = value
    if not (_is_number(x) and _is_number(y)):
        return ActionError("bad_argument", f"{name} must be two numbers, x and y.")
    # Compared before they are converted: whole numbers may be too large for a float.
    if not (0 <= x <= 1 and 0 <= y <= 1):
        return ActionError("out_of_range", f"{name} must lie between 0 and 1, both x and y.")
    return (float(x), float(y))


def _is_number(value: Any) -> bool:
    # Floats first: to ask whether something is any kind of number takes longer.
    return isinstance(value, float) or (isinstance(value, Real) and not isinstance(value, bool))


def _reader(target: Field[Any], hint: Any) -> _Reader:
    read: Callable[[str, Any], Any]
    if hint is str:
        read = _checked_text
    elif hint == Coordinate:
        read = _checked_coordinate
    else:
        read = partial(_checked_word, get_args(hint))
    return _Reader(target.name, target.default is MISSING, read)


_READERS = {
    name: tuple(_reader(each, HINTS[kind][each.name]) for each in FIELDS[kind])
    for name, kind in COMMANDS.items()
}


def _kind(value: object) -> str:
    return "null" if value is None else type(value).__name__
