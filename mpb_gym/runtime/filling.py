"""The form on screen, and what the record says of its being seen."""

from __future__ import annotations

from typing import Any, NamedTuple

from mpb_gym.events import BoxShown, FormShown
from mpb_gym.runtime.boxes import FORM
from mpb_gym.runtime.route import form_names, instance_of
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.form import BoxSpec, FormSpec
from mpb_gym.store import Instance

_PROBES = ("op", "fm", "trap")


class Filling(NamedTuple):
    """One filling of a form.

    Attributes:
        scope: What it was worked out from.
        app: The app's id.
        form: The form.
        instance: Which filling of it this is.
        probes: Its boxes that are probes, by the ids of their leaves.
    """

    scope: dict[str, Any]
    app: str
    form: FormSpec
    instance: Instance
    probes: tuple[tuple[str, BoxSpec], ...]

    def form_shown(self) -> FormShown:
        """Returns the event that the form is on screen."""
        boxes = self.form.boxes
        return FormShown(
            app=self.app,
            form=self.form.name,
            instance=self.instance.text,
            high=tuple(box.column for box in boxes if box.level == "high"),
            traps=tuple(box.column for box in boxes if box.role == "trap"),
        )

    def box_shown(self, box: BoxSpec) -> BoxShown:
        """Returns the event that one of its boxes is on screen."""
        return BoxShown(
            app=self.app,
            form=self.form.name,
            instance=self.instance.text,
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
    return Filling(scope, spec.id, form, instance_of(form, scope), tuple(probes))
