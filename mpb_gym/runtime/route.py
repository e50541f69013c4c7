"""Where in an app the user is: a screen with the choices that led to it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from mpb_gym.runtime.calendar import Picking
from mpb_gym.runtime.effects import AskCancel
from mpb_gym.spec.app import ALL, FACET, QUERY, RECORD, AppSpec
from mpb_gym.spec.blocks import Choice, FormBoxes, Stepper
from mpb_gym.spec.form import FormSpec
from mpb_gym.spec.rules import Scalar
from mpb_gym.store import Instance, Store
from mpb_gym.ui.overlays import SHEET


class Route(NamedTuple):
    """A screen and what has been chosen so far.

    Attributes:
        chosen: Pairs of collection and entity id.
        picks: Pairs of choice and the indices picked, in list order.
        query: The search in force.
        facets: Pairs of field and value in force.
        record: Pair of table and id of the record that was just made.
    """

    screen: str
    chosen: tuple[tuple[str, Scalar], ...] = ()
    picks: tuple[tuple[str, tuple[int, ...]], ...] = ()
    query: str = ""
    facets: tuple[tuple[str, str], ...] = ()
    record: tuple[str, int] | None = None

    def choosing(self, screen: str, collection: str, entity: Scalar) -> Route:
        """Returns the route to a screen with an entity chosen.

        What was chosen in other collections stays; options, query and facets start anew.
        """
        chosen = {**dict(self.chosen), collection: entity}
        return Route(screen=screen, chosen=tuple(chosen.items()))

    def picked(self, name: str) -> tuple[int, ...]:
        """Returns the indices picked in a choice."""
        return dict(self.picks).get(name, ())

    def toggling(self, choice: Choice, index: int) -> Route:
        """Returns the route after a tap on a member of a choice."""
        before = self.picked(choice.name)
        if index in before:
            after = tuple(each for each in before if each != index)
        else:
            after = tuple(sorted((*before, index))) if choice.kind == "many" else (index,)
        picks = {**dict(self.picks), choice.name: after}
        return self._replace(picks=tuple(picks.items()))

    def numbered(self, stepper: str, number: int) -> Route:
        """Returns the route after a stepper was given a number."""
        picks = {**dict(self.picks), stepper: (number,)}
        return self._replace(picks=tuple(picks.items()))

    def faceted(self, screen: str, name: str, value: str) -> Route:
        """Returns the route to a list after a tap on a facet's chip."""
        facets = dict(self.facets) if screen == self.screen else {}
        if facets.get(name) == value:
            del facets[name]
        else:
            facets[name] = value
        query = self.query if screen == self.screen else ""
        return self._replace(screen=screen, facets=tuple(facets.items()), query=query)


@dataclass(slots=True, kw_only=True)
class Visit:
    """A route on the stack of screens, with what belongs to this stay alone.

    Attributes:
        scrolls: Scroll positions by region.
        typed: What the search box holds.
        missing: Columns of required boxes that were blank when the form was sent.
        asking: The record that the open dialog is about.
        menu: Column of the dropdown whose options are shown.
        picking: The open date picker.
    """

    route: Route
    scrolls: dict[str, int] = field(default_factory=dict)
    typed: str = ""
    missing: frozenset[str] = frozenset()
    asking: AskCancel | None = None
    menu: str = ""
    picking: Picking | None = None

    @property
    def look(self) -> tuple[Hashable, ...]:
        """Everything here that decides what the screen shows; how far it is scrolled does not."""
        return self.route, self.typed, self.missing, self.asking, self.menu, self.picking

    @property
    def covered(self) -> bool:
        """Whether a sheet or a date picker lies over the screen."""
        return bool(self.menu) or self.picking is not None

    def uncover(self) -> None:
        """Closes sheet and date picker."""
        self.menu, self.picking = "", None
        self.scrolls.pop(SHEET, None)

    def copy(self) -> Visit:
        """Returns an independent copy."""
        return replace(self, scrolls=dict(self.scrolls))


@lru_cache(maxsize=64)
def choices(spec: AppSpec) -> dict[str, Choice | Stepper]:
    """Returns everything that can be picked in an app, by name."""
    blocks = (block for screen in spec.screens.values() for block in screen.body)
    return {block.name: block for block in blocks if isinstance(block, Choice | Stepper)}


@lru_cache(maxsize=64)
def form_names(spec: AppSpec) -> dict[str, str]:
    """Returns the name of the form on each screen that has one, by the screen's name."""
    return {
        screen.name: block.form
        for screen in spec.screens.values()
        for block in screen.body
        if isinstance(block, FormBoxes)
    }


def scope_of(spec: AppSpec, store: Store, route: Route) -> dict[str, Any]:
    """Returns everything that the templates of a screen may speak of."""
    if route.record is None:
        return _lasting_scope(spec, route)
    return {**_lasting_scope(spec, route), RECORD: store.row(*route.record)}


@lru_cache(maxsize=1024)
def _lasting_scope(spec: AppSpec, route: Route) -> dict[str, Any]:
    """The scope without what depends on the tables; nobody may change it."""
    scope: dict[str, Any] = {
        name: spec.collections[name].by_id.get(entity, {}) for name, entity in route.chosen
    }
    scope[ALL] = {name: each.entities for name, each in spec.collections.items()}
    for name, choice in choices(spec).items():
        if isinstance(choice, Stepper):
            scope[name] = next(iter(route.picked(name)), choice.start)
            continue
        members = choice.of.value(scope) or ()
        picked = [members[index] for index in route.picked(name) if index < len(members)]
        scope[name] = picked if choice.kind == "many" else next(iter(picked), None)
    scope[QUERY] = route.query
    scope[FACET] = ", ".join(value for _, value in route.facets)
    scope[RECORD] = {}
    return scope


def instance_of(form: FormSpec, scope: dict[str, Any]) -> Instance:
    """Returns which filling of a form the choices made amount to."""
    return Instance(
        form.name, tuple((column, part.value(scope)) for column, part in form.key.items())
    )
