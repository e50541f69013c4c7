"""What every widget can do: know its height, paint itself and say what it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from mpb_gym.ui.canvas import Canvas


@dataclass(frozen=True, slots=True, kw_only=True)
class Semantics:
    """What accessibility says of a widget, in AndroidWorld's words.

    Attributes:
        role: The class name, as ``android.widget.Button``.
        hint: A box's label, or what it invites the user to type.
    """

    role: str = "android.view.View"
    text: str = ""
    description: str = ""
    hint: str = ""
    clickable: bool = False
    long_clickable: bool = False
    editable: bool = False
    checkable: bool = False
    checked: bool = False
    selected: bool = False
    focusable: bool = False
    focused: bool = False
    scrollable: bool = False
    enabled: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Widget(ABC):
    """The content of a piece of the screen, without a position: an immutable, hashable value.

    Attributes:
        corner_radius: Radius of the widget's corners in logical pixels, blended with whatever
            happens to lie underneath. The widget itself paints a plain rectangle. Zero for
            widgets that stand on a known backdrop.
        decorative: Whether accessibility leaves the widget out.
    """

    corner_radius: ClassVar[int] = 0
    decorative: ClassVar[bool] = False

    def natural_width(self) -> int | None:
        """The width that the content asks for; ``None`` fills whatever width is given."""
        return None

    @abstractmethod
    def height(self, width: int) -> int:
        """The height that the content takes at a width, both in logical pixels."""

    @abstractmethod
    def paint(self, canvas: Canvas) -> None:
        """Draws the widget on a canvas that is exactly as large as the widget."""

    @abstractmethod
    def semantics(self) -> Semantics:
        """What accessibility says of the widget."""
