"""From an app's file to its blocks."""

from __future__ import annotations

from collections.abc import Callable

from mpb_gym.spec.blocks import (
    EMPTY,
    Banner,
    Block,
    Cancel,
    Cards,
    CardSpec,
    Choice,
    Facets,
    FactRows,
    FormBoxes,
    Heading,
    LineSpec,
    Message,
    Note,
    Paragraph,
    Records,
    Search,
    Stepper,
    Summary,
    Table,
)
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.template import Template, read_template


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
        card=_read_card(cursor["card"]),
        go=cursor["go"].text(),
        limit=cursor.get("limit", 0).integer(least=0),
        empty=_read_message(cursor["empty"]) if "empty" in cursor else None,
        where={name: read_template(each) for name, each in cursor.get("where", {}).entries()},
    )


def _read_card(cursor: Cursor) -> CardSpec:
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


def _read_message(cursor: Cursor) -> Message:
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
        card=_read_card(cursor["card"]),
        empty=_read_message(cursor["empty"]),
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
    "summary": lambda cursor: Summary(card=_read_card(cursor)),
    "form": lambda cursor: FormBoxes(form=cursor.text()),
    "message": lambda cursor: Note(message=_read_message(cursor)),
    "records": _read_records,
}
