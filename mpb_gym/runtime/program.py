"""What the phone asks of anything that can fill its screen: launcher, apps, iMy."""

from __future__ import annotations

from collections.abc import Set
from typing import Literal, NamedTuple, Protocol

from mpb_gym.errors import ActionError
from mpb_gym.events import Event
from mpb_gym.keeping import Kept
from mpb_gym.runtime.effects import Effect
from mpb_gym.spec.form import Input
from mpb_gym.ui.editing import Caret
from mpb_gym.ui.page import Page

MAX_BOX = 4000
"""Longest text, in code points, that a text box holds; typing more is refused."""


class Moment(NamedTuple):
    """When something happens.

    Attributes:
        step: Of the session.
        now: The phone's date and time as ``YYYY-MM-DD HH:MM:SS``.
    """

    step: int
    now: str


class Result(NamedTuple):
    """What came of an input.

    Attributes:
        notice: What the snackbar says of it.
        reveal: A leaf that shall be scrolled into view.
        notification: What is told among the notifications, until the session ends.
    """

    events: tuple[Event, ...] = ()
    error: ActionError | None = None
    notice: str = ""
    reveal: str = ""
    notification: str = ""


class Field(NamedTuple):
    """The text box that has the focus.

    Attributes:
        id: Its leaf's id.
        caret: Where the cursor is, or what is selected, so that typing replaces it.
        enter: What the keyboard's Enter does.
        input: What it asks for, and so which keyboard it calls for.
    """

    id: str
    value: str
    caret: Caret
    enter: Literal["next", "search", "newline", "done"]
    input: Input = "text"


class Program(Protocol):
    """Something that fills the screen between status bar and gesture bar."""

    @property
    def id(self) -> str:
        """The app's id; ``launcher`` for the launcher."""

    @property
    def package(self) -> str:
        """Its Android package."""

    @property
    def scrolls(self) -> dict[str, int]:
        """Scroll positions of the page on screen by region; the phone writes them."""

    @property
    def field(self) -> Field | None:
        """The text box that has the focus, if one has."""

    def page(self) -> Page:
        """What to show; the same object as long as nothing changed."""

    def perform(self, effect: Effect, moment: Moment) -> Result:
        """Carries out what a tap meant."""

    def keep(self) -> Kept:
        """Returns the program's state at this moment."""

    def bring_back(self, kept: Kept) -> None:
        """Takes that state on again."""

    def back(self) -> bool:
        """Goes back; false if there is nowhere to go within the program."""

    def focus(self, field: str | None, caret: Caret | None = None) -> None:
        """Moves the focus to a text box, or takes it away.

        Args:
            field: The box's id; ``None`` for no box.
            caret: Where the cursor goes, or what is selected; the end if left out.
        """

    def edit(self, text: str, at: int, moment: Moment) -> Result:
        """Gives the focused box a new text, with the cursor at an offset in it."""

    def enter(self, moment: Moment) -> Result:
        """Presses Enter in the focused box; a new line is not its business."""

    def appeared(self, ids: Set[str]) -> tuple[Event, ...]:
        """Hears which leaves can be seen now, and says what of it the audit must know."""
