"""The commands: a class each, whose docstring and fields say everything about it."""

from __future__ import annotations

from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, Literal, TypeAlias, get_args, get_type_hints

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

FIELDS: dict[type[Command], tuple[Field[Any], ...]] = {
    kind: fields(kind) for kind in COMMANDS.values()
}
"""The fields of each command, in order."""

HINTS: dict[type[Command], dict[str, Any]] = {
    kind: get_type_hints(kind) for kind in COMMANDS.values()
}
"""Their types, by name."""

_NAMES = {kind: name for name, kind in COMMANDS.items()}


def name_of(command: Command) -> str:
    """Returns a command's name, as ``click``."""
    return _NAMES[type(command)]


def coordinates_of(kind: type[Command]) -> tuple[str, ...]:
    """Returns the names of a command's fields that hold a point of the screen."""
    return tuple(each.name for each in FIELDS[kind] if HINTS[kind][each.name] == Coordinate)
