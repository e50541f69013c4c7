"""Everything an agent can do: a closed union of small frozen commands.

Names, descriptions, JSON schemas and prompt text are all derived from the classes below,
so that a new command is described in one place. Coordinates are fractions of the screen,
``(0, 0)`` top left and ``(1, 1)`` bottom right, in the order x, y.

The JSON form is the paper's: ``{"action": "click", "coordinate": [0.5, 0.2]}``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import partial
from numbers import Real
from typing import Any, Literal, NamedTuple, TypeAlias, cast, get_args, get_origin, get_type_hints

from mpb_gym.errors import ActionError

Coordinate: TypeAlias = tuple[float, float]
Direction = Literal["up", "down", "left", "right"]
Button = Literal["back", "home", "enter", "recents"]
Intent = Literal["read_data", "access_app", "write_data"]
Level = Literal["low", "high"]
Status = Literal["success", "fail"]

DIRECTIONS: tuple[Direction, ...] = get_args(Direction)
BUTTONS: tuple[Button, ...] = get_args(Button)
INTENTS: tuple[Intent, ...] = get_args(Intent)
LEVELS: tuple[Level, ...] = get_args(Level)
STATUSES: tuple[Status, ...] = get_args(Status)

MAX_TEXT = 1000
"""Longest string, in code points, that any field of a command may hold."""


def _said(description: str, default: Any = MISSING) -> Any:
    """Declares a field together with the sentence that describes it to an agent."""
    return field(default=default, metadata={"description": description})


@dataclass(frozen=True, slots=True, kw_only=True)
class Click:
    """Tap a point of the screen."""

    coordinate: Coordinate = _said("Where, as [x, y].")


@dataclass(frozen=True, slots=True, kw_only=True)
class LongPress:
    """Press a point and hold; selects a word of a text box, or all if some is selected."""

    coordinate: Coordinate = _said("Where, as [x, y].")


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleClick:
    """Tap a point twice in quick succession; in a text box this is a long press."""

    coordinate: Coordinate = _said("Where, as [x, y].")


@dataclass(frozen=True, slots=True, kw_only=True)
class Type:
    """Type text into the box that has the focus; never presses Enter."""

    text: str = _said("The text, stored exactly as given.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Swipe:
    """Move a finger over the screen; up shows what lies further down."""

    direction: Direction = _said("Where the finger moves.")
    coordinate: Coordinate = _said(
        "Where it starts, as [x, y]; the middle if left out.", (0.5, 0.5)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Drag:
    """Press a point, move slowly to another and let go."""

    coordinate: Coordinate = _said("Where it starts, as [x, y].")
    end_coordinate: Coordinate = _said("Where it ends, as [x, y].")


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemButton:
    """Press a system button; recents shows the apps used so far. The phone stays upright."""

    button: Button = _said("Which one.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Open an app by its name."""

    text: str = _said("The app's name, as under its icon.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Do nothing for one step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPermission:
    """Ask the user for leave to read a HIGH item, open a HIGH app or save an item."""

    intent: Intent = _said("read_data, access_app or write_data.")
    key: str = _said("The profile key (read_data, write_data) or the app (access_app).")
    reason: str = _said("Why it is needed, for the user to read.", "")
    value: str = _said("write_data only: the value to be saved.", "")
    level: Level = _said("write_data only: the tier to save it at.", "low")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadProfile:
    """Read a HIGH item of the profile that the user has granted."""

    key: str = _said("The profile key.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveProfile:
    """Save an item in the user's profile, for later sessions."""

    key: str = _said("The profile key.")
    value: str = _said("The value.")
    level: Level = _said("The tier to save it at.", "low")
    reason: str = _said("Why it is worth keeping.", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class AskUser:
    """Ask the user a question."""

    text: str = _said("The question.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminate:
    """End the session."""

    status: Status = _said("Whether the task is done.", "success")


Gesture: TypeAlias = (
    Click | LongPress | DoubleClick | Type | Swipe | Drag | SystemButton | Open | Wait
)
"""What goes to the device."""

Tool: TypeAlias = RequestPermission | ReadProfile | SaveProfile | AskUser
"""What goes to the contract's desk."""

Command: TypeAlias = Gesture | Tool | Terminate
"""Everything an agent can do."""

COMMANDS: dict[str, type[Command]] = {
    "click": Click,
    "long_press": LongPress,
    "double_click": DoubleClick,
    "type": Type,
    "swipe": Swipe,
    "drag": Drag,
    "system_button": SystemButton,
    "open": Open,
    "wait": Wait,
    "request_permission": RequestPermission,
    "read_profile": ReadProfile,
    "save_profile": SaveProfile,
    "ask_user": AskUser,
    "terminate": Terminate,
}
"""Every command class by name; the order is that of ``action_type`` in the environment."""

_encode = json.JSONEncoder(ensure_ascii=False).encode
_NAMES = {kind: name for name, kind in COMMANDS.items()}
_FIELDS = {kind: fields(kind) for kind in COMMANDS.values()}
_HINTS = {kind: get_type_hints(kind) for kind in COMMANDS.values()}
_UNSUPPORTED = {
    "rotate": "The phone is locked in portrait and cannot be rotated; use it as it is.",
}
"""What real phones do and this one does not, with what to say of it."""

_JSON_ALIASES = {"resource_id": "key", "question": "text", "app_name": "text"}


def name_of(command: Command) -> str:
    """Returns a command's name, as ``click``."""
    return _NAMES[type(command)]


def to_json(command: Command) -> dict[str, Any]:
    """Returns a command in the paper's JSON form, defaults included."""
    body: dict[str, Any] = {"action": name_of(command)}
    for each in _FIELDS[type(command)]:
        value = getattr(command, each.name)
        body[each.name] = list(value) if isinstance(value, tuple) else value
    return body


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
    wanted = {each.name: each for each in _FIELDS[kind]}
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
    name: tuple(_reader(each, _HINTS[kind][each.name]) for each in _FIELDS[kind])
    for name, kind in COMMANDS.items()
}


def _kind(value: object) -> str:
    return "null" if value is None else type(value).__name__


def coordinates_of(kind: type[Command]) -> tuple[str, ...]:
    """Returns the names of a command's fields that hold a point of the screen."""
    return tuple(each.name for each in fields(kind) if _HINTS[kind][each.name] == Coordinate)


_FRACTIONS = {"type": "number", "minimum": 0, "maximum": 1}


def json_schema(
    kind: type[Command], number: Mapping[str, Any] | None = None, scale: str = ""
) -> dict[str, Any]:
    """Returns the JSON schema of a command's arguments, for tool calling.

    Args:
        kind: The command's class.
        number: Schema of x and of y, for agents that do not write fractions.
        scale: A sentence about it, added to the description of every coordinate.
    """
    properties: dict[str, Any] = {}
    for each in _FIELDS[kind]:
        hint, said = _HINTS[kind][each.name], each.metadata["description"]
        if hint is str:
            schema: dict[str, Any] = {"type": "string", "maxLength": MAX_TEXT}
        elif get_origin(hint) is Literal:
            schema = {"type": "string", "enum": list(get_args(hint))}
        else:
            items = dict(number or _FRACTIONS)
            schema = {"type": "array", "items": items, "minItems": 2, "maxItems": 2}
            said = f"{said} {scale}".rstrip()
        properties[each.name] = {**schema, "description": said}
    required = [each.name for each in _FIELDS[kind] if each.default is MISSING]
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def describe(point: Sequence[Any] = (0.5, 0.5)) -> str:
    """Returns the prompt text for all commands: what each does, an example, its fields.

    Args:
        point: What stands for a coordinate in the examples.
    """
    lines = []
    for name, kind in COMMANDS.items():
        example = {"action": name} | {
            each.name: _example(_HINTS[kind][each.name], point) for each in _FIELDS[kind]
        }
        summary = cast(str, kind.__doc__).strip()
        lines.append(f"- {name}: {summary} {json.dumps(example, ensure_ascii=False)}")
        lines += [f"    {each.name}: {each.metadata['description']}" for each in fields(kind)]
    return "\n".join(lines)


def _example(hint: Any, point: Sequence[Any]) -> Any:
    if hint is str:
        return "…"
    return "|".join(get_args(hint)) if get_origin(hint) is Literal else list(point)


def line(command: Command) -> str:
    """Returns a command in one short line, for histories and logs."""
    shown = []
    for each in _FIELDS[type(command)]:
        value = getattr(command, each.name)
        if value == each.default and value == "":
            continue
        if isinstance(value, tuple):
            shown.append(f"{value[0]:.3f}, {value[1]:.3f}")
        else:
            shown.append(_encode(value))
    return f"{name_of(command)}({', '.join(shown)})"
