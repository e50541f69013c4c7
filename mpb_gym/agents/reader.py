"""Reading a screen through its accessibility tree, as an agent may."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mpb_gym.commands import Coordinate
from mpb_gym.episode import View


class Element(NamedTuple):
    """What an agent needs to know of an element.

    Attributes:
        names: What a person may call it: its text, its first line, its description or label.
        center: Of its visible part, as fractions of the screen.
        chips: Whether it is the label of chips, some of which can be chosen.
    """

    names: tuple[str, ...]
    text: str
    center: Coordinate
    right: float
    clickable: bool
    editable: bool
    menu: bool
    switch: bool
    chips: bool
    checkable: bool
    enabled: bool
    focused: bool


class Screen(NamedTuple):
    """What is on screen."""

    elements: tuple[Element, ...]
    keyboard: bool

    def named(self, label: str) -> Element | None:
        """Returns the clickable element that is called so."""
        found = (each for each in self.elements if each.clickable and label in each.names)
        return next(found, None)

    def option(self, value: str) -> Element | None:
        """Returns the option of a dropdown or of chips that says a value, in whatever case."""
        wanted = value.casefold()
        found = (each for each in self.elements if each.clickable and each.checkable)
        return next((each for each in found if each.text.casefold() == wanted), None)

    def box(self, label: str) -> Element | None:
        """Returns the box with this label, whether or not it is marked as required."""
        return next((each for each in self.boxes() if label in each.names), None)

    def boxes(self) -> tuple[Element, ...]:
        """Returns all text boxes, dropdowns, switches and labels of chips, from top to bottom."""
        return tuple(
            each
            for each in self.elements
            if each.editable or each.menu or each.switch or each.chips
        )


def read(view: View) -> Screen:
    """Reads the screen."""
    tree = view.elements()
    return Screen(tuple(_element(each) for each in tree["elements"]), tree["keyboard_visible"])


def _element(node: Mapping[str, Any]) -> Element:
    text, box = node["text"], node["bbox"]
    hint = node["hint_text"].removesuffix(" *")
    switch = node["class_name"] == "android.widget.Switch"
    chips = node["class_name"].endswith(".ChipGroup")
    if switch or chips:  # the text is a label; what is switched or chosen is said beside it
        hint = text.split("\n", 1)[0].removesuffix(" *")
        text = node["content_description"]
    names = (text, text.split("\n", 1)[0], node["content_description"])
    return Element(
        names=(hint,) if hint else tuple(name for name in names if name),
        text=text,
        center=((box["x_min"] + box["x_max"]) / 2, (box["y_min"] + box["y_max"]) / 2),
        right=box["x_max"],
        clickable=node["is_clickable"],
        editable=node["is_editable"],
        menu=node["class_name"] == "android.widget.Spinner",
        switch=switch,
        chips=chips,
        checkable=node["is_checkable"],
        enabled=node["is_enabled"],
        focused=node["is_focused"],
    )
