from typing import Any

import pytest

from mpb_gym.errors import SpecError, UnknownNameError
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.theme import ROLES
from mpb_gym.ui.pictures import Shape, _read_shape, names, shapes_of

ICONS = [
    "arrow_back",
    "search",
    "close",
    "check",
    "star",
    "clock",
    "place",
    "shield",
    "lock",
    "person",
    "edit",
    "delete",
    "receipt",
    "chevron_right",
    "plus",
    "bag",
    "backspace",
    "shift",
    "keyboard_hide",
    "enter",
    "info",
    "warning",
    "phone",
    "mail",
]
PICTURES = [
    "pizza",
    "noodles",
    "sushi",
    "taco",
    "curry",
    "wok",
    "burger",
    "salad",
    "bowl",
    "soup",
    "plate",
    "delivery",
    "empty_receipt",
    "success",
    "empty_search",
    "person_card",
]


@pytest.mark.parametrize(("found", "grid"), [(ICONS, 24), (PICTURES, 48)])
def test_what_the_phone_itself_needs_is_there(found: list[str], grid: int) -> None:
    assert set(found) <= set(names())
    assert {shapes_of(name)[0] for name in found} == {grid}


@pytest.mark.parametrize("name", names())
def test_shapes_lie_on_their_grid_and_have_colours(name: str) -> None:
    grid, shapes = shapes_of(name)
    assert shapes
    for shape in shapes:
        assert all(0 <= x <= grid and 0 <= y <= grid for x, y in shape.points)
        assert shape.colour in ROLES or isinstance(shape.colour, tuple)
        assert shape.size > 0 or shape.kind in ("polygon", "rect")


def test_an_unknown_picture_names_the_likely_one() -> None:
    with pytest.raises(UnknownNameError, match="'pizza'"):
        shapes_of("piza")


def _read(body: Any) -> Shape:
    return _read_shape(Cursor(body, "pictures.yaml", "icons.it[0]"))


def test_a_shape_is_read_whole() -> None:
    assert _read(
        {"arc": [12, 9], "radius": 4, "angles": [0, 90], "size": 2, "colour": "#0a0b0c"}
    ) == Shape("arc", ((12.0, 9.0),), 2.0, (10, 11, 12), 4.0, (0.0, 90.0))


@pytest.mark.parametrize(
    ("body", "at"),
    [
        ({"blob": [1, 2]}, ""),
        ({"circle": [1, 2], "rect": [1, 2, 3, 4]}, ".rect"),
        ({"circle": [1, 2], "width": 3}, ".width"),
        ({"circle": [1, 2], "angles": [0, 90]}, ".angles"),
        ({"circle": [1, 2, 3, 4]}, ".circle"),
        ({"circle": [1, "two"]}, ".circle[1]"),
        ({"rect": [1, 2]}, ".rect"),
        ({"line": [1, 2]}, ".line"),
        ({"polygon": [1, 2, 3, 4]}, ".polygon"),
        ({"polygon": [1, 2, 3, 4, 5, 6, 7]}, ".polygon"),
        ({"arc": [1, 2], "angles": [90]}, ".angles"),
        ({"circle": [1, 2], "colour": "#ff"}, ".colour"),
        ({"circle": [1, 2], "colour": "red"}, ".colour"),
    ],
)
def test_a_wrong_shape_is_refused_at_its_place(body: Any, at: str) -> None:
    with pytest.raises(SpecError) as caught:
        _read(body)
    assert caught.value.path == f"icons.it[0]{at}"
    assert caught.value.file == "pictures.yaml"
