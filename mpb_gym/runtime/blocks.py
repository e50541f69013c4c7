"""From the blocks of a screen's spec to the nodes of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from mpb_gym.runtime.boxes import FORM, SEARCH, box_leaf, chip_nodes, search_leaf
from mpb_gym.runtime.cards import card_of, message_leaf
from mpb_gym.runtime.effects import GoTo, Pick, SetNumber, ToggleFacet
from mpb_gym.runtime.records import record_nodes
from mpb_gym.runtime.route import Visit, instance_of
from mpb_gym.spec import blocks as spec_blocks
from mpb_gym.spec.app import VALUE, AppSpec
from mpb_gym.spec.blocks import Block, CardSpec
from mpb_gym.spec.catalogue import Collection, Entity
from mpb_gym.spec.form import SectionSpec
from mpb_gym.store import Store
from mpb_gym.ui.editing import Caret
from mpb_gym.ui.page import BODY_WIDTH, Grid, Leaf, Node, Over, Rows, Strip
from mpb_gym.ui.widgets import (
    Banner,
    Card,
    CheckRow,
    Chip,
    Facts,
    IconButton,
    SectionHeader,
    StepperRow,
    Table,
    Text,
)

STEADY = (
    spec_blocks.Heading,
    spec_blocks.Paragraph,
    spec_blocks.Banner,
    spec_blocks.Facets,
    spec_blocks.Cards,
    spec_blocks.FactRows,
    spec_blocks.Choice,
    spec_blocks.Stepper,
    spec_blocks.Table,
    spec_blocks.Summary,
    spec_blocks.Note,
    spec_blocks.Records,
)
"""Blocks whose nodes depend on the app, the route and the record tables alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """All that a block may depend on.

    Attributes:
        scope: What templates may speak of.
        focus: Id of the focused box, if any.
        caret: Where its cursor is, or what is selected; ``None`` for its end.
    """

    spec: AppSpec
    store: Store
    visit: Visit
    scope: Mapping[str, Any]
    focus: str
    caret: Caret | None


def nodes_of(block: Block, index: int, around: Surroundings) -> Iterator[Node]:
    """Yields the nodes of a block, the ``index``-th of its screen."""
    scope = around.scope
    match block:
        case spec_blocks.Heading():
            title, supporting = block.text.text(scope), block.supporting.text(scope)
            yield Leaf(
                id=f"heading/{index}", widget=SectionHeader(title=title, supporting=supporting)
            )
        case spec_blocks.Paragraph():
            yield Leaf(id=f"text/{index}", widget=Text(text=block.text.text(scope)))
        case spec_blocks.Banner():
            widget = Banner(
                title=block.title.text(scope),
                text=block.text.text(scope),
                picture=block.picture.text(scope),
            )
            yield Leaf(id=f"banner/{index}", widget=widget)
        case spec_blocks.Search():
            yield search_leaf(
                around.visit.typed,
                block.hint,
                focused=around.focus == SEARCH,
                caret=around.caret,
            )
        case spec_blocks.Facets():
            yield _facets(block, around)
        case spec_blocks.Cards():
            yield from _cards(block, around)
        case spec_blocks.FactRows():
            rows = tuple((label, part.text(scope)) for label, part in block.rows)
            yield Leaf(id=f"facts/{index}", widget=Facts(rows=rows))
        case spec_blocks.Choice():
            yield from _choice(block, around)
        case spec_blocks.Stepper():
            yield _stepper(block, around)
        case spec_blocks.Table():
            yield _table(block, index, around)
        case spec_blocks.Summary():
            yield Leaf(
                id=f"summary/{index}",
                widget=card_of(block.card, scope, clickable=False, variant="outlined"),
            )
        case spec_blocks.FormBoxes():
            yield from _form(block, around)
        case spec_blocks.Note():
            yield message_leaf(block.message, f"message/{index}", scope)
        case spec_blocks.Records():
            yield from record_nodes(block, around.spec, around.store, scope)


def _facets(block: spec_blocks.Facets, around: Surroundings) -> Strip:
    route = around.visit.route
    chosen = dict(route.facets) if route.screen == block.go else {}
    leaves = tuple(
        Leaf(
            id=f"facet/{block.field}/{value}",
            widget=Chip(label=value, selected=chosen.get(block.field) == value, icon=block.icon),
            action=ToggleFacet(block.go, block.field, value),
        )
        for value in around.spec.collections[block.of].values(block.field)
    )
    return Strip(id=f"facet/{block.field}", leaves=leaves)


@lru_cache(maxsize=4096)
def _entity_card(card: CardSpec, collection: Collection, id: Any) -> Card:
    """Cards of entities never change, so that all phones of a process share them."""
    scope = {collection.name: collection.by_id[id]}
    return card_of(card, scope, clickable=True, variant="filled", uniform=True)


def _cards(block: spec_blocks.Cards, around: Surroundings) -> Iterator[Node]:
    collection = around.spec.collections[block.of]
    route = around.visit.route
    on_list = route.screen == block.go or not block.limit
    where = tuple((name, part.text(around.scope)) for name, part in block.where.items())
    query, facets = (route.query, route.facets) if on_list else ("", ())
    found = collection.find(query, (*facets, *where))
    count = min(len(found), block.limit) if block.limit else len(found)
    if not count:
        if block.empty is not None:
            yield message_leaf(block.empty, "empty", around.scope)
        return

    @lru_cache(maxsize=64)
    def leaf(index: int) -> Leaf:
        entity: Entity = found[index]
        id = entity["id"]
        return Leaf(
            id=f"{block.of}/{id}",
            widget=_entity_card(block.card, collection, id),
            action=GoTo(block.go, block.of, id),
        )

    height = leaf(0).widget.height(BODY_WIDTH)
    yield Rows(id=block.of, count=count, height=height, leaf=leaf)


def _choice(block: spec_blocks.Choice, around: Surroundings) -> Iterator[Node]:
    picked = around.visit.route.picked(block.name)
    members = block.of.value(around.scope) or ()
    if not members and (said := block.empty.text(around.scope)):
        words = Text(text=said, role="on_surface_variant")
        yield Leaf(id=f"{block.name}/empty", widget=words)
        return
    leaves: list[Leaf] = []
    for index, member in enumerate(members):
        scope = {**around.scope, VALUE: member}
        label, chosen = block.label.text(scope), index in picked
        widget: Chip | CheckRow
        if block.look == "chips":
            widget = Chip(label=label, selected=chosen)
        else:
            widget = CheckRow(
                label=label,
                supporting=block.supporting.text(scope),
                trailing=block.trailing.text(scope),
                checked=chosen,
                kind="checkbox" if block.kind == "many" else "radio",
            )
        action = Pick(block.name, index)
        leaves.append(Leaf(id=f"{block.name}/{index}", widget=widget, action=action, below=0))
    if block.look == "rows":
        yield from leaves
    elif block.by_day:
        labels = [leaf.widget.semantics().text for leaf in leaves]
        yield from _by_day(block.name, labels, leaves)
    else:
        yield Grid(id=block.name, leaves=tuple(leaves), columns=2)


def _by_day(name: str, times: list[str], leaves: list[Leaf]) -> Iterator[Node]:
    """The chips of each day under its date, with which their labels begin."""
    for day, members in groupby(zip(times, leaves, strict=True), key=lambda pair: pair[0][:10]):
        heading = Text(text=day, style="title_small", role="on_surface_variant")
        yield Leaf(id=f"{name}/{day}", widget=heading, below=0)
        chips = tuple(leaf for _, leaf in members)
        yield Grid(id=f"{name}/{day}/times", leaves=chips, columns=2)


def _stepper(block: spec_blocks.Stepper, around: Surroundings) -> Leaf:
    number: int = around.scope[block.name]
    row = StepperRow(label=block.label, number=number)
    buttons = (
        ("less", "minus", "One less", number - 1, number > block.least),
        ("more", "plus", "One more", number + 1, number < block.most),
    )
    over = tuple(
        Over(
            id=f"{block.name}/{name}",
            widget=IconButton(icon=icon, description=description, enabled=enabled, outlined=True),
            rect=row.button_rect(BODY_WIDTH, more=name == "more"),
            action=SetNumber(block.name, after),
        )
        for name, icon, description, after, enabled in buttons
    )
    return Leaf(id=block.name, widget=row, over=over)


def _table(block: spec_blocks.Table, index: int, around: Surroundings) -> Leaf:
    members = block.of.value(around.scope) or ()
    scopes = [{**around.scope, VALUE: member} for member in members]
    widget = Table(
        heads=tuple(block.head.text(scope) for scope in scopes),
        rows=tuple(
            (label, tuple(part.text(scope) for scope in scopes)) for label, part in block.rows
        ),
    )
    return Leaf(id=f"table/{index}", widget=widget)


def _form(block: spec_blocks.FormBoxes, around: Surroundings) -> Iterator[Node]:
    form = around.spec.forms[block.form]
    values = around.store.draft(instance_of(form, dict(around.scope)))
    for item in form.items:
        if isinstance(item, SectionSpec):
            yield _section(item)
            continue
        if item.kind == "chips":
            value = values.get(item.column, "")
            missing = item.column in around.visit.missing
            yield from chip_nodes(item, item.offered(around.scope), value, missing=missing)
            continue
        focused = around.focus == FORM + item.column
        yield box_leaf(
            item,
            values.get(item.column, ""),
            focused=focused,
            caret=around.caret if focused else None,
            missing=item.column in around.visit.missing,
        )


@lru_cache(maxsize=256)
def _section(item: SectionSpec) -> Leaf:
    header = SectionHeader(title=item.title, supporting=item.supporting, icon=item.icon)
    return Leaf(id=f"section/{item.title}", widget=header)
