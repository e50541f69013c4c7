"""The rows of a record table as cards, each perhaps with a button that cancels it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mpb_gym.geometry import Rect, dp
from mpb_gym.runtime.cards import card_of, message_leaf
from mpb_gym.runtime.effects import AskCancel
from mpb_gym.spec.app import RECORD, AppSpec
from mpb_gym.spec.blocks import Cancel, Records
from mpb_gym.spec.rules import Scalar
from mpb_gym.spec.task import Row
from mpb_gym.store import Store
from mpb_gym.ui.page import BODY_WIDTH, Leaf, Node, Over
from mpb_gym.ui.widgets import Button, Card

CANCEL_ROOM = dp(58)
"""Height of the part of a record's card that holds its button, in logical pixels."""


def _sortable(value: Scalar) -> tuple[int, float, str]:
    """Numbers before texts, each in its own order."""
    if isinstance(value, (int, float)):
        return 0, float(value), ""
    return 1, 0.0, value or ""


def shown_records(block: Records, spec: AppSpec, store: Store) -> list[tuple[Row, dict[str, Any]]]:
    """Returns the rows of a record list with the entities that they speak of, in order."""
    rows = [
        row
        for row in store.rows(block.table)
        if not any(row[column] == value for column, value in block.hide.items())
    ]
    column, newest_first = block.order.removeprefix("-"), block.order.startswith("-")
    rows.sort(key=lambda row: (_sortable(row[column]), row["id"]), reverse=newest_first)
    joined = []
    for row in rows:
        scope: dict[str, Any] = {RECORD: row}
        for column, name in block.joins.items():
            scope[name] = spec.collections[name].by_id.get(row[column], {})
        joined.append((row, scope))
    return joined


def record_nodes(
    block: Records, spec: AppSpec, store: Store, scope: Mapping[str, Any]
) -> Iterator[Node]:
    """Yields the cards of a record list, or what stands there if it is empty."""
    rows = shown_records(block, spec, store)
    if not rows:
        yield message_leaf(block.empty, "empty", scope)
    for row, joined in rows:
        yield _record(block, row, {**scope, **joined})


def _record(block: Records, row: Row, scope: Mapping[str, Any]) -> Leaf:
    id = f"{block.table}/{row['id']}"
    card = card_of(block.card, scope, clickable=False, variant="outlined")
    if block.cancel is None:
        return Leaf(id=id, widget=card)
    roomy = Card(
        lines=card.lines,
        picture=card.picture,
        trailing=card.trailing,
        clickable=False,
        variant="outlined",
        room=CANCEL_ROOM,
    )
    return Leaf(id=id, widget=roomy, over=(_cancel(block.cancel, block.table, row, roomy, scope),))


def _cancel(cancel: Cancel, table: str, row: Row, card: Card, scope: Mapping[str, Any]) -> Over:
    button = Button(
        label=cancel.label, variant="outlined", description=cancel.description.text(scope)
    )
    width = button.natural_width()
    top = card.height(BODY_WIDTH) - CANCEL_ROOM
    left = BODY_WIDTH - dp(16) - width
    return Over(
        id=f"{table}/{row['id']}/cancel",
        widget=button,
        rect=Rect.sized(left, top, width, button.height(width)),
        action=AskCancel(table, int(str(row["id"]))),
    )
