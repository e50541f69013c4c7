"""From a screen's spec and where the user is to a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mpb_gym.runtime.blocks import Surroundings, nodes_of, shown_records
from mpb_gym.runtime.effects import AskCancel, Confirm, Dismiss, GoBack, GoTo, Submit, TakeOption
from mpb_gym.runtime.route import Visit, instance_of
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.blocks import FormBoxes, Records
from mpb_gym.spec.screen import ScreenSpec
from mpb_gym.spec.template import Template
from mpb_gym.store import Store
from mpb_gym.ui.page import PANEL_WIDTH, Leaf, Page, Panel
from mpb_gym.ui.widgets import Button, CheckRow, Dialog, IconButton


def page_of(
    spec: AppSpec,
    store: Store,
    visit: Visit,
    scope: Mapping[str, Any],
    *,
    first: bool,
    focus: str,
    selected: bool,
) -> Page:
    """Returns what a screen shows.

    Args:
        spec: The app.
        store: Its tables.
        visit: Where the user is.
        scope: What the screen's templates may speak of.
        first: Whether it is the app's first screen, so that there is nothing to go back to.
        focus: Id of the focused text box, or ``""``.
        selected: Whether that box's text is selected.
    """
    screen = spec.screens[visit.route.screen]
    if visit.menu:
        return _menu(spec, store, screen, visit.menu, scope)
    around = Surroundings(
        spec=spec, store=store, visit=visit, scope=scope, focus=focus, selected=selected
    )
    body = [
        node for index, block in enumerate(screen.body) for node in nodes_of(block, index, around)
    ]
    return Page(
        theme=spec.theme,
        title=screen.title.text(scope) or screen.untitled,
        back=None if first else GoBack(),
        actions=tuple(
            Leaf(
                id=f"action/{action.go}",
                widget=IconButton(icon=action.icon, description=action.label),
                action=GoTo(action.go),
            )
            for action in screen.actions
        ),
        body=tuple(body),
        note=screen.note.text(scope),
        bottom=_bottom(spec, screen, scope),
        panel=_panel(spec, store, screen, visit.asking) if visit.asking else None,
    )


def _menu(
    spec: AppSpec, store: Store, screen: ScreenSpec, column: str, scope: Mapping[str, Any]
) -> Page:
    """The options of a dropdown, on a page of their own so that any number has room."""
    name = next(block.form for block in screen.body if isinstance(block, FormBoxes))
    form = spec.forms[name]
    box = form.box(column)
    value = store.draft(instance_of(form, dict(scope))).get(column, "")
    options = box.options.value(scope) if isinstance(box.options, Template) else box.options
    body = tuple(
        Leaf(
            id=f"option/{index}",
            widget=CheckRow(label=str(option), checked=str(option) == value, kind="radio"),
            action=TakeOption(str(option)),
            below=0,
        )
        for index, option in enumerate(options or ())
    )
    return Page(theme=spec.theme, title=box.label, back=Dismiss(), body=body)


def _bottom(spec: AppSpec, screen: ScreenSpec, scope: Mapping[str, Any]) -> tuple[Leaf, ...]:
    leaves = [
        Leaf(
            id=f"button/{button.label}",
            widget=Button(
                label=button.label,
                variant=button.variant,
                enabled=all(scope.get(name) for name in button.needs),
            ),
            action=GoTo(button.go),
        )
        for button in screen.bottom
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
