"""The home screen: clock, date and an icon for each app."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from mpb_gym.errors import ActionError
from mpb_gym.events import Event
from mpb_gym.geometry import dp
from mpb_gym.keeping import Keeping
from mpb_gym.runtime.clock import Clock
from mpb_gym.runtime.effects import Effect, Launch
from mpb_gym.runtime.program import Field, Moment, Result
from mpb_gym.runtime.themes import system_theme
from mpb_gym.spec.theme import Colour
from mpb_gym.ui.editing import Caret
from mpb_gym.ui.page import Grid, Leaf, Page
from mpb_gym.ui.placement import Gradient
from mpb_gym.ui.widgets import AppIcon, LauncherClock

LAUNCHER = "launcher"
_COLUMNS = 4


class Icon(NamedTuple):
    """What the launcher shows of an app."""

    app: str
    title: str
    glyph: str
    tint: Colour


@lru_cache(maxsize=64)
def _home(icons: tuple[Icon, ...], clock: Clock) -> Page:
    theme = system_theme(LAUNCHER)
    leaves = tuple(
        Leaf(
            id=f"icon/{icon.app}",
            widget=AppIcon(label=icon.title, glyph=icon.glyph, tint=icon.tint),
            action=Launch(icon.app),
        )
        for icon in icons
    )
    watch = LauncherClock(time=clock.time, date=clock.day)
    return Page(
        theme=theme,
        backdrop=Gradient(theme.primary, theme.inverse_surface),
        ink="inverse_on_surface",
        body=(
            Leaf(id="clock", widget=watch, below=dp(48)),
            Grid(id="icons", leaves=leaves, columns=_COLUMNS),
        ),
    )


class LauncherProgram(Keeping):
    """The launcher.

    Args:
        icons: The apps, in order.
        clock: What time it is.
    """

    id = LAUNCHER
    package = "com.phoneuse.launcher"
    field: Field | None = None

    def __init__(self, icons: Sequence[Icon], clock: Clock) -> None:
        self.scrolls: dict[str, int] = {}
        self._page = _home(tuple(icons), clock)

    def page(self) -> Page:
        """The home screen, which never changes."""
        return self._page

    def perform(self, effect: Effect, moment: Moment) -> Result:
        """Launching is the phone's business; there is nothing else to tap."""
        return Result(error=ActionError("nothing_here", "Nothing happens there."))

    def back(self) -> bool:
        """There is nowhere to go back to."""
        return False

    def focus(self, field: str | None, caret: Caret | None = None) -> None:
        """There is no text box."""

    def edit(self, text: str, at: int, moment: Moment) -> Result:
        """There is no text box."""
        return Result()

    def enter(self, moment: Moment) -> Result:
        """There is no text box."""
        return Result()

    def appeared(self, ids: Set[str]) -> tuple[Event, ...]:
        """Nothing here concerns the audit."""
        return ()
