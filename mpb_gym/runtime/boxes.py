"""Text boxes as leaves: forms' boxes and search boxes, with focus, clear and selection."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from mpb_gym.runtime.effects import Clear, Focus, OpenCalendar, OpenMenu, Select, Toggle, ToggleChip
from mpb_gym.spec.form import BETWEEN, BoxSpec
from mpb_gym.ui.editing import Caret
from mpb_gym.ui.page import BODY_WIDTH, GAP, Grid, Leaf, Node, Over
from mpb_gym.ui.widgets import Chip, ChipsLabel, SearchBox, Spot, SwitchRow, TextBox

SEARCH = "search"
"""Id of a screen's search box."""

FORM = "form/"
"""Prefix of the id of a form's box; its column follows."""


@lru_cache(maxsize=1024)
def search_leaf(value: str, hint: str, *, focused: bool, caret: Caret | None) -> Leaf:
    """Returns a search box."""
    return _leaf(SEARCH, SearchBox(value=value, hint=hint, focused=focused, caret=caret))


@lru_cache(maxsize=4096)
def box_leaf(
    box: BoxSpec, value: str, *, focused: bool, caret: Caret | None, missing: bool
) -> Leaf:
    """Returns a form's box, or its switch."""
    id = FORM + box.column
    if box.kind == "switch":
        on = value == box.states[1]
        row = SwitchRow(label=box.label, supporting=box.hint, state=box.states[on], on=on)
        return Leaf(id=id, widget=row, action=Toggle(box.column))
    widget = TextBox(
        label=box.label,
        value=value,
        hint=box.hint,
        required=box.required,
        focused=focused,
        caret=caret,
        error="Required" if missing and not value.strip() else "",
        multiline=box.kind == "multiline",
        menu=box.kind == "dropdown",
        date=box.kind == "date",
        masked=box.masked,
    )
    if box.kind == "dropdown":
        return Leaf(id=id, widget=widget, action=OpenMenu(box.column), below=0)
    leaf = _leaf(id, widget)
    icon = widget.icon_rect(BODY_WIDTH)
    if icon is None:
        return leaf
    spot = Spot(description=f"Choose a date for {box.label}")
    calendar = Over(id=f"{id}/calendar", widget=spot, rect=icon, action=OpenCalendar(box.column))
    return replace(leaf, over=(*leaf.over, calendar))


@lru_cache(maxsize=1024)
def chip_nodes(
    box: BoxSpec, options: tuple[str, ...], value: str, *, missing: bool
) -> tuple[Node, ...]:
    """Returns a form's chips below their label."""
    id = FORM + box.column
    label = ChipsLabel(
        label=box.label,
        value=value,
        supporting=box.hint,
        required=box.required,
        error="Required" if missing and not value else "",
    )
    chosen = value.split(BETWEEN)
    chips = tuple(
        Leaf(
            id=f"{id}/{index}",
            widget=Chip(label=option, selected=option in chosen),
            action=ToggleChip(box.column, option),
        )
        for index, option in enumerate(options)
    )
    return Leaf(id=id, widget=label, below=0), Grid(id=f"{id}/chips", leaves=chips, columns=2)


def text_leaf(id: str, widget: TextBox) -> Leaf:
    """Returns any other text box."""
    return _leaf(id, widget)


def _leaf(id: str, widget: TextBox | SearchBox) -> Leaf:
    cross = widget.clear_rect(BODY_WIDTH)
    over: tuple[Over, ...] = ()
    if cross is not None:
        spot = Spot(description="Clear text")
        over = (Over(id=f"{id}/clear", widget=spot, rect=cross, action=Clear(id)),)
    # A form's boxes keep room for their messages; no more is needed between them.
    below = 0 if isinstance(widget, TextBox) else GAP
    return Leaf(id=id, widget=widget, action=Focus(id), hold=Select(id), over=over, below=below)
