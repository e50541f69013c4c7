"""The phone: one program in the foreground, a keyboard, touches in, audit events out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, assert_never

from mpb_gym.commands import (
    Click,
    Coordinate,
    DoubleClick,
    Drag,
    Gesture,
    LongPress,
    Open,
    Swipe,
    SystemButton,
    Type,
    Wait,
)
from mpb_gym.contract import Desk
from mpb_gym.errors import ActionError
from mpb_gym.events import AppBlocked, AppOpened, Event, Via
from mpb_gym.geometry import Point
from mpb_gym.keeping import Keeping, Kept
from mpb_gym.runtime import imy
from mpb_gym.runtime.app import AppProgram
from mpb_gym.runtime.clock import Clock
from mpb_gym.runtime.effects import Clear, Dismiss, Effect, Focus, Launch, PressKey, Select
from mpb_gym.runtime.launcher import Icon, LauncherProgram
from mpb_gym.runtime.program import Moment, Program, Result
from mpb_gym.runtime.recents import RecentsProgram, ShadeProgram
from mpb_gym.runtime.sight import Sight, arranged, blocked, frame, layout_of
from mpb_gym.runtime.themes import system_theme
from mpb_gym.runtime.touch import caret_at, point_on, scrolled, selection_at, swiped
from mpb_gym.runtime.typist import Typist
from mpb_gym.spec.app import AppSpec
from mpb_gym.store import Store
from mpb_gym.ui.bands import STATUS_HEIGHT
from mpb_gym.ui.editing import Caret
from mpb_gym.ui.layout import BODY, Layout, hit, scroll_to
from mpb_gym.ui.overlays import SHEET
from mpb_gym.ui.page import Axis, Page
from mpb_gym.ui.placement import Placement

NOTICE_STEPS = 3
"""How many commands a snackbar outlives, about the four seconds that Android gives it."""

_VIA: Mapping[str, Via] = {RecentsProgram.id: "recents", ShadeProgram.id: "link"}


class Outcome(NamedTuple):
    """What came of a gesture."""

    events: tuple[Event, ...]
    error: ActionError | None


class Phone(Keeping):
    """A simulated phone.

    Args:
        apps: Each app with its store, in the launcher's order.
        desk: The contract: asked whenever an app is opened, and shown by the iMy app.
        session: Which session of the episode this is.
        height: Of the screen in logical pixels, 1080 of which are its width.
        clock: What time it is.
    """

    def __init__(
        self,
        apps: Sequence[tuple[AppSpec, Store]],
        desk: Desk,
        *,
        session: int = 0,
        height: int = 2400,
        clock: Clock = Clock(),  # noqa: B008 - an immutable value
    ) -> None:
        self.height = height
        self.clock = clock
        self._may_open = desk.may_open
        programs: dict[str, Program] = {spec.id: AppProgram(spec, store) for spec, store in apps}
        programs[imy.IMY] = imy.ImyProgram(desk, session)
        self._programs = programs
        self._titles = {spec.id: spec.title for spec, _ in apps} | {imy.IMY: imy.TITLE}
        self._names = _names(apps)
        icons = [Icon(s.id, s.title, s.glyph, s.theme.primary) for s, _ in apps]
        icons.append(Icon(imy.IMY, imy.TITLE, imy.GLYPH, system_theme(imy.IMY).primary))
        self._launcher: Program = LauncherProgram(icons, clock)
        self._front: Program = self._launcher
        self._icons = {icon.app: icon for icon in icons}
        self._recents = RecentsProgram()
        self._shade = ShadeProgram()
        self._under: Program = self._launcher
        self._blocked = ""
        self._typist = Typist()
        self._notice, self._notice_steps = "", 0
        self._page: Page | None = None
        self._layout: Layout | None = None

    @property
    def _parts(self) -> tuple[Keeping | Program, ...]:
        """All that keeps a state of its own."""
        overlays = (self._recents, self._shade, self._typist)
        return (self._launcher, *self._programs.values(), *overlays)

    def keep(self) -> dict[str, Any]:
        """Returns the phone's state and that of its programs; stores and desk keep theirs."""
        programs = [(each, each.keep()) for each in self._parts]
        return super().keep() | {"programs": programs}

    def bring_back(self, kept: Kept) -> None:
        """Shows again what was on screen, with all programs as they were."""
        own = dict(kept)
        for program, state in own.pop("programs"):
            program.bring_back(state)
        super().bring_back(own)

    @property
    def package(self) -> str:
        """The Android package in the foreground."""
        return self._front.package

    @property
    def app(self) -> str:
        """The id of the app in the foreground; ``launcher`` on the home screen."""
        return self._front.id

    @property
    def keyboard_visible(self) -> bool:
        """Whether the on-screen keyboard is open: exactly while a text box has the focus."""
        return self._front.field is not None

    @property
    def layout(self) -> Layout:
        """What is on screen: the very placements that touches are tested against."""
        page = self._shown()
        if self._layout is None or page is not self._page:
            field = self._front.field
            sight = Sight(
                page,
                self.height,
                tuple(self._front.scrolls.items()),
                self.clock.time,
                self._typist.page if field else None,
                field.enter if field else "done",
                field.input if field else "text",
                self._notice,
            )
            self._page, self._layout = page, layout_of(sight)
        return self._layout

    def _shown(self) -> Page:
        """The page on screen, which another app's dialog may lie over."""
        page = self._front.page()
        return blocked(page, self._titles[self._blocked]) if self._blocked else page

    def start(self) -> tuple[Event, ...]:
        """Shows the home screen and returns the events of that."""
        return self._appeared()

    def perform(self, gesture: Gesture, step: int) -> Outcome:
        """Carries out a gesture.

        Args:
            gesture: What the agent does to the phone.
            step: The step of the session, for the record.

        Returns:
            The events, and why nothing happened if nothing did.
        """
        moment = Moment(step, self.clock.now)
        result = self._dispatch(gesture, moment)
        self._show(result)
        return Outcome((*result.events, *self._appeared()), result.error)

    def _show(self, result: Result) -> None:
        """Brings snackbar, dialogs and scroll positions in line with what happened."""
        if self._notice:
            self._notice_steps -= 1
            if not self._notice_steps:
                self._notice, self._layout = "", None
        if result.error is None:
            self._layout = None
        if result.notice:
            self._notice, self._notice_steps = result.notice, NOTICE_STEPS
        if result.notification:
            self._shade.add(self._icons[self._front.id], result.notification)
        if result.reveal:
            page, scrolls = self._shown(), self._front.scrolls
            bands = frame(page, self.height, keys=self.keyboard_visible)
            scrolls[BODY] = scroll_to(arranged(page), bands, result.reveal, scrolls.get(BODY, 0))

    def _appeared(self) -> tuple[Event, ...]:
        if self._layout is not None:
            return ()
        return self._front.appeared(self.layout.in_sight)

    def _dispatch(self, gesture: Gesture, moment: Moment) -> Result:
        match gesture:
            case Click():
                return self._tap(gesture.coordinate, moment)
            case DoubleClick():
                return self._double_tap(gesture.coordinate, moment)
            case LongPress():
                return self._hold(gesture.coordinate)
            case Type():
                return self._typist.type(self._front, gesture.text, moment)
            case Swipe():
                return self._swipe(gesture, moment)
            case Drag():
                return self._drag(gesture, moment)
            case SystemButton(button="back"):
                return self._back()
            case SystemButton(button="home"):
                return self._home()
            case SystemButton(button="recents"):
                return self._show_over(self._recents)
            case SystemButton():
                return self._typist.enter(self._front, moment)
            case Open():
                return self._open_named(gesture.text)
            case Wait():
                return Result()
        assert_never(gesture)

    # Touches.

    def _touched(self, at: Coordinate) -> tuple[Placement | None, Point]:
        point = point_on(at, self.height)
        return hit(self.layout.placements, *point), point

    def _tap(self, at: Coordinate, moment: Moment) -> Result:
        target, point = self._touched(at)
        if target is None or target.action is None:
            return _nothing(at, "a tap")
        if not target.widget.semantics().enabled:
            name = target.widget.semantics().text or "That"
            return Result(error=ActionError("disabled", f"{name!r} cannot be used yet."))
        effect: Effect = target.action  # type: ignore[assignment]
        if isinstance(effect, Focus):
            return self._focus(effect.field, caret_at(target, point))
        return self._perform(effect, moment)

    def _double_tap(self, at: Coordinate, moment: Moment) -> Result:
        """Two quick taps; in a text box they select, as a long press does."""
        target, _ = self._touched(at)
        if target is not None and target.hold is not None:
            return self._hold(at)
        first = self._tap(at, moment)
        if first.error is not None:
            return first
        self._show(first)
        appeared = self._appeared()
        second = self._tap(at, moment)
        events = (*first.events, *appeared, *second.events)
        return second._replace(events=events, error=None)

    def _hold(self, at: Coordinate) -> Result:
        target, point = self._touched(at)
        if target is None or not isinstance(target.hold, Select):
            return _nothing(at, "a long press")
        return self._focus(target.hold.field, selection_at(target, point))

    def _focus(self, field: str, caret: Caret | None) -> Result:
        if self._front.field is None or self._front.field.id != field:
            self._typist.page = "lower"
        self._front.focus(field, caret)
        return Result(reveal=field)

    def _perform(self, effect: Effect, moment: Moment) -> Result:
        """Carries out what concerns the phone itself; the rest is the program's business."""
        match effect:
            case Launch():
                return self._open(effect.app, _VIA.get(self._front.id, "icon"))
            case Dismiss() if self._blocked:
                self._unblock()
                return Result()
            case Clear():
                self._front.focus(effect.field)
                return self._front.edit("", 0, moment)._replace(reveal=effect.field)
            case PressKey():
                return self._typist.press(self._front, effect, moment)
            case _:
                return self._front.perform(effect, moment)

    # Scrolling.

    def _swipe(self, swipe: Swipe, moment: Moment) -> Result:
        target, point = self._touched(swipe.coordinate)
        if swipe.direction == "down" and point.y < STATUS_HEIGHT:
            return self._show_over(self._shade)
        if swipe.direction == "up" and self._front is self._shade:
            return self._back()
        if swipe.direction == "down" and target is not None and target.id == SHEET:
            return self._pull(moment)
        return swiped(self.layout, self._front.scrolls, swipe.direction, point)

    def _drag(self, drag: Drag, moment: Moment) -> Result:
        target, (x, y) = self._touched(drag.coordinate)
        end_x, end_y = point_on(drag.end_coordinate, self.height)
        vertical = abs(end_y - y) >= abs(end_x - x)
        far = vertical and end_y - y > STATUS_HEIGHT
        if far and y < STATUS_HEIGHT:
            return self._show_over(self._shade)
        if far and target is not None and target.id == SHEET:
            return self._pull(moment)
        axis: Axis = "y" if vertical else "x"
        by = y - end_y if vertical else x - end_x
        return scrolled(self.layout, self._front.scrolls, axis, Point(x, y), by)

    def _pull(self, moment: Moment) -> Result:
        """Pulls the open sheet down by its handle or title."""
        panel = self._shown().panel
        assert panel is not None
        effect: Effect = panel.dismiss  # type: ignore[assignment]
        return self._perform(effect, moment)

    # Navigation.

    def _back(self) -> Result:
        """Closes the keyboard, else dialog or sheet, else the screen, else the app."""
        if self.keyboard_visible:
            self._front.focus(None)
        elif self._blocked:
            self._unblock()
        elif self._front in (self._recents, self._shade):
            self._show_program(self._under)
        elif not self._front.back():
            return self._home()
        return Result()

    def _home(self) -> Result:
        self._unblock()
        if self._front is self._launcher:
            return Result(error=ActionError("already_home", "This is the home screen."))
        self._show_program(self._launcher)
        return Result()

    def _show_over(self, program: Program) -> Result:
        """Shows recents or notifications over whatever is there; Back leads to it again."""
        if self._front is program:
            return Result()
        self._unblock()
        if self._front not in (self._recents, self._shade):
            self._under = self._front
        self._show_program(program)
        return Result()

    def _show_program(self, program: Program) -> None:
        """Brings a program to the front; what another had to say goes with it."""
        self._front.focus(None)
        self._front = program
        self._notice, self._notice_steps = "", 0

    def _unblock(self) -> None:
        self._blocked = ""

    def _open_named(self, name: str) -> Result:
        app = self._names.get(" ".join(name.split()).casefold())
        if app is None:
            titles = ", ".join(self._titles.values())
            sentence = f"There is no app {name!r} on this phone; there are {titles}."
            return Result(error=ActionError("unknown_app", sentence))
        return self._open(app, "command")

    def _open(self, app: str, via: Via) -> Result:
        """The one way into an app, whatever leads there."""
        self._front.focus(None)
        self._unblock()
        if not self._may_open(app):
            self._blocked = app
            title = self._titles[app]
            sentence = f"{title} is a HIGH app; ask for access_app first."
            error = ActionError("app_blocked", sentence)
            self._layout = None
            return Result(events=(AppBlocked(app=app, via=via),), error=error)
        opened = self._programs[app]
        if opened is self._front:
            return Result()
        self._recents.use(self._icons[app])
        self._show_program(opened)
        return Result(events=(AppOpened(app=app, via=via),))


def _names(apps: Sequence[tuple[AppSpec, Store]]) -> Mapping[str, str]:
    names = {name.casefold(): spec.id for spec, _ in apps for name in spec.names}
    return names | {imy.IMY: imy.IMY}


def _nothing(at: Coordinate, what: str) -> Result:
    sentence = f"Nothing at ({at[0]:.3f}, {at[1]:.3f}) reacts to {what}."
    return Result(error=ActionError("nothing_here", sentence))
