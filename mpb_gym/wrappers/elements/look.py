"""What an agent that picks from lists has before it: elements, texts to type, keys to ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from mpb_gym.commands import Coordinate
from mpb_gym.episode import View
from mpb_gym.wrappers.elements.words import phrases

Origin = Literal["low", "read", "said"]
"""Where a text to type comes from: a LOW item, a HIGH one that was read, the instruction."""

_KEYBOARD = "android.inputmethodservice."


class Sizes(NamedTuple):
    """How long the lists may be.

    Attributes:
        elements: Elements on screen, without the keyboard's keys.
        texts: Texts to type.
        keys: HIGH items of the profile.
    """

    elements: int = 40
    texts: int = 32
    keys: int = 12


class Text(NamedTuple):
    """A text to type.

    Attributes:
        value: The text.
        origin: Where it comes from.
        key: The profile item that it is the value of; empty for words of the instruction.
    """

    value: str
    origin: Origin
    key: str


class Look(NamedTuple):
    """One moment of a session, as lists.

    Attributes:
        elements: Nodes of the accessibility tree, in its order, as ``observe=("ui",)`` gives.
        texts: What can be typed: LOW values, granted values read, phrases of the instruction.
        keys: HIGH keys, sorted, whether asked for or not.
        imy: What the contract shows.
        keyboard: Whether the keyboard is open.
    """

    elements: tuple[Mapping[str, Any], ...]
    texts: tuple[Text, ...]
    keys: tuple[str, ...]
    imy: Mapping[str, Any]
    keyboard: bool


def look(view: View, sizes: Sizes) -> Look:
    """Looks at the phone as any agent may; what a list has no room for is left out.

    Args:
        view: The running session's.
        sizes: How long the lists may be.
    """
    tree, imy = view.elements(), view.imy
    nodes = (each for each in tree["elements"] if not each["class_name"].startswith(_KEYBOARD))
    low = [Text(value, "low", key) for key, value in imy["low"].items()]
    read = [Text(value, "read", key) for key, value in imy["read"].items()]
    said = [Text(each, "said", "") for each in phrases(view.instruction)]
    # Phrases are the ones to be left out: a long instruction has any number of them.
    texts = (low + read)[: sizes.texts] + said
    return Look(
        elements=tuple(nodes)[: sizes.elements],
        texts=tuple(texts)[: sizes.texts],
        keys=tuple(sorted(imy["high"]))[: sizes.keys],
        imy=imy,
        keyboard=tree["keyboard_visible"],
    )


def center(node: Mapping[str, Any]) -> Coordinate:
    """Returns the middle of an element's visible part, as fractions of the screen."""
    box = node["bbox"]
    return (box["x_min"] + box["x_max"]) / 2, (box["y_min"] + box["y_max"]) / 2


def is_menu(node: Mapping[str, Any]) -> bool:
    """Whether an element is a dropdown, which offers options and takes no typing."""
    return bool(node["class_name"] == "android.widget.Spinner")
