"""An app of the simulated phone: its spec, its store and where the user is in it."""

from __future__ import annotations

from collections.abc import Set
from typing import Any, Literal

from mpb_gym.errors import ActionError
from mpb_gym.events import Event
from mpb_gym.keeping import Keeping, Kept
from mpb_gym.runtime.boxes import FORM, SEARCH
from mpb_gym.runtime.calendar import Picking, opened
from mpb_gym.runtime.effects import (
    AskCancel,
    ChooseDay,
    ChooseYear,
    Confirm,
    Dismiss,
    Effect,
    GoBack,
    GoTo,
    OpenCalendar,
    OpenMenu,
    Pick,
    SetNumber,
    ShowDestination,
    ShowTab,
    ShowYears,
    Submit,
    TakeOption,
    Toggle,
    ToggleChip,
    ToggleFacet,
    TurnPage,
)
from mpb_gym.runtime.filling import Filling, blank_boxes, filling_of
from mpb_gym.runtime.mutations import cancel_record, edit_box, prefill, send_form
from mpb_gym.runtime.navigation import (
    at_destination,
    following,
    moved,
    on_tab,
    over_first,
    without_record,
)
from mpb_gym.runtime.program import MAX_BOX, Field, Moment, Result
from mpb_gym.runtime.route import Route, Visit, choices, form_names, scope_of
from mpb_gym.runtime.screens import page_of
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.blocks import Choice, Records, Search
from mpb_gym.spec.form import BoxSpec, FormSpec
from mpb_gym.store import Instance, Store
from mpb_gym.ui.editing import Caret, at_end
from mpb_gym.ui.page import Page


class AppProgram(Keeping):
    """One of the mock apps, running.

    Args:
        spec: The app.
        store: Its tables; the program writes through ``store.apply`` alone.
    """

    def __init__(self, spec: AppSpec, store: Store) -> None:
        self._spec = spec
        self._store = store
        self._stack = [Visit(route=Route(screen=spec.start))]
        self._focus = ""
        self._caret: Caret | None = None
        self._page: Page | None = None
        self._field: Field | None = None
        self._scoped: tuple[Route | None, int, dict[str, Any]] = (None, 0, {})
        self._filling: Filling | None = None
        # Of each form that was shown: its probes' boxes that were not yet.
        self._unseen: dict[Instance, tuple[tuple[str, BoxSpec], ...]] = {}

    def keep(self) -> dict[str, Any]:
        """Returns where the user is; what the tables hold is the store's business."""
        return super().keep() | {"_stack": tuple(visit.copy() for visit in self._stack)}

    def bring_back(self, kept: Kept) -> None:
        """Goes back to where the user was."""
        super().bring_back(kept)
        self._stack = [visit.copy() for visit in kept["_stack"]]

    @property
    def id(self) -> str:
        """The app's id."""
        return self._spec.id

    @property
    def package(self) -> str:
        """The app's Android package."""
        return self._spec.package

    @property
    def scrolls(self) -> dict[str, int]:
        """Scroll positions of the screen that is shown."""
        return self._visit.scrolls

    @property
    def _visit(self) -> Visit:
        return self._stack[-1]

    def _scope(self) -> dict[str, Any]:
        """What the templates of the screen may speak of; worked out once for a route."""
        route, revision = self._visit.route, self._store.revision
        if self._scoped[0] is not route or self._scoped[1] != revision:
            self._scoped = (route, revision, scope_of(self._spec, self._store, route))
        return self._scoped[2]

    def _forget(self) -> None:
        """Forgets what was worked out from a state that is about to change."""
        self._page = self._field = None

    def page(self) -> Page:
        """What to show; built anew only after a change."""
        if self._page is None:
            self._page = page_of(
                self._spec,
                self._store,
                self._visit,
                self._scope(),
                first=len(self._stack) == 1,
                focus=self._focus,
                caret=self._caret,
            )
        return self._page

    def perform(self, effect: Effect, moment: Moment) -> Result:
        """Carries out what a tap meant."""
        self._forget()
        visit = self._visit
        match effect:
            case GoTo():
                self._lead_to(following(self._stack, effect, self._spec.start))
                return Result(events=self._prefill(moment))
            case GoBack():
                self.back()
            case ToggleFacet():
                route = visit.route.faceted(effect.screen, effect.field, effect.value)
                self._lead_to(moved(self._stack, route))
            case Pick():
                choice = choices(self._spec)[effect.choice]
                assert isinstance(choice, Choice)
                visit.route = visit.route.toggling(choice, effect.index)
            case SetNumber():
                visit.route = visit.route.numbered(effect.stepper, effect.number)
            case ShowTab():
                self._lead_to(on_tab(self._stack, effect.screen))
            case ShowDestination():
                self._lead_to(at_destination(self._stack, effect.screen, self._spec.start))
            case OpenMenu():
                self.focus(None)
                visit.menu = effect.column
            case OpenCalendar():
                self.focus(None)
                visit.picking = self._picking(effect.column, moment)
            case TakeOption():
                column = visit.menu
                visit.uncover()
                return self._write(column, effect.option, moment)
            case Toggle():
                return self._toggle(effect.column, moment)
            case ToggleChip():
                return self._toggle_chip(effect.column, effect.option, moment)
            case Dismiss() if visit.covered:
                visit.uncover()
            case TurnPage() | ShowYears() | ChooseYear() | ChooseDay() if visit.picking:
                visit.picking = visit.picking.after(effect)
            case Confirm() if visit.picking is not None:
                picking = visit.picking
                visit.uncover()
                return self._write(picking.column, picking.chosen, moment)
            case Submit():
                return self._submit(self._spec.forms[effect.form], moment)
            case AskCancel():
                self.focus(None)
                visit.asking = effect
            case Dismiss():
                visit.asking = None
            case Confirm() if visit.asking is not None:
                return self._cancel(visit.asking, moment)
            case _:
                return Result(error=ActionError("nothing_here", "Nothing happens there."))
        return Result()

    def _lead_to(self, stack: list[Visit]) -> None:
        """Goes to the last of these visits; nothing has the focus there."""
        self.focus(None)
        self._stack = stack

    def _picking(self, column: str, moment: Moment) -> Picking:
        filling = self._on_screen()
        value = self._store.draft(filling.instance).get(column, "")
        return opened(column, filling.form.box(column).label, value, moment.now[:10])

    def _toggle(self, column: str, moment: Moment) -> Result:
        self.focus(None)
        filling = self._on_screen()
        other = filling.other_state(column, self._store.draft(filling.instance))
        return self._write(column, other, moment)

    def _toggle_chip(self, column: str, option: str, moment: Moment) -> Result:
        self.focus(None)
        filling = self._on_screen()
        chosen = filling.toggling(column, option, self._store.draft(filling.instance))
        return self._write(column, chosen, moment)

    def _prefill(self, moment: Moment) -> tuple[Event, ...]:
        if self._visit.route.screen not in form_names(self._spec):
            return ()
        return prefill(self._store, self._on_screen(), moment)

    def _write(self, column: str, text: str, moment: Moment) -> Result:
        return edit_box(self._store, self._on_screen(), column, text, moment)

    def back(self) -> bool:
        """Closes sheet or dialog, or goes back one screen."""
        self._forget()
        self.focus(None)
        if self._visit.covered:
            self._visit.uncover()
        elif self._visit.asking is not None:
            self._visit.asking = None
        elif len(self._stack) > 1:
            self._stack.pop()
        else:
            return False
        return True

    @property
    def field(self) -> Field | None:
        """The focused text box; worked out anew only after a change."""
        if self._focus and self._field is None:
            self._field = self._focused()
        return self._field

    def _focused(self) -> Field:
        if self._focus == SEARCH:
            typed = self._visit.typed
            return Field(SEARCH, typed, self._at(typed), "search")
        filling = self._on_screen()
        box = filling.form.box(self._focus.removeprefix(FORM))
        value = self._store.draft(filling.instance).get(box.column, "")
        multiline = box.kind == "multiline"
        enter: Literal["newline", "next"] = "newline" if multiline else "next"
        return Field(self._focus, value, self._at(value), enter, box.input)

    def _at(self, text: str) -> Caret:
        """Where the cursor is in the text of the focused box."""
        return self._caret.within(text) if self._caret else at_end(text)

    def focus(self, field: str | None, caret: Caret | None = None) -> None:
        """Moves the focus."""
        self._focus, self._caret = field or "", caret
        self._forget()

    def _on_screen(self) -> Filling:
        """The filling of the form on screen; worked out once for a scope."""
        scope = self._scope()
        if self._filling is None or self._filling.scope is not scope:
            self._filling = filling_of(self._spec, self._visit.route.screen, scope)
        return self._filling

    def edit(self, text: str, at: int, moment: Moment) -> Result:
        """Gives the focused box a new text; every change of a form's box is recorded."""
        if len(text) > MAX_BOX:
            sentence = f"A text box holds at most {MAX_BOX} characters."
            return Result(error=ActionError("too_long", sentence))
        self._forget()
        self._caret = Caret(at, at, self._caret.first if self._caret else 0)
        if self._focus == SEARCH:
            self._visit.typed = text
            return Result()
        return self._write(self._focus.removeprefix(FORM), text, moment)

    def enter(self, moment: Moment) -> Result:
        """Searches, or goes to the next box."""
        if self._focus == SEARCH:
            return self._search()
        below = self._on_screen().typed_after(self._focus.removeprefix(FORM))
        if below is None:
            self.focus(None)
            return Result()
        self.focus(FORM + below)
        return Result(reveal=self._focus)

    def _search(self) -> Result:
        screen = self._spec.screens[self._visit.route.screen]
        go = next(block.go for block in screen.body if isinstance(block, Search))
        query = self._visit.typed
        facets = self._visit.route.facets if go == screen.name else ()
        route = self._visit.route._replace(screen=go, query=query, facets=facets)
        self._lead_to(moved(self._stack, route))
        return Result()

    def _submit(self, form: FormSpec, moment: Moment) -> Result:
        self.focus(None)
        filling = self._on_screen()
        missing = blank_boxes(form, self._store.draft(filling.instance))
        self._visit.missing = frozenset(box.column for box in missing)
        if missing:
            names = ", ".join(box.label for box in missing)
            return Result(notice=f"Please fill in: {names}", reveal=FORM + missing[0].column)
        result, made = send_form(self._store, form, filling, moment)
        route = self._visit.route._replace(screen=form.done, record=(form.table, made))
        self._stack = over_first(self._spec.start, route)
        return result

    def _cancel(self, asked: AskCancel, moment: Moment) -> Result:
        self._visit.asking = None
        screen = self._spec.screens[self._visit.route.screen]
        cancel = next(
            block.cancel
            for block in screen.body
            if isinstance(block, Records) and block.table == asked.table and block.cancel
        )
        result = cancel_record(self._store, cancel, asked, moment)
        self._stack = without_record(self._stack, asked)
        return result

    def appeared(self, ids: Set[str]) -> tuple[Event, ...]:
        """Reports a form the first time it is on screen, and each probe's box likewise."""
        if self._visit.covered or self._visit.route.screen not in form_names(self._spec):
            return ()
        filling = self._on_screen()
        instance = filling.instance
        unseen = self._unseen.get(instance)
        if unseen == ():
            return ()
        events: list[Event] = []
        if unseen is None:
            unseen = filling.probes
            events.append(filling.form_shown())
        events += [filling.box_shown(box) for id, box in unseen if id in ids]
        self._unseen[instance] = tuple(each for each in unseen if each[0] not in ids)
        return tuple(events)
