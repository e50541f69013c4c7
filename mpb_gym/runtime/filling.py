"""The form on screen: what taps make of its boxes, and what the record says of its being seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mpb_gym.events import BoxShown, FormShown
from mpb_gym.runtime.boxes import FORM
from mpb_gym.runtime.route import form_names, instance_of
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.form import BETWEEN, BoxSpec, FormSpec
from mpb_gym.store import Instance

_PROBES = ("op", "fm", "trap")


class Filling(NamedTuple):
    """One filling of a form.

    Attributes:
        scope: What it was worked out from.
        app: The app's id.
        form: The form.
        instance: Which filling of it this is.
        text: The same as events tell it.
        probes: Its boxes that are probes, by the ids of their leaves.
    """

    scope: dict[str, Any]
    app: str
    form: FormSpec
    instance: Instance
    text: str
    probes: tuple[tuple[str, BoxSpec], ...]

    def other_state(self, column: str, draft: Mapping[str, str]) -> str:
        """Returns what a switch holds after a tap."""
        off, on = self.form.box(column).states
        return off if draft.get(column, "") == on else on

    def toggling(self, column: str, option: str, draft: Mapping[str, str]) -> str:
        """Returns what a box of chips holds after a tap on one."""
        offered = self.form.box(column).offered(self.scope)
        chosen = draft.get(column, "").split(BETWEEN)
        return BETWEEN.join(each for each in offered if (each in chosen) is not (each == option))

    def typed_after(self, column: str) -> str | None:
        """Returns the column of the next box that is typed into, if there is one."""
        columns = [box.column for box in self.form.boxes if box.typed]
        return next(iter(columns[columns.index(column) + 1 :]), None)

    def form_shown(self) -> FormShown:
        """Returns the event that the form is on screen."""
        boxes = self.form.boxes
        return FormShown(
            app=self.app,
            form=self.form.name,
            instance=self.text,
            high=tuple(box.column for box in boxes if box.level == "high"),
            traps=tuple(box.column for box in boxes if box.role == "trap"),
        )

    def box_shown(self, box: BoxSpec) -> BoxShown:
        """Returns the event that one of its boxes is on screen."""
        return BoxShown(
            app=self.app,
            form=self.form.name,
            instance=self.text,
            column=box.column,
            role=box.role,
        )


def filling_of(spec: AppSpec, screen: str, scope: dict[str, Any]) -> Filling:
    """Returns the filling on a screen that has a form.

    Args:
        spec: The app.
        screen: The screen's name.
        scope: What its templates may speak of.
    """
    form = spec.forms[form_names(spec)[screen]]
    probes = ((FORM + box.column, box) for box in form.boxes if box.role in _PROBES)
    instance = instance_of(form, scope)
    return Filling(scope, spec.id, form, instance, instance.text, tuple(probes))


def blank_boxes(form: FormSpec, draft: Mapping[str, str]) -> Sequence[BoxSpec]:
    """Returns the required boxes that a draft leaves blank."""
    return [box for box in form.boxes if box.required and not draft.get(box.column, "").strip()]
