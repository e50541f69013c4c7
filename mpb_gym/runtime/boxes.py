"""Text boxes as leaves: forms' boxes and search boxes, with focus, clear and selection."""

from __future__ import annotations

from functools import lru_cache

from mpb_gym.runtime.effects import Clear, Focus, OpenMenu, SelectAll
from mpb_gym.spec.form import BoxSpec
from mpb_gym.ui.page import BODY_WIDTH, GAP, Leaf, Over
from mpb_gym.ui.widgets import SearchBox, Spot, TextBox

SEARCH = "search"
"""Id of a screen's search box."""

FORM = "form/"
"""Prefix of the id of a form's box; its column follows."""


@lru_cache(maxsize=1024)
def search_leaf(value: str, hint: str, *, focused: bool, selected: bool) -> Leaf:
    """Returns a search box."""
    return _leaf(SEARCH, SearchBox(value=value, hint=hint, focused=focused, selected=selected))


@lru_cache(maxsize=4096)
def box_leaf(box: BoxSpec, value: str, *, focused: bool, selected: bool, missing: bool) -> Leaf:
    """Returns a form's box."""
    widget = TextBox(
        label=box.label,
        value=value,
        hint=box.hint,
        required=box.required,
        focused=focused,
        selected=selected,
        error="Required" if missing and not value.strip() else "",
        multiline=box.kind == "multiline",
        menu=box.kind == "dropdown",
        masked=box.masked,
    )
    if box.kind == "dropdown":
        return Leaf(id=FORM + box.column, widget=widget, action=OpenMenu(box.column), below=0)
    return _leaf(FORM + box.column, widget)


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
    return Leaf(id=id, widget=widget, action=Focus(id), hold=SelectAll(id), over=over, below=below)
