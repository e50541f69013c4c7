"""What lies over apps: those used lately, and what they had to tell."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from mpb_gym.errors import ActionError
from mpb_gym.events import Event
from mpb_gym.keeping import Keeping
from mpb_gym.runtime.effects import Effect, Launch
from mpb_gym.runtime.launcher import LAUNCHER, Icon
from mpb_gym.runtime.program import Field, Moment, Result
from mpb_gym.runtime.themes import system_theme
from mpb_gym.ui.editing import Caret
from mpb_gym.ui.page import Leaf, Node, Page
from mpb_gym.ui.widgets import Card, CardLine, EmptyState


class _ListProgram(Keeping, ABC):
    """A system screen that lists cards, each of which leads to an app."""

    id: str
    package = "com.android.systemui"
    field: Field | None = None

    def __init__(self) -> None:
        self.scrolls: dict[str, int] = {}
        self._page: Page | None = None

    @property
    @abstractmethod
    def _title(self) -> str:
        """Heading of the screen."""

    @abstractmethod
    def _body(self) -> tuple[Node, ...]:
        """The cards, or what stands where there are none."""

    def page(self) -> Page:
        """The list; built anew only after a change."""
        if self._page is None:
            theme = system_theme(LAUNCHER)
            self._page = Page(theme=theme, title=self._title, body=self._body())
        return self._page

    def perform(self, effect: Effect, moment: Moment) -> Result:
        """Going to an app is the phone's business; there is nothing else to tap."""
        return Result(error=ActionError("nothing_here", "Nothing happens there."))

    def back(self) -> bool:
        """There is nowhere to go back to within it."""
        return False

    def focus(self, field: str | None, caret: Caret | None = None) -> None:
        """There is no text box."""

    def edit(self, text: str, at: int, moment: Moment) -> Result:
        """There is no text box."""
        return Result()

    def enter(self, moment: Moment) -> Result:
        """There is no text box."""
        return Result()

    def appeared(self, ids: Iterable[str]) -> tuple[Event, ...]:
        """Nothing here concerns the audit."""
        return ()


class RecentsProgram(_ListProgram):
    """The apps used so far, the last one first; each is left as it was."""

    id = "recents"

    def __init__(self) -> None:
        super().__init__()
        self._used: tuple[Icon, ...] = ()

    def use(self, icon: Icon) -> None:
        """Puts an app at the head of the list."""
        self._used = (icon, *(each for each in self._used if each.app != icon.app))
        self._page = None
        self.scrolls.clear()

    @property
    def _title(self) -> str:
        return "Recent apps"

    def _body(self) -> tuple[Node, ...]:
        if not self._used:
            return (_nothing("clock", "No recent apps", "Apps that you open are listed here."),)
        return tuple(
            Leaf(
                id=f"recent/{icon.app}",
                widget=_card(icon.title, "", icon.glyph),
                action=Launch(icon.app),
            )
            for icon in self._used
        )


class ShadeProgram(_ListProgram):
    """The notifications, pulled down from the status bar; the newest one first."""

    id = "notifications"

    def __init__(self) -> None:
        super().__init__()
        self._told: tuple[tuple[Icon, str], ...] = ()

    def add(self, icon: Icon, text: str) -> None:
        """Adds what an app has to tell."""
        self._told = ((icon, text), *self._told)
        self._page = None
        self.scrolls.clear()

    @property
    def _title(self) -> str:
        return "Notifications"

    def _body(self) -> tuple[Node, ...]:
        if not self._told:
            return (_nothing("info", "No notifications", "What apps have to tell is listed here."),)
        return tuple(
            Leaf(
                id=f"notification/{len(self._told) - index}",
                widget=_card(icon.title, text, icon.glyph),
                action=Launch(icon.app),
            )
            for index, (icon, text) in enumerate(self._told)
        )


def _card(title: str, text: str, glyph: str) -> Card:
    lines = [CardLine(text=title, style="title_medium", role="on_surface", icon=glyph)]
    if text:
        lines.append(CardLine(text=text))
    return Card(lines=tuple(lines), variant="filled")


def _nothing(picture: str, title: str, text: str) -> Leaf:
    return Leaf(id="empty", widget=EmptyState(picture=picture, title=title, text=text))
