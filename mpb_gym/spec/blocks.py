"""The blocks that an app's screens are made of: a closed union of frozen specs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.template import Template, parse, read_template

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


def read_block(cursor: Cursor) -> Block:
    """Reads a block: a mapping with the block's kind as its only key."""
    kind, body = cursor.single()
    reader = _READERS.get(kind)
    if reader is None:
        cursor.fail(f"unknown block {kind!r}", f"one of {', '.join(_READERS)}")
    return reader(body)


def _optional(cursor: Cursor, key: str) -> Template:
    return read_template(cursor[key]) if key in cursor else EMPTY


def _word(cursor: Cursor, key: str, default: str) -> str:
    return cursor[key].text() if key in cursor else default


def _read_heading(cursor: Cursor) -> Heading:
    if isinstance(cursor.value, str):
        return Heading(text=read_template(cursor))
    cursor.only("text", "supporting")
    return Heading(text=read_template(cursor["text"]), supporting=_optional(cursor, "supporting"))


def _read_banner(cursor: Cursor) -> Banner:
    cursor.only("title", "text", "picture")
    return Banner(
        title=read_template(cursor["title"]),
        text=read_template(cursor["text"]),
        picture=read_template(cursor["picture"]),
    )


def _read_search(cursor: Cursor) -> Search:
    cursor.only("hint", "go")
    return Search(hint=cursor["hint"].text(), go=cursor["go"].text())


def _read_facets(cursor: Cursor) -> Facets:
    cursor.only("of", "field", "go", "icon")
    return Facets(
        of=cursor["of"].text(),
        field=cursor["field"].text(),
        go=cursor["go"].text(),
        icon=_word(cursor, "icon", ""),
    )


def _read_cards(cursor: Cursor) -> Cards:
    cursor.only("of", "card", "go", "limit", "empty", "where")
    return Cards(
        of=cursor["of"].text(),
        card=read_card(cursor["card"]),
        go=cursor["go"].text(),
        limit=cursor.get("limit", 0).integer(least=0),
        empty=read_message(cursor["empty"]) if "empty" in cursor else None,
        where={name: read_template(each) for name, each in cursor.get("where", {}).entries()},
    )


def read_card(cursor: Cursor) -> CardSpec:
    """Reads how a card looks."""
    cursor.only("lines", "picture", "trailing")
    return CardSpec(
        lines=tuple(_read_line(each) for each in cursor["lines"].items()),
        picture=_optional(cursor, "picture"),
        trailing=_optional(cursor, "trailing"),
    )


def _read_line(cursor: Cursor) -> LineSpec:
    if isinstance(cursor.value, str):
        return LineSpec(text=read_template(cursor))
    cursor.only("text", "style", "role", "icon")
    return LineSpec(
        text=read_template(cursor["text"]),
        style=_word(cursor, "style", "body_medium"),
        role=_word(cursor, "role", "on_surface_variant"),
        icon=_word(cursor, "icon", ""),
    )


def read_message(cursor: Cursor) -> Message:
    """Reads a message."""
    cursor.only("picture", "title", "text")
    return Message(
        picture=cursor["picture"].text(),
        title=read_template(cursor["title"]),
        text=read_template(cursor["text"]),
    )


def _read_facts(cursor: Cursor) -> FactRows:
    return FactRows(rows=tuple((label, read_template(each)) for label, each in cursor.entries()))


def _read_choice(cursor: Cursor) -> Choice:
    cursor.only("name", "of", "kind", "look", "label", "supporting", "trailing", "by_day", "empty")
    return Choice(
        name=cursor["name"].text(),
        of=read_template(cursor["of"]),
        kind=cursor["kind"].choice(("one", "many")),
        look=cursor.get("look", "rows").choice(("rows", "chips")),
        label=read_template(cursor.get("label", "{value}")),
        supporting=_optional(cursor, "supporting"),
        trailing=_optional(cursor, "trailing"),
        by_day=cursor.get("by_day", False).flag(),
        empty=_optional(cursor, "empty"),
    )


def _read_stepper(cursor: Cursor) -> Stepper:
    cursor.only("name", "label", "least", "most", "start")
    least, most = cursor["least"].integer(0), cursor["most"].integer(1)
    start = cursor["start"].integer(least)
    if not start <= most:
        cursor["start"].fail(f"found {start}", f"at most {most}")
    return Stepper(
        name=cursor["name"].text(),
        label=cursor["label"].text(),
        least=least,
        most=most,
        start=start,
    )


def _read_table(cursor: Cursor) -> Table:
    cursor.only("of", "head", "rows")
    return Table(
        of=read_template(cursor["of"]),
        head=read_template(cursor["head"]),
        rows=tuple((label, read_template(each)) for label, each in cursor["rows"].entries()),
    )


def _read_records(cursor: Cursor) -> Records:
    cursor.only("table", "joins", "order", "hide", "card", "empty", "cancel")
    return Records(
        table=cursor["table"].text(),
        joins={column: each.text() for column, each in cursor.get("joins", {}).entries()},
        order=cursor["order"].text(),
        hide={column: each.text() for column, each in cursor.get("hide", {}).entries()},
        card=read_card(cursor["card"]),
        empty=read_message(cursor["empty"]),
        cancel=_read_cancel(cursor["cancel"]) if "cancel" in cursor else None,
    )


def _read_cancel(cursor: Cursor) -> Cancel:
    cursor.only("set", "label", "description", "title", "text", "keep", "confirm", "done")
    return Cancel(
        set={column: each.text() for column, each in cursor.get("set", {}).entries()},
        label=cursor["label"].text(),
        description=read_template(cursor["description"]),
        title=read_template(cursor["title"]),
        text=read_template(cursor["text"]),
        keep=cursor["keep"].text(),
        confirm=cursor["confirm"].text(),
        done=cursor["done"].text(),
    )


_READERS: dict[str, Callable[[Cursor], Block]] = {
    "heading": _read_heading,
    "text": lambda cursor: Paragraph(text=read_template(cursor)),
    "banner": _read_banner,
    "search": _read_search,
    "facets": _read_facets,
    "cards": _read_cards,
    "facts": _read_facts,
    "choice": _read_choice,
    "stepper": _read_stepper,
    "table": _read_table,
    "summary": lambda cursor: Summary(card=read_card(cursor)),
    "form": lambda cursor: FormBoxes(form=cursor.text()),
    "message": lambda cursor: Note(message=read_message(cursor)),
    "records": _read_records,
}
