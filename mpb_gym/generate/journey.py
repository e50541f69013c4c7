"""How a form is reached and a record cancelled, worked out from an app's screens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.blocks import EMPTY, Cards, Choice, FormBoxes, Records, Search, Stepper
from mpb_gym.spec.form import FormSpec
from mpb_gym.spec.template import Template
from mpb_gym.spec.ways import Way, paths, ways

UP = "Navigate up"
"""What the arrow in an app bar is called."""

Chooser: TypeAlias = Choice | Stepper


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One screen on the way to a form.

    Attributes:
        collection: The collection of which one entity is tapped here; empty if none is.
        name: What its cards are called.
        where: What the cards on show have in common, by field.
        searchable: Whether there is a search box, so that the entity can be looked for.
        choices: What is to be chosen here.
        button: The button that leads on; empty if a card does.
    """

    collection: str = ""
    name: Template = EMPTY
    where: Mapping[str, Template]
    searchable: bool
    choices: tuple[Chooser, ...] = ()
    button: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Journey:
    """The way from an app's first screen to a form, and back.

    Attributes:
        home: The button that leads from the form's last screen to the first.
    """

    form: FormSpec
    stages: tuple[Stage, ...]
    home: str

    @property
    def collections(self) -> tuple[str, ...]:
        """The collections that are picked from, in order."""
        return tuple(each.collection for each in self.stages if each.collection)

    @property
    def choices(self) -> tuple[Chooser, ...]:
        """Everything to be chosen, in order."""
        return tuple(choice for stage in self.stages for choice in stage.choices)

    def name(self, collection: str) -> Template:
        """What the entities of a collection are called on their cards."""
        return next(each.name for each in self.stages if each.collection == collection)


@lru_cache(maxsize=256)
def journey(spec: AppSpec, form: str) -> Journey:
    """Works out the shortest way to a form.

    Raises:
        LookupError: No screen on any way shows the form.
    """
    for screen, path in paths(spec).items():
        if any(
            isinstance(block, FormBoxes) and block.form == form for block in _body(spec, screen)
        ):
            done = spec.forms[form].done
            back = [each for each in ways(spec) if each.start == done and each.end == spec.start]
            return Journey(
                form=spec.forms[form],
                stages=tuple(_stage(spec, way) for way in path),
                home=back[0].of if back else UP,
            )
    raise LookupError(f"no way leads to the form {form!r} of {spec.id}")


def _body(spec: AppSpec, screen: str) -> tuple[object, ...]:
    return spec.screens[screen].body


def _stage(spec: AppSpec, way: Way) -> Stage:
    body = _body(spec, way.start)
    searchable = any(isinstance(block, Search) for block in body)
    if way.kind == "card":
        cards = next(each for each in body if isinstance(each, Cards) and f"{each.of}/" == way.of)
        return Stage(
            collection=cards.of,
            name=cards.card.lines[0].text,
            where=cards.where,
            searchable=searchable,
        )
    choices = tuple(block for block in body if isinstance(block, Choice | Stepper))
    return Stage(where={}, searchable=searchable, choices=choices, button=way.of)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Where the records of a table are shown and cancelled.

    Attributes:
        labels: What to tap, from the first screen.
    """

    records: Records
    labels: tuple[str, ...]


@lru_cache(maxsize=256)
def ledger(spec: AppSpec, table: str) -> Ledger:
    """Finds the screen that lists a table's records.

    Raises:
        LookupError: There is none.
    """
    for screen, path in paths(spec).items():
        for block in _body(spec, screen):
            if isinstance(block, Records) and block.table == table:
                return Ledger(records=block, labels=tuple(way.of for way in path))
    raise LookupError(f"no screen of {spec.id} lists {table!r}")
