"""How models write points of the screen: five conventions, one tap.

Every convention reads a quotient such as ``"1/2"`` as a fraction of the screen, since it can
mean nothing else, and a number in quotes like the number itself.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from mpb_gym.commands import COMMANDS, Coordinate, coordinates_of
from mpb_gym.errors import ActionError

Name: TypeAlias = Literal["fraction", "decimal", "0-1000", "0-999", "pixel"]
NAMES: tuple[Name, ...] = get_args(Name)

MODELS: tuple[tuple[str, Name], ...] = (
    (r"gemini|qwen-?3.*vl|qwen3\.|internvl", "0-1000"),
    (r"glm|cogagent|autoglm", "0-999"),
    (r"claude|computer-use|qwen2\.?5?-?vl|ui-tars|holo", "pixel"),
    (r"gpt|\bo[1-9]\b|llama|mistral|pixtral", "decimal"),
)
"""Which convention a model is used to, by words of its name; the first match counts."""

DEFAULT: Name = "fraction"
"""For models that are not in the table: it needs no knowledge of any size."""

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?"
_QUOTIENT = re.compile(rf"\s*({_NUMBER})\s*/\s*({_NUMBER})\s*")
_PAIR = re.compile(r"[\[(]?\s*([^,\s]+)\s*,\s*([^,\s]+?)\s*[\])]?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """A convention together with the size of the image that the model sees.

    Attributes:
        name: One of :data:`NAMES`.
        size: Width and height of the image in pixels.
    """

    name: Name
    size: tuple[int, int]

    def _ends(self) -> tuple[float, float]:
        """The largest x and y."""
        match self.name:
            case "fraction" | "decimal":
                return 1, 1
            case "0-1000":
                return 1000, 1000
            case "0-999":
                return 999, 999
            case "pixel":
                return self.size[0] - 1, self.size[1] - 1

    @property
    def sentence(self) -> str:
        """What the model is told."""
        x, y = self._ends()
        match self.name:
            case "fraction":
                return 'x and y are strings that hold fractions of the screen, as "0.5" or "1/2".'
            case "decimal":
                return "x and y are decimals from 0 to 1, as shares of the screen."
            case "pixel":
                return f"x and y are pixels of the image: x from 0 to {x}, y from 0 to {y}."
            case _:
                return f"x and y are whole numbers from 0 to {x}, whatever the screen's shape."

    @property
    def example(self) -> list[Any]:
        """A point of the screen as the model should write it."""
        return self.write((0.5, 0.25))

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of x and of y."""
        if self.name == "fraction":
            return {"type": "string"}
        kind = "number" if self.name == "decimal" else "integer"
        return {"type": kind, "minimum": 0, "maximum": max(self._ends())}

    def write(self, point: Coordinate) -> list[Any]:
        """Returns a point, given in fractions of the screen, in this convention."""
        match self.name:
            case "fraction":
                return [f"{each:.4f}".rstrip("0").rstrip(".") for each in point]
            case "decimal":
                return [round(each, 4) for each in point]
            case "pixel":
                return [
                    min(int(each * side), side - 1)
                    for each, side in zip(point, self.size, strict=True)
                ]
            case _:
                return [round(each * self._ends()[0]) for each in point]

    def read(self, given: object, field: str = "coordinate") -> Coordinate | ActionError:
        """Reads a point; answers what is wrong with it instead of raising.

        Args:
            given: ``[x, y]``, ``{"x": x, "y": y}`` or both in one string.
            field: What it is called, for the answer.
        """
        pair = _pair(given)
        if pair is None:
            return ActionError("bad_argument", f"{field} must be two, x and y. {self.sentence}")
        found = []
        for value, end, side in zip(pair, self._ends(), self.size, strict=True):
            parsed = _number(value)
            if parsed is None:
                said = f"{field} holds {_short(value)}, which is no number. {self.sentence}"
                return ActionError("bad_argument", said)
            number, quotient = parsed
            if not 0 <= number <= (1 if quotient else end):
                said = f"{field} holds {_short(value)}, which is out of range. {self.sentence}"
                return ActionError("out_of_range", said)
            if not quotient:
                # A pixel is an area: its middle is meant.
                number = (number + 0.5) / side if self.name == "pixel" else number / end
            found.append(number)
        return (found[0], found[1])

    def convert(self, body: Mapping[str, Any]) -> dict[str, Any] | ActionError:
        """Returns a call with its points in fractions of the screen."""
        converted = dict(body)
        name = body.get("action")
        kind = COMMANDS.get(name) if isinstance(name, str) else None
        for field in coordinates_of(kind) if kind else ():
            if field in converted:
                point = self.read(converted[field], field)
                if isinstance(point, ActionError):
                    return ActionError(point.code, f"{name}: {point.message}")
                converted[field] = point
        return converted


def name_for(model: str, extra: Mapping[str, Name] | None = None) -> Name:
    """Returns the convention that a model is used to.

    Args:
        model: Its name.
        extra: More rows like those of :data:`MODELS`, tried first.
    """
    for words, name in (*(extra or {}).items(), *MODELS):
        if re.search(words, model, re.IGNORECASE):
            return name
    return DEFAULT


def _pair(given: object) -> Sequence[Any] | None:
    if isinstance(given, str) and (found := _PAIR.fullmatch(given.strip()[:200])):
        return found.groups()
    if isinstance(given, Mapping) and {"x", "y"} <= given.keys():
        return (given["x"], given["y"])
    if isinstance(given, (list, tuple)) and len(given) == 2:
        return given
    return None


def _number(value: object) -> tuple[float, bool] | None:
    """A number, and whether it was written as a quotient."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        if isinstance(value, str) and (quotient := _QUOTIENT.fullmatch(value[:100])):
            above, below = (float(each) for each in quotient.groups())
            found, is_quotient = above / below, True
        else:
            found, is_quotient = float(value), False
    except (ValueError, OverflowError, ZeroDivisionError):
        return None
    return (found, is_quotient) if math.isfinite(found) else None


def _short(value: object) -> str:
    if not isinstance(value, (str, float, bool)) and (
        not isinstance(value, int) or abs(value) > 10**20
    ):
        return f"a {type(value).__name__}"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
