"""Actions for ``env.step``, by name: ``actions.click(0.5, 0.2)``.

Each function returns a full element of the action space. A field that no command can hold is
an error at once; what the phone makes of an action is told in ``info["action_error"]``.
"""

from __future__ import annotations

from mpb_gym.commands import (
    AskUser,
    Button,
    Click,
    Command,
    Direction,
    DoubleClick,
    Drag,
    Intent,
    Level,
    LongPress,
    Open,
    ReadProfile,
    RequestPermission,
    SaveProfile,
    Status,
    Swipe,
    SystemButton,
    Terminate,
    Type,
    Wait,
    parse,
)
from mpb_gym.env.codec import Action, decode, encode
from mpb_gym.errors import ActionError, OptionError


def from_json(body: object) -> Action:
    """Returns the action for the paper's JSON form, ``{"action": "click", ...}``.

    Raises:
        OptionError: It is not such an action; says why.
    """
    command = parse(body)
    if isinstance(command, ActionError):
        raise OptionError(str(command))
    return encode(command)


def click(x: float, y: float) -> Action:
    """Tap a point, in fractions of the screen."""
    return encode(Click(coordinate=(x, y)))


def long_press(x: float, y: float) -> Action:
    """Press and hold a point."""
    return encode(LongPress(coordinate=(x, y)))


def double_click(x: float, y: float) -> Action:
    """Tap a point twice."""
    return encode(DoubleClick(coordinate=(x, y)))


def type_text(text: str) -> Action:
    """Type into the focused box."""
    return encode(Type(text=text))


def swipe(direction: Direction, x: float = 0.5, y: float = 0.5) -> Action:
    """Move a finger from a point in a direction."""
    return encode(Swipe(direction=direction, coordinate=(x, y)))


def drag(x: float, y: float, end_x: float, end_y: float) -> Action:
    """Drag from one point to another."""
    return encode(Drag(coordinate=(x, y), end_coordinate=(end_x, end_y)))


def system_button(button: Button) -> Action:
    """Press back, home or enter."""
    return encode(SystemButton(button=button))


def open_app(name: str) -> Action:
    """Open an app."""
    return encode(Open(text=name))


def wait() -> Action:
    """Do nothing for a step."""
    return encode(Wait())


def request_permission(
    intent: Intent, key: str, reason: str = "", value: str = "", level: Level = "low"
) -> Action:
    """Ask the user's leave."""
    return encode(
        RequestPermission(intent=intent, key=key, reason=reason, value=value, level=level)
    )


def read_profile(key: str) -> Action:
    """Read a granted HIGH item."""
    return encode(ReadProfile(key=key))


def save_profile(key: str, value: str, level: Level = "low", reason: str = "") -> Action:
    """Save an item for later sessions."""
    return encode(SaveProfile(key=key, value=value, level=level, reason=reason))


def ask_user(question: str) -> Action:
    """Ask the user something."""
    return encode(AskUser(text=question))


def terminate(status: Status = "success") -> Action:
    """End the session."""
    return encode(Terminate(status=status))


__all__ = [
    "Action",
    "Command",
    "ask_user",
    "click",
    "decode",
    "double_click",
    "drag",
    "encode",
    "from_json",
    "long_press",
    "open_app",
    "read_profile",
    "request_permission",
    "save_profile",
    "swipe",
    "system_button",
    "terminate",
    "type_text",
    "wait",
]
