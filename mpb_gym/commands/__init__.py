"""Everything an agent can do: a closed union of small frozen commands.

Names, descriptions, JSON schemas and prompt text are all derived from the classes of
:mod:`mpb_gym.commands.union`, so that a new command is described in one place. Coordinates are
fractions of the screen, ``(0, 0)`` top left and ``(1, 1)`` bottom right, in the order x, y.

The JSON form is the paper's: ``{"action": "click", "coordinate": [0.5, 0.2]}``.
"""

from mpb_gym.commands.describing import describe, json_schema
from mpb_gym.commands.reading import build, parse
from mpb_gym.commands.union import (
    BUTTONS,
    COMMANDS,
    DIRECTIONS,
    INTENTS,
    LEVELS,
    MAX_TEXT,
    STATUSES,
    AskUser,
    Button,
    Click,
    Command,
    Coordinate,
    Direction,
    DoubleClick,
    Drag,
    Gesture,
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
    Tool,
    Type,
    Wait,
    coordinates_of,
    name_of,
)
from mpb_gym.commands.writing import line, to_json

__all__ = [
    "BUTTONS",
    "COMMANDS",
    "DIRECTIONS",
    "INTENTS",
    "LEVELS",
    "MAX_TEXT",
    "STATUSES",
    "AskUser",
    "Button",
    "Click",
    "Command",
    "Coordinate",
    "Direction",
    "DoubleClick",
    "Drag",
    "Gesture",
    "Intent",
    "Level",
    "LongPress",
    "Open",
    "ReadProfile",
    "RequestPermission",
    "SaveProfile",
    "Status",
    "Swipe",
    "SystemButton",
    "Terminate",
    "Tool",
    "Type",
    "Wait",
    "build",
    "coordinates_of",
    "describe",
    "json_schema",
    "line",
    "name_of",
    "parse",
    "to_json",
]
