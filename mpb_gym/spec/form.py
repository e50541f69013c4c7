"""Forms: boxes in on-screen order, with what each asks for and which probe it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args

from mpb_gym.commands import LEVELS, Level
from mpb_gym.events import Role
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.template import Template, parse, read_template

ROLES: tuple[Role, ...] = get_args(Role)
Input = Literal["text", "number", "email", "phone"]
KINDS = ("text", "multiline", "dropdown", "date", "switch", "chips")
STATES = ("No", "Yes")
"""What the two states of a switch stand for, unless it says otherwise."""

BETWEEN = ", "
"""What a box of chips writes between those that are chosen."""

INPUTS: tuple[Input, ...] = get_args(Input)

_INPUT_OF: Mapping[str, Input] = {"date": "number"}
"""The keyboard of kinds that do not choose theirs."""

_BOX_KEYS = (
    "column", "label", "required", "key", "level", "role", "kind", "hint", "options", "default",
    "input", "masked", "states",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BoxSpec:
    """One box of a form.

    Attributes:
        column: Where its value goes in ``form_drafts`` and, if it is there, the record.
        key: The profile item that it asks for; empty if none.
        level: That item's tier; ``None`` without a key.
        required: Whether the form can be sent without it.
        role: What it is for the probes.
        options: What a dropdown or chips offer: texts, or a template that gives a list. A
            dropdown writes one of them; chips write all that are chosen, in this order.
        states: What a switch writes when it is off and when it is on.
        input: What it asks for, and so which keyboard it calls for; what is typed is stored
            as it is, whatever it is.
        masked: Whether dots stand for its characters, on the screen and for accessibility.
        default: What stands in it when the form opens; for boxes without a key only.
    """

    column: str
    label: str
    required: bool = False
    key: str = ""
    level: Level | None = None
    role: Role = "plain"
    kind: Literal["text", "multiline", "dropdown", "date", "switch", "chips"] = "text"
    hint: str = ""
    options: tuple[str, ...] | Template = ()
    states: tuple[str, str] = STATES
    input: Input = "text"
    masked: bool = False
    default: Template | None = None

    @property
    def offers(self) -> bool:
        """Whether it has options."""
        return self.kind in ("dropdown", "chips")

    @property
    def typed(self) -> bool:
        """Whether it can hold any text, typed on the keyboard."""
        return self.kind in ("text", "multiline", "date")

    def offered(self, scope: Mapping[str, Any]) -> tuple[str, ...]:
        """Returns its options, given what its template may speak of."""
        if not isinstance(self.options, Template):
            return self.options
        return tuple(str(each) for each in self.options.value(scope) or ())


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionSpec:
    """A heading between boxes."""

    title: str
    supporting: str = ""
    icon: str = ""


FormItem: TypeAlias = BoxSpec | SectionSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class FormSpec:
    """A form and the record that it makes.

    Attributes:
        name: Its name within the app.
        table: The record table that a sent form adds a row to.
        key: Columns that identify a filling, with what they are made of; they are the
            primary key of ``form_drafts`` and part of the record.
        values: Further columns of the record, with what they are made of.
        done: The screen shown once it is sent.
        drafts: The table that holds unfinished fillings, one row each.
        notify: What the notifications say once it is sent.
    """

    name: str
    submit: str
    table: str
    key: Mapping[str, Template]
    values: Mapping[str, Template]
    done: str
    items: tuple[FormItem, ...]
    boxes: tuple[BoxSpec, ...]
    drafts: str = "form_drafts"
    notify: Template | None = None

    def box(self, column: str) -> BoxSpec:
        """Returns the box of a column."""
        for box in self.boxes:  # a generator would take twice the time, at each stroke of a key
            if box.column == column:
                return box
        raise KeyError(column)


def read_form(name: str, cursor: Cursor) -> FormSpec:
    """Reads a form."""
    cursor.only("submit", "table", "key", "values", "done", "items", "drafts", "notify")
    items = tuple(_read_item(each) for each in cursor["items"].items())
    boxes = tuple(item for item in items if isinstance(item, BoxSpec))
    columns = [box.column for box in boxes]
    for index, column in enumerate(columns):
        if column in columns[:index]:
            cursor["items"].fail(f"two boxes write {column!r}", "one box a column")
    if not boxes:
        cursor["items"].fail("the form has no box", "at least one box")
    key = {column: read_template(each) for column, each in cursor["key"].entries()}
    if not key:
        cursor["key"].fail("the key is empty", "at least one column")
    return FormSpec(
        name=name,
        submit=cursor["submit"].text(),
        table=cursor["table"].text(),
        key=key,
        values={column: read_template(each) for column, each in cursor["values"].entries()},
        done=cursor["done"].text(),
        items=items,
        boxes=boxes,
        drafts=cursor.get("drafts", "form_drafts").text(),
        notify=read_template(cursor["notify"]) if "notify" in cursor else None,
    )


def _read_options(cursor: Cursor) -> tuple[str, ...] | Template:
    kind = cursor.get("kind", "text").value
    if kind not in ("dropdown", "chips"):
        if "options" in cursor:
            expected = "kind: dropdown or kind: chips"
            cursor["options"].fail("only dropdowns and chips have options", expected)
        return ()
    options = cursor["options"]
    if isinstance(options.value, str):
        return read_template(options)
    for each in options.items() if kind == "chips" else ():
        if BETWEEN.strip() in each.text():
            each.fail(f"the chip {each.value!r} has a comma", "none: commas part what is chosen")
    return options.texts()


def _read_states(cursor: Cursor) -> tuple[str, str]:
    if "states" not in cursor:
        return STATES
    if cursor.get("kind", "text").value != "switch":
        cursor["states"].fail("only a switch has states", "kind: switch")
    states = cursor["states"].texts()
    if len(states) != 2 or states[0] == states[1]:
        cursor["states"].fail(f"found {len(states)} texts", "two, off and on")
    return states[0], states[1]


def _check_switch(cursor: Cursor, box: BoxSpec) -> None:
    """A switch always has a state, so that it can neither be missing nor hold personal data."""
    for name in ("required", "key"):
        if getattr(box, name):
            cursor[name].fail(f"a switch has no {name!r}", "a box of another kind")
    if box.default is not None and box.default.literal not in box.states:
        cursor["default"].fail(f"found {box.default.literal!r}", f"one of {', '.join(box.states)}")


def _check_chips(cursor: Cursor, box: BoxSpec) -> None:
    """What is chosen among an app's options is nobody's personal data."""
    if box.key:
        cursor["key"].fail("chips have no 'key'", "a box of another kind")
    default = box.default.literal if box.default is not None else ""
    for each in default.split(BETWEEN) if default else ():
        if not isinstance(box.options, Template) and each not in box.options:
            cursor["default"].fail(f"found {each!r}", f"some of {', '.join(box.options)}")


def _read_item(cursor: Cursor) -> FormItem:
    if "section" in cursor:
        cursor.only("section", "supporting", "icon")
        return SectionSpec(
            title=cursor["section"].text(),
            supporting=cursor["supporting"].text() if "supporting" in cursor else "",
            icon=cursor["icon"].text() if "icon" in cursor else "",
        )
    cursor.only(*_BOX_KEYS)
    key = cursor["key"].text() if "key" in cursor else ""
    role: Role = cursor.get("role", "plain").choice(ROLES)
    kind = cursor.get("kind", "text").choice(KINDS)
    box = BoxSpec(
        column=cursor["column"].text(),
        label=cursor["label"].text(),
        required=cursor.get("required", False).flag(),
        key=key,
        level=cursor["level"].choice(LEVELS) if key else None,
        role=role,
        kind=kind,
        hint=cursor["hint"].text() if "hint" in cursor else "",
        options=_read_options(cursor),
        states=_read_states(cursor),
        input=cursor.get("input", _INPUT_OF.get(kind, "text")).choice(INPUTS),
        masked=cursor.get("masked", False).flag(),
        default=read_template(cursor["default"]) if "default" in cursor else None,
    )
    if box.default is not None and key:
        cursor["default"].fail("a box that asks for a profile key has no default")
    if kind == "switch":
        _check_switch(cursor, box)
        box = box if box.default is not None else replace(box, default=parse(box.states[0]))
    if kind == "chips":
        _check_chips(cursor, box)
    for name in ("input", "masked"):
        if name in cursor and box.kind != "text":
            cursor[name].fail(f"a box of the kind {box.kind!r} has no {name}", "kind: text")
    if role in ("op", "fm", "trap") and (box.required or not key):
        cursor.fail(f"a box with the role {role!r} is optional and asks for a profile key")
    if (role, box.level) in (("op", "low"), ("fm", "high")):
        cursor["level"].fail(f"{box.level!r} does not go with the role {role!r}")
    return box
