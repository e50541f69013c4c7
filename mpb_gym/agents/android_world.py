"""Reads actions in AndroidWorld's JSON form: pixels or element numbers, its own names.

``{"action_type": "click", "x": 540, "y": 1200}``, ``{"action_type": "click", "index": 4}``.
Privacy tools have no counterpart there; they are accepted with their name as the
``action_type`` and the fields that they have here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from mpb_gym.commands import (
    DIRECTIONS,
    Click,
    Command,
    Coordinate,
    DoubleClick,
    LongPress,
    SystemButton,
    Terminate,
    Type,
    Wait,
    build,
    parse,
)
from mpb_gym.errors import ActionError

Commands: TypeAlias = tuple[Command, ...]

TOOLS = ("request_permission", "read_profile", "save_profile", "ask_user")

_POINTED: dict[str, type[Click | DoubleClick | LongPress]] = {
    "click": Click,
    "double_tap": DoubleClick,
    "long_press": LongPress,
}
_PLAIN: dict[str, Command] = {
    "keyboard_enter": SystemButton(button="enter"),
    "navigate_back": SystemButton(button="back"),
    "navigate_home": SystemButton(button="home"),
    "wait": Wait(),
}
_OPPOSITE = {"up": "down", "down": "up", "left": "right", "right": "left"}
_SEEN = ("click", "double_tap", "input_text", "long_press", "open_app", "scroll", "status", "swipe")


def read_action(
    body: Mapping[str, Any], screen: tuple[int, int], elements: Sequence[Mapping[str, Any]]
) -> Commands | ActionError:
    """Returns the commands that an action amounts to; mostly one.

    Args:
        body: The action, with ``action_type``; other fields that are ``None`` are ignored.
        screen: Width and height in pixels, which ``x`` and ``y`` count.
        elements: Of the accessibility tree, which ``index`` counts from 0.

    ``input_text`` taps its box, types and presses Enter, as AndroidWorld does. ``scroll`` names
    where the content is that should come into sight, ``swipe`` where the finger goes.
    """
    given = {name: value for name, value in body.items() if value is not None}
    kind = given.pop("action_type", None)
    if not isinstance(kind, str) or not kind:
        return ActionError("malformed_action", "action_type must be a string.")
    if kind in TOOLS:
        found = parse({"action": kind, **given})
        return found if isinstance(found, ActionError) else (found,)
    if kind in _PLAIN:
        return (_PLAIN[kind],)
    if kind in _POINTED:
        point = _point(kind, given, screen, elements)
        return point if isinstance(point, ActionError) else (_POINTED[kind](coordinate=point),)
    if kind == "input_text":
        return _input(given, screen, elements)
    if kind in ("scroll", "swipe"):
        return _swipe(kind, given, screen, elements)
    if kind == "open_app":
        opened = build("open", {"text": given.get("app_name", given.get("text"))})
        return opened if isinstance(opened, ActionError) else (opened,)
    if kind == "status":
        return _end(given.get("goal_status"))
    known = ", ".join(sorted({*_SEEN, *_PLAIN, *TOOLS}))
    return ActionError("unknown_action", f"There is no action_type {kind!r}; use one of {known}.")


def _end(goal: Any) -> Commands | ActionError:
    if goal not in ("complete", "infeasible"):
        return ActionError("bad_argument", "status: goal_status must be complete or infeasible.")
    return (Terminate(status="success" if goal == "complete" else "fail"),)


def _input(
    given: Mapping[str, Any], screen: tuple[int, int], elements: Sequence[Mapping[str, Any]]
) -> Commands | ActionError:
    typed = build("type", {"text": given.get("text")})
    if isinstance(typed, ActionError):
        return ActionError(typed.code, f"input_text: {typed.message}")
    assert isinstance(typed, Type)
    commands: Commands = (typed, SystemButton(button="enter"))
    if not ({"x", "y", "index"} & given.keys()):
        return commands  # into the box that has the focus
    point = _point("input_text", given, screen, elements)
    if isinstance(point, ActionError):
        return point
    if given.get("clear_text") is True:
        # The first selects a word, the second all, so that typing replaces it.
        return (LongPress(coordinate=point), LongPress(coordinate=point), *commands)
    return (Click(coordinate=point), *commands)


def _swipe(
    kind: str,
    given: Mapping[str, Any],
    screen: tuple[int, int],
    elements: Sequence[Mapping[str, Any]],
) -> Commands | ActionError:
    direction = given.get("direction")
    if direction not in DIRECTIONS:
        return ActionError("bad_argument", f"{kind}: direction must be {' or '.join(DIRECTIONS)}.")
    point: Coordinate | ActionError = (0.5, 0.5)
    if "index" in given or "x" in given:
        point = _point(kind, given, screen, elements)
    if isinstance(point, ActionError):
        return point
    finger = _OPPOSITE[direction] if kind == "scroll" else direction
    made = build("swipe", {"direction": finger, "coordinate": point})
    return made if isinstance(made, ActionError) else (made,)


def _point(
    kind: str,
    given: Mapping[str, Any],
    screen: tuple[int, int],
    elements: Sequence[Mapping[str, Any]],
) -> Coordinate | ActionError:
    if "index" in given:
        return _middle(kind, given["index"], elements)
    x, y = (_number(given.get(name)) for name in ("x", "y"))
    width, height = screen
    if not (0 <= x < width and 0 <= y < height):
        return ActionError(
            "out_of_range",
            f"{kind} needs an index, or x from 0 to {width - 1} and y from 0 to {height - 1}.",
        )
    return (x + 0.5) / width, (y + 0.5) / height  # the middle of the pixel


def _middle(
    kind: str, index: Any, elements: Sequence[Mapping[str, Any]]
) -> Coordinate | ActionError:
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(elements):
        return ActionError(
            "out_of_range", f"{kind}: index must be a whole number from 0 to {len(elements) - 1}."
        )
    box = elements[index]["bbox"]
    return (box["x_min"] + box["x_max"]) / 2, (box["y_min"] + box["y_max"]) / 2


def _number(value: Any) -> float:
    """Returns a number, or one that is on no screen."""
    known = isinstance(value, (int, float)) and not isinstance(value, bool)
    return value if known else -1.0
