"""Vector icons and pictures, drawn from a few primitives in data (``pictures/*.yaml``)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from mpb_gym.errors import UnknownNameError
from mpb_gym.spec.reader import Cursor, read_yaml
from mpb_gym.spec.theme import ROLES, Colour

_FOLDER = Path(__file__).parent / "pictures"
_POINTS = {"circle": 1, "polygon": 3, "line": 2, "arc": 1, "rect": 2}
"""Points of each kind of shape; polygons and lines may have more."""

_INK = "on_surface"


class Shape(NamedTuple):
    """One primitive, on its picture's grid.

    Attributes:
        kind: ``circle`` (centre), ``polygon``, ``line``, ``arc`` (centre) or ``rect``.
        size: Radius of a circle or of a rectangle's corners; stroke of a line or arc.
        colour: A role of the theme, or red, green, blue.
        radius: Of an arc.
        angles: Where an arc begins and ends, in degrees, clockwise from the right.
    """

    kind: str
    points: tuple[tuple[float, float], ...]
    size: float
    colour: str | Colour
    radius: float = 0.0
    angles: tuple[float, float] = (0.0, 0.0)


@lru_cache(maxsize=1)
def _pictures() -> dict[str, tuple[float, tuple[Shape, ...]]]:
    found: dict[str, tuple[float, tuple[Shape, ...]]] = {}
    for file in sorted(_FOLDER.glob("*.yaml")):
        cursor = read_yaml(file, f"ui/pictures/{file.name}").only("icons", "pictures")
        for section, grid in (("icons", 24.0), ("pictures", 48.0)):
            for name, each in cursor[section].entries():
                if name in found:
                    each.fail(f"there is a picture {name!r} already", "distinct names")
                found[name] = (grid, tuple(_read_shape(shape) for shape in each.items()))
    return found


def names() -> tuple[str, ...]:
    """Returns the name of every icon and picture."""
    return tuple(_pictures())


def shapes_of(name: str) -> tuple[float, tuple[Shape, ...]]:
    """Returns the side of a picture's grid, and its shapes from back to front.

    Raises:
        UnknownNameError: There is no such picture.
    """
    if name not in _pictures():
        raise UnknownNameError("picture", name, _pictures())
    return _pictures()[name]


def _read_shape(cursor: Cursor) -> Shape:
    kind = next((each for each in _POINTS if each in cursor), None)
    if kind is None:
        cursor.fail("the shape is of no kind", f"one of {', '.join(_POINTS)}")
    cursor.only(kind, "size", "colour", *(("radius", "angles") if kind == "arc" else ()))
    numbers = [each.number() for each in cursor[kind].items()]
    least, more = 2 * _POINTS[kind], kind in ("polygon", "line")
    if len(numbers) % 2 or len(numbers) < least or (len(numbers) > least and not more):
        expected = f"{least}, x and y of each point" + (", or more" if more else "")
        cursor[kind].fail(f"found {len(numbers)} numbers", expected)
    angles = [each.number() for each in cursor.get("angles", [0, 0]).items()]
    if len(angles) != 2:
        cursor["angles"].fail(f"found {len(angles)} numbers", "where the arc begins and ends")
    return Shape(
        kind=kind,
        points=tuple(zip(numbers[::2], numbers[1::2], strict=True)),
        size=cursor.get("size", 0).number(),
        colour=_read_colour(cursor["colour"]) if "colour" in cursor else _INK,
        radius=cursor.get("radius", 0).number(),
        angles=(angles[0], angles[1]),
    )


def _read_colour(cursor: Cursor) -> str | Colour:
    text = cursor.text()
    if text in ROLES:
        return text
    try:
        red, green, blue = bytes.fromhex(text.removeprefix("#"))
    except ValueError:
        cursor.fail(f"found {text!r}", "#rrggbb or a colour role")
    return (red, green, blue)
