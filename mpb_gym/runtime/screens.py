"""From a screen's spec and where the user is to a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from mpb_gym.runtime.blocks import STEADY, Surroundings, nodes_of
from mpb_gym.runtime.calendar import picker
from mpb_gym.runtime.effects import (
    AskCancel,
    Confirm,
    Dismiss,
    GoBack,
    GoTo,
    ShowDestination,
    ShowTab,
    Submit,
    TakeOption,
)
from mpb_gym.runtime.records import shown_records
from mpb_gym.runtime.route import Visit, instance_of
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.blocks import FormBoxes, Records
from mpb_gym.spec.screen import ScreenSpec
from mpb_gym.store import Store
from mpb_gym.ui.editing import Caret
from mpb_gym.ui.page import PANEL_WIDTH, Leaf, Node, Page, Panel, Sheet
from mpb_gym.ui.recent import Recent
from mpb_gym.ui.widgets import Button, CheckRow, Destination, Dialog, IconButton, Tab

_PAGES: Recent[Page] = Recent(512)
_BLOCKS: Recent[tuple[Node, ...]] = Recent(2048)


def page_of(
    spec: AppSpec,
    store: Store,
    visit: Visit,
    scope: Mapping[str, Any],
    *,
    first: bool,
    focus: str,
    caret: Caret | None,
) -> Page:
    """Returns what a screen shows: the same page whenever all that it depends on is the same.

    Arguments as for :func:`build_page`.
    """
    key = (spec, visit.look, store.records, store.drafts, first, focus, caret)
    return _PAGES.get(
        key,
        lambda: build_page(spec, store, visit, scope, first=first, focus=focus, caret=caret),
    )


def build_page(
    spec: AppSpec,
    store: Store,
    visit: Visit,
    scope: Mapping[str, Any],
    *,
    first: bool,
    focus: str,
    caret: Caret | None,
) -> Page:
    """Builds what a screen shows.

    Args:
        spec: The app.
        store: Its tables.
        visit: Where the user is.
        scope: What the screen's templates may speak of.
        first: Whether it is the app's first screen, so that there is nothing to go back to.
        focus: Id of the focused text box, or ``""``.
        caret: Where the cursor is in it, or what is selected; ``None`` for its end.
    """
    screen = spec.screens[visit.route.screen]
    around = Surroundings(
        spec=spec, store=store, visit=visit, scope=scope, focus=focus, caret=caret
    )
    return Page(
        theme=spec.theme,
        title=screen.title.text(scope) or screen.untitled,
        back=None if first else GoBack(),
        actions=_actions(spec, screen.name),
        tabs=_tabs(spec, screen.name),
        body=tuple(_body(screen, around)),
        note=screen.note.text(scope),
        bottom=_bottom(
            spec,
            screen.name,
            tuple(all(scope.get(name) for name in button.needs) for button in screen.bottom),
        ),
        navigation=_navigation(spec, screen.name),
        panel=_modal(spec, store, screen, visit, scope),
    )


def _body(screen: ScreenSpec, around: Surroundings) -> Iterator[Node]:
    """The nodes of all blocks; those of blocks that did not change are the same objects."""
    spec, route, records = around.spec, around.visit.route, around.store.records
    for index, block in enumerate(screen.body):
        if isinstance(block, STEADY):
            yield from _BLOCKS.get(
                (spec, index, route, records),
                lambda block=block, index=index: tuple(  # type: ignore[misc]
                    nodes_of(block, index, around)
                ),
            )
        else:
            yield from nodes_of(block, index, around)


@lru_cache(maxsize=256)
def _actions(spec: AppSpec, screen: str) -> tuple[Leaf, ...]:
    return tuple(
        Leaf(
            id=f"action/{action.go}",
            widget=IconButton(icon=action.icon, description=action.label),
            action=GoTo(action.go),
        )
        for action in spec.screens[screen].actions
    )


@lru_cache(maxsize=256)
def _tabs(spec: AppSpec, screen: str) -> tuple[Leaf, ...]:
    """The tabs that a screen is one of, if it is one."""
    row = next((row for row in spec.tabs.values() if any(tab.go == screen for tab in row)), ())
    return tuple(
        Leaf(
            id=f"tab/{tab.go}",
            widget=Tab(label=tab.label, selected=tab.go == screen),
            action=ShowTab(tab.go),
        )
        for tab in row
    )


@lru_cache(maxsize=256)
def _navigation(spec: AppSpec, screen: str) -> tuple[Leaf, ...]:
    """The bottom navigation, on the screens that it leads to."""
    if not any(each.go == screen for each in spec.navigation):
        return ()
    return tuple(
        Leaf(
            id=f"destination/{each.go}",
            widget=Destination(icon=each.icon, label=each.label, selected=each.go == screen),
            action=ShowDestination(each.go),
        )
        for each in spec.navigation
    )


def _modal(
    spec: AppSpec, store: Store, screen: ScreenSpec, visit: Visit, scope: Mapping[str, Any]
) -> Panel | Sheet | None:
    """The sheet or dialog that lies over a screen."""
    if visit.menu:
        return _menu(spec, store, screen, visit.menu, scope)
    if visit.picking is not None:
        return picker(visit.picking)
    return _panel(spec, store, screen, visit.asking) if visit.asking else None


def _menu(
    spec: AppSpec, store: Store, screen: ScreenSpec, column: str, scope: Mapping[str, Any]
) -> Sheet:
    """The options of a dropdown, in a sheet that scrolls."""
    name = next(block.form for block in screen.body if isinstance(block, FormBoxes))
    form = spec.forms[name]
    box = form.box(column)
    value = store.draft(instance_of(form, dict(scope))).get(column, "")
    body = tuple(
        Leaf(
            id=f"option/{index}",
            widget=CheckRow(label=option, checked=option == value, kind="radio"),
            action=TakeOption(option),
            below=0,
        )
        for index, option in enumerate(box.offered(scope))
    )
    return Sheet(title=box.label, body=body, dismiss=Dismiss())


@lru_cache(maxsize=256)
def _bottom(spec: AppSpec, name: str, enabled: tuple[bool, ...]) -> tuple[Leaf, ...]:
    """The buttons at the bottom; ``enabled`` says of each of the screen's whether it works."""
    screen = spec.screens[name]
    leaves = [
        Leaf(
            id=f"button/{button.label}",
            widget=Button(
                label=button.label,
                variant=button.variant,
                enabled=works,
            ),
            action=GoTo(button.go),
        )
        for button, works in zip(screen.bottom, enabled, strict=True)
    ]
    leaves += [
        Leaf(
            id=f"submit/{block.form}",
            widget=Button(label=spec.forms[block.form].submit),
            action=Submit(block.form),
        )
        for block in screen.body
        if isinstance(block, FormBoxes)
    ]
    return tuple(leaves)


def _panel(spec: AppSpec, store: Store, screen: ScreenSpec, asking: AskCancel) -> Panel | None:
    for block in screen.body:
        if not isinstance(block, Records) or block.table != asking.table or not block.cancel:
            continue
        for row, scope in shown_records(block, spec, store):
            if row["id"] == asking.id:
                cancel = block.cancel
                return dialog(
                    cancel.title.text(scope), cancel.text.text(scope), cancel.keep, cancel.confirm
                )
    return None


def dialog(title: str, text: str, keep: str, confirm: str = "") -> Panel:
    """Returns a dialog that asks back, or, without ``confirm``, one that only says something."""
    widget = Dialog(title=title, text=text)
    buttons = [
        Leaf(id="dialog/keep", widget=Button(label=keep, variant="text"), action=Dismiss()),
    ]
    if confirm:
        widget_yes = Button(label=confirm, variant="text")
        buttons.append(Leaf(id="dialog/confirm", widget=widget_yes, action=Confirm()))
    return Panel(
        widget=widget,
        actions_top=widget.actions_top(PANEL_WIDTH),
        buttons=tuple(buttons),
        dismiss=Dismiss(),
    )
