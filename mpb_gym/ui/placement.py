"""A widget with its place on the screen: what paint, touch and accessibility all read."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple, TypeAlias

from mpb_gym.geometry import Rect
from mpb_gym.spec.theme import Colour, Theme
from mpb_gym.ui.widget import Widget


class Gradient(NamedTuple):
    """Colours that run into each other over the full height of the screen."""

    top: Colour
    bottom: Colour


Backdrop: TypeAlias = str | Gradient
"""What lies behind a widget: a colour role of its theme, or the wallpaper."""


class Placement(NamedTuple):
    """A widget on the screen. Later placements lie on top of earlier ones.

    Attributes:
        id: Resource name, as ``form/customer_name``.
        rect: Where it is, in logical pixels of the screen.
        clip: The part of the screen in which it can be seen.
        backdrop: What its rounded corners and gaps show; makes the painted block opaque.
        action: What a tap means to the runtime; nothing here looks inside.
        hold: What a long press means to the runtime.
        dim: Whether it lies under a scrim.
        drawn: False if another placement paints it, as the keyboard does for its keys.
    """

    id: str
    widget: Widget
    rect: Rect
    clip: Rect
    theme: Theme
    backdrop: Backdrop = "surface"
    action: Hashable | None = None
    hold: Hashable | None = None
    dim: bool = False
    drawn: bool = True
