"""What a program wants on the screen, before anything has a position."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from mpb_gym.geometry import LOGICAL_WIDTH, Rect, dp
from mpb_gym.spec.theme import Theme
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.placement import Backdrop
from mpb_gym.ui.widget import Semantics, Widget

MARGIN = dp(16)
"""Free space at both sides of a screen's body, in logical pixels."""

BODY_WIDTH = LOGICAL_WIDTH - 2 * MARGIN
"""Width of a body's content in logical pixels."""

GAP = dp(8)
"""Free space below a node, unless it says otherwise, in logical pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground(Widget):
    """Nothing but the backdrop; what a band of the screen shows between its widgets."""

    decorative: ClassVar[bool] = True

    def height(self, width: int) -> int:
        """No height of its own."""
        return 0

    def paint(self, canvas: Canvas) -> None:
        """Leaves the backdrop as it is."""

    def semantics(self) -> Semantics:
        """Nothing to say."""
        return Semantics()


@dataclass(frozen=True, slots=True, kw_only=True)
class Over:
    """A widget that lies on another one, at a place relative to it."""

    id: str
    widget: Widget
    rect: Rect
    backdrop: Backdrop = "surface"
    action: Hashable | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Leaf:
    """One widget over the whole width.

    Nodes are the same only if they are one object: what is laid out is kept by node.

    Attributes:
        id: Resource name, unique on its page.
        action: What a tap means.
        hold: What a long press means.
        over: What lies on it.
        margin: Free space at both sides.
        below: Free space below.
    """

    id: str
    widget: Widget
    action: Hashable | None = None
    hold: Hashable | None = None
    over: tuple[Over, ...] = ()
    margin: int = MARGIN
    below: int = GAP


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Strip:
    """Widgets side by side in their natural widths; scrolls sideways."""

    id: str
    leaves: tuple[Leaf, ...]
    below: int = GAP


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Grid:
    """Widgets in columns of equal width, row by row."""

    id: str
    leaves: tuple[Leaf, ...]
    columns: int
    below: int = GAP


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rows:
    """Any number of leaves of one height, made only when they come into sight.

    Attributes:
        height: Of each, without its gap.
        leaf: Makes the leaf at an index.
    """

    id: str
    count: int
    height: int
    leaf: Callable[[int], Leaf]
    gap: int = GAP
    below: int = GAP


Node: TypeAlias = Leaf | Strip | Grid | Rows


PANEL_WIDTH = LOGICAL_WIDTH - 2 * dp(40)
"""Width of a dialog, unless it says otherwise, in logical pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A dialog: one widget with its buttons; it must be answered or dismissed.

    Attributes:
        buttons: Placed from the right, the last one outermost.
        dismiss: What a tap beside it, or Back, means.
        over: What lies on it beside its buttons.
        width: Of it in logical pixels.
    """

    widget: Widget
    actions_top: int
    buttons: tuple[Leaf, ...]
    dismiss: Hashable
    over: tuple[Over, ...] = ()
    width: int = PANEL_WIDTH


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sheet:
    """A bottom sheet: nodes that scroll, over the lower part of the screen.

    Attributes:
        title: Above its nodes.
        dismiss: What a tap beside it, a pull at its handle, or Back, means.
    """

    title: str
    body: tuple[Node, ...]
    dismiss: Hashable


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Page:
    """One screen of a program, status bar and keyboard aside.

    Attributes:
        title: Of the top bar; ``None`` for no bar.
        back: What the bar's arrow means; ``None`` for no arrow.
        actions: Icon buttons at the right of the bar.
        tabs: Below the bar, side by side.
        body: What scrolls.
        note: A line above the bottom's buttons.
        bottom: Buttons that stay in place, side by side.
        navigation: Destinations of the bottom navigation, below those buttons.
        panel: A dialog or sheet that lies over all of it.
        ink: Colour role of status and gesture bar.
    """

    theme: Theme
    body: tuple[Node, ...]
    title: str | None = None
    back: Hashable | None = None
    actions: tuple[Leaf, ...] = ()
    tabs: tuple[Leaf, ...] = ()
    note: str = ""
    bottom: tuple[Leaf, ...] = ()
    navigation: tuple[Leaf, ...] = ()
    panel: Panel | Sheet | None = None
    backdrop: Backdrop = "surface"
    ink: str = "on_surface"


Axis = Literal["x", "y"]
