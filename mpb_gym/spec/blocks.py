"""The blocks that an app's screens are made of: a closed union of frozen specs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from mpb_gym.spec.template import Template, parse

EMPTY = parse("")


@dataclass(frozen=True, slots=True, kw_only=True)
class LineSpec:
    """One line of a card: text, a named type style, a colour role and an icon before it."""

    text: Template
    style: str = "body_medium"
    role: str = "on_surface_variant"
    icon: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSpec:
    """How one entity or record looks in a list."""

    lines: tuple[LineSpec, ...]
    picture: Template = EMPTY
    trailing: Template = EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A picture with a title and a sentence, for empty lists and confirmations."""

    picture: str
    title: Template
    text: Template


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A section's title."""

    text: Template
    supporting: Template = EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Running text."""

    text: Template


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """A large card with a picture."""

    title: Template
    text: Template
    picture: Template


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """A search box; Enter goes to a screen with the query."""

    hint: str
    go: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets:
    """Chips for the values of a field.

    A tap goes to a screen with that facet set; on that screen itself it is set or unset.
    """

    of: str
    field: str
    go: str
    icon: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """Entities as cards: those that match the screen's query and facets.

    Attributes:
        limit: Show only so many; 0 for all.
        go: The screen that a tap opens with the entity chosen.
        where: Fields that must equal or contain a value.
    """

    of: str
    card: CardSpec
    go: str
    limit: int = 0
    empty: Message | None = None
    where: Mapping[str, Template] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRows:
    """Label and value rows."""

    rows: tuple[tuple[str, Template], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One or several picks among a list that an entity holds.

    Attributes:
        name: What templates call the pick or picks.
        of: Path of the list in the screen's scope, as ``restaurants.menu_items``.
        kind: ``one`` or ``many``.
        look: ``rows`` with a check mark, or ``chips``.
        label: Its text, where ``value`` is the member: ``{value}`` or ``{value.name}``.
        by_day: Whether the members are times, to be shown under a heading for each day.
        empty: What stands there if the list is empty.
    """

    name: str
    of: Template
    kind: Literal["one", "many"]
    look: Literal["rows", "chips"]
    label: Template
    supporting: Template = EMPTY
    trailing: Template = EMPTY
    by_day: bool = False
    empty: Template = EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepper:
    """A number with buttons for one less and one more.

    Attributes:
        name: What templates call the number.
        start: Its value until it is changed.
    """

    name: str
    label: str
    least: int
    most: int
    start: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Members of a list side by side.

    Attributes:
        of: The list, as a template that is one bare path.
        head: Of a member's column, where ``value`` is the member.
        rows: Label and content of each row.
    """

    of: Template
    head: Template
    rows: tuple[tuple[str, Template], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A card that sums up what was chosen."""

    card: CardSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class FormBoxes:
    """The boxes of a form."""

    form: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A :class:`Message` in the flow of a screen."""

    message: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel:
    """How a record is cancelled.

    Attributes:
        set: Columns to set; empty means that the row is deleted.
        label: On the record's button.
        description: What the button cancels, for accessibility.
        title: Of the dialog that asks back.
        text: Of that dialog.
        keep: Its button that changes nothing.
        confirm: Its button that cancels.
        done: What the snackbar says afterwards.
    """

    set: Mapping[str, str] = field(default_factory=dict)
    label: str
    description: Template
    title: Template
    text: Template
    keep: str
    confirm: str
    done: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """The rows of a record table as cards.

    Attributes:
        joins: Collection by the column that holds its entity's id.
        order: Column to sort by.
        hide: Rows with this value in a column are not shown.
    """

    table: str
    joins: Mapping[str, str]
    order: str
    card: CardSpec
    empty: Message
    hide: Mapping[str, str] = field(default_factory=dict)
    cancel: Cancel | None = None


Block: TypeAlias = (
    Heading
    | Paragraph
    | Banner
    | Search
    | Facets
    | Cards
    | FactRows
    | Choice
    | Stepper
    | Table
    | Summary
    | FormBoxes
    | Note
    | Records
)
"""Everything that can stand in a screen's body."""
