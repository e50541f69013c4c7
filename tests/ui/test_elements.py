"""The accessibility tree says what is on screen, in AndroidWorld's words."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mpb_gym.geometry import Rect
from mpb_gym.runtime.themes import system_theme
from mpb_gym.ui.elements import TreeText, elements
from mpb_gym.ui.placement import Placement
from mpb_gym.ui.widget import Widget
from mpb_gym.ui.widgets import Button, Chip, Divider, Text, TextBox

THEME = system_theme("imy")
SCREEN = Rect(0, 0, 1080, 2400)
PLACE = Rect(100, 200, 600, 300)
PACKAGE = "com.example.app"

FIELDS = [
    "resource_name",
    "class_name",
    "package_name",
    "text",
    "content_description",
    "hint_text",
    "bbox",
    "bbox_pixels",
    "is_clickable",
    "is_long_clickable",
    "is_editable",
    "is_checkable",
    "is_checked",
    "is_selected",
    "is_focusable",
    "is_focused",
    "is_scrollable",
    "is_enabled",
    "is_visible",
]


def _placed(widget: Widget, rect: Rect = PLACE, id: str = "it", clip: Rect = SCREEN) -> Placement:
    return Placement(id=id, widget=widget, rect=rect, clip=clip, theme=THEME)


def _only(placed: Placement, width: int = 1080, height: int = 2400) -> dict[str, Any]:
    (found,) = elements([placed], width, height, PACKAGE)
    return found


def test_each_element_has_exactly_the_agreed_fields() -> None:
    found = _only(_placed(Button(label="Pay"), id="form/pay"))
    assert sorted(found) == sorted(FIELDS)
    assert (found["resource_name"], found["package_name"]) == ("form/pay", PACKAGE)
    assert (found["text"], found["class_name"]) == ("Pay", "android.widget.Button")
    assert found["is_clickable"] is True
    assert found["is_visible"] is True


def test_bounds_are_pixels_of_the_screenshot_and_fractions_of_it() -> None:
    found = _only(_placed(Text(text="Hi"), Rect(108, 240, 540, 1200)), 540, 1200)
    assert found["bbox_pixels"] == {"x_min": 54, "x_max": 270, "y_min": 120, "y_max": 600}
    assert found["bbox"] == {"x_min": 0.1, "x_max": 0.5, "y_min": 0.1, "y_max": 0.5}


def test_bounds_are_those_of_the_visible_part() -> None:
    clip = Rect(0, 250, 1080, 2000)
    found = _only(_placed(Text(text="Hi"), Rect(-50, 200, 600, 300), clip=clip))
    assert found["bbox_pixels"] == {"x_min": 0, "x_max": 600, "y_min": 250, "y_max": 300}


def test_what_cannot_be_seen_is_left_out() -> None:
    text = Text(text="Hi")
    hidden = [
        _placed(text, Rect(0, 2400, 600, 2500)),
        _placed(text, clip=Rect(0, 300, 1080, 2400)),
        _placed(text)._replace(dim=True),
        _placed(Divider()),
    ]
    assert Divider.decorative
    assert elements(hidden, 1080, 2400, PACKAGE) == []


def test_what_another_placement_paints_is_still_there() -> None:
    assert _only(_placed(Button(label="q"))._replace(drawn=False))["text"] == "q"


def test_states_are_said() -> None:
    box = _only(_placed(TextBox(label="Name", value="Ada", focused=True)))
    assert (box["is_editable"], box["is_focused"], box["hint_text"]) == (True, True, "Name")
    chip = _only(_placed(Chip(label="Thai", selected=True)))
    assert (chip["is_checkable"], chip["is_checked"]) == (True, True)
    chip = _only(_placed(Chip(label="Thai")))
    assert (chip["is_checkable"], chip["is_checked"]) == (True, False)
    assert _only(_placed(Button(label="Pay", enabled=False)))["is_enabled"] is False
    assert _only(_placed(Text(text="Hi")))["is_clickable"] is False


@st.composite
def scenes(draw: st.DrawFn) -> list[Placement]:
    """Placements with different ids, as the layout yields them."""
    ids = draw(st.lists(st.sampled_from("abcdef"), unique=True))
    words = st.sampled_from(["Pay", "Zürich 李 👩\u200d🚀", 'a "quoted"\nline'])
    edges = st.integers(-300, 2600)
    return [
        _placed(
            draw(st.one_of(st.builds(Button, label=words), st.builds(Text, text=words))),
            Rect.sized(draw(edges), draw(edges), 500, 200),
            id,
        )._replace(dim=draw(st.booleans()))
        for id in ids
    ]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(scenes(), st.sampled_from(["one.app", "other.app"])), max_size=5))
def test_the_kept_text_says_the_same_as_the_tree(
    shown: list[tuple[list[Placement], str]],
) -> None:
    tree = TreeText(216, 480)
    for scene, package in shown:
        text = f"[{tree.items(scene, package)}]"
        assert json.loads(text) == elements(scene, 216, 480, package)


def test_what_was_kept_for_one_app_is_not_said_of_another() -> None:
    tree, scene = TreeText(216, 480), [_placed(Text(text="Hi"))]
    for package in ("one.app", "other.app"):
        assert json.loads(tree.items(scene, package))["package_name"] == package


def test_who_changes_a_tree_changes_that_one_alone() -> None:
    """Elements are kept and given out again."""
    placed = _placed(Button(label="Pay"))
    before = _only(placed)
    found = _only(placed)
    found["text"] = "x"
    found["bbox"]["x_min"] = found["bbox_pixels"]["x_min"] = -1
    assert _only(placed) == before
