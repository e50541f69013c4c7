"""Cards and messages, as they stand in several kinds of blocks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from mpb_gym.spec.blocks import CardSpec, Message
from mpb_gym.ui.page import Leaf
from mpb_gym.ui.widgets import Card, CardLine, EmptyState

Variant = Literal["filled", "outlined"]


def card_of(
    card: CardSpec,
    scope: Mapping[str, Any],
    *,
    clickable: bool,
    variant: Variant,
    uniform: bool = False,
) -> Card:
    """Returns a card; unless all cards must be alike, its blank lines are left out."""
    lines = (
        CardLine(text=line.text.text(scope), style=line.style, role=line.role, icon=line.icon)
        for line in card.lines
    )
    return Card(
        lines=tuple(line for line in lines if uniform or line.text),
        picture=card.picture.text(scope),
        trailing=card.trailing.text(scope),
        clickable=clickable,
        variant=variant,
        uniform=uniform,
    )


def message_leaf(message: Message, id: str, scope: Mapping[str, Any]) -> Leaf:
    """Returns a picture with a title and a sentence."""
    widget = EmptyState(
        picture=message.picture, title=message.title.text(scope), text=message.text.text(scope)
    )
    return Leaf(id=id, widget=widget)
