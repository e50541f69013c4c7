"""A whole app as data: catalogue, tables, forms and screens, read and checked together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from mpb_gym.spec.blocks import Cards, Choice, Facets, FormBoxes, Records, Stepper
from mpb_gym.spec.catalogue import Collection, read_collection
from mpb_gym.spec.form import FormSpec, read_form
from mpb_gym.spec.reader import Cursor, read_json, read_yaml
from mpb_gym.spec.screen import ActionSpec, ScreenSpec, TabSpec, read_action, read_screen, read_tab
from mpb_gym.spec.task import digest
from mpb_gym.spec.template import Expression, Template
from mpb_gym.spec.theme import Theme, read_theme

RECORD, QUERY, FACET, VALUE, ALL = "record", "query", "facet", "value", "all"
"""Names that templates may use beside those of collections and choices: the row at hand, the
search in force, the facets in force, within a choice the member, and whole collections."""

EDITS = "form_edits"
"""The append-only table of every change of every form box."""

EDIT_COLUMNS = ("id", "step", "form", "instance", "column", "old", "new")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AppSpec:
    """An app.

    Attributes:
        id: Its folder's name, as ``mdoordash``.
        env: Its name in environment ids.
        package: Android package, as the published system has it.
        aliases: Further names that ``open`` understands.
        glyph: The icon on its launcher tile.
        tables: SQL declaration of each column of each record table.
        start: Its first screen.
        tabs: Rows of tabs; each of their screens shows the row that it is in.
        navigation: Destinations of the bottom navigation, which each of them shows.
        digest: Hash of everything above and below.
    """

    id: str
    title: str
    env: str
    package: str
    aliases: tuple[str, ...]
    glyph: str
    theme: Theme
    collections: Mapping[str, Collection]
    tables: Mapping[str, Mapping[str, str]]
    forms: Mapping[str, FormSpec]
    screens: Mapping[str, ScreenSpec]
    start: str
    tabs: Mapping[str, tuple[TabSpec, ...]]
    navigation: tuple[ActionSpec, ...]
    digest: str

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it may be called."""
        return (self.title, self.env, self.id, *self.aliases)

    def columns(self, table: str) -> tuple[str, ...]:
        """Returns the columns of a table, drafts included; none if there is no such table."""
        if table in self.tables:
            return tuple(self.tables[table])
        for form in self.forms.values():
            if form.drafts == table:
                return (*form.key, *(box.column for box in form.boxes), "updated_at")
        return EDIT_COLUMNS if table == EDITS else ()


_KEYS = (
    "title", "env", "package", "aliases", "glyph", "start", "collections", "tables", "forms",
    "screens", "tabs", "navigation",
)  # fmt: skip


def read_app(folder: Path) -> AppSpec:
    """Reads an app's folder: ``app.yaml``, ``theme.yaml`` and its catalogue files.

    Raises:
        SpecError: A file is missing, or does not say what it must; names file and path.
    """
    id = folder.name
    cursor = read_yaml(folder / "app.yaml", f"{id}/app.yaml").only(*_KEYS)
    theme = read_yaml(folder / "theme.yaml", f"{id}/theme.yaml")
    files: dict[str, Cursor] = {}
    collections: dict[str, Collection] = {}
    for name, each in cursor["collections"].entries():
        each.only("file", "entities", "search")
        entities = each.get("entities")
        if entities.value is None:
            file = each["file"].text()
            if file not in files:
                files[file] = read_json(folder / file, f"{id}/{file}")
            entities = files[file][name]
        collections[name] = read_collection(name, entities, each["search"].texts())
    spec = AppSpec(
        id=id,
        title=cursor["title"].text(),
        env=cursor["env"].text(),
        package=cursor["package"].text(),
        aliases=cursor.get("aliases", []).texts(),
        glyph=cursor["glyph"].text(),
        theme=read_theme(theme),
        collections=collections,
        tables={name: _read_table(each) for name, each in cursor["tables"].entries()},
        forms={name: read_form(name, each) for name, each in cursor["forms"].entries()},
        screens={name: read_screen(name, each) for name, each in cursor["screens"].entries()},
        start=cursor["start"].text(),
        tabs={
            name: tuple(read_tab(tab) for tab in each.items())
            for name, each in cursor.get("tabs", {}).entries()
        },
        navigation=tuple(read_action(each) for each in cursor.get("navigation", []).items()),
        digest=digest([cursor.value, theme.value, [each.value for each in files.values()]]),
    )
    _check(spec, cursor)
    return spec


def _read_table(cursor: Cursor) -> dict[str, str]:
    columns = {}
    for column, each in cursor.entries():
        if not re.fullmatch(r"[a-z][a-z0-9_]*", column):
            each.fail(f"{column!r} is no column name", "lower case letters, digits and _")
        columns[column] = each.text()
    if "id" not in columns:
        cursor.fail("the table has no id", "a column id: INTEGER PRIMARY KEY")
    return columns


def _check(spec: AppSpec, cursor: Cursor) -> None:
    """Checks what one part of the file says of another."""
    if spec.start not in spec.screens:
        cursor["start"].fail(f"there is no screen {spec.start!r}", _any(spec.screens))
    drafts: set[str] = set()
    for name, form in spec.forms.items():
        at = cursor["forms"][name]
        _check_form(spec, form, at)
        if form.drafts in drafts or form.drafts in spec.tables:
            at.fail(f"the table {form.drafts!r} is taken", "drafts: a table name of its own")
        drafts.add(form.drafts)
        _check_templates(spec, form, at)
    _check_ways(spec, cursor)
    for name, screen in spec.screens.items():
        at = cursor["screens"][name]
        for part in _parts(screen):
            _check_part(spec, part, at)
        _check_templates(spec, screen, at)


def _check_ways(spec: AppSpec, cursor: Cursor) -> None:
    """Checks tabs and bottom navigation."""
    taken: set[str] = set()
    for name, row in spec.tabs.items():
        at = cursor["tabs"][name]
        if len(row) < 2:
            at.fail(f"found {len(row)} tabs", "two or more")
        for tab in row:
            _check_part(spec, tab, at)
            if tab.go in taken:
                at.fail(f"the screen {tab.go!r} is a tab already", "one tab a screen")
            taken.add(tab.go)
    places = [each.go for each in spec.navigation]
    if not places:
        return
    at = cursor["navigation"]
    for each in spec.navigation:
        _check_part(spec, each, at)
    if not 2 <= len(places) <= 5 or len(set(places)) < len(places):
        at.fail(f"found {', '.join(places)}", "two to five different screens")
    if places[0] != spec.start:
        at.fail(f"the first destination is {places[0]!r}", f"the first screen, {spec.start!r}")


def _any(names: Mapping[str, Any]) -> str:
    return f"one of {', '.join(names)}"


def _check_form(spec: AppSpec, form: FormSpec, at: Cursor) -> None:
    if form.table not in spec.tables:
        at["table"].fail(f"there is no table {form.table!r}", _any(spec.tables))
    if form.done not in spec.screens:
        at["done"].fail(f"there is no screen {form.done!r}", _any(spec.screens))
    columns = spec.tables[form.table]
    for column in (*form.key, *form.values):
        if column not in columns:
            at.fail(f"the table {form.table!r} has no column {column!r}", _any(columns))


def _parts(part: Any) -> Iterator[Any]:
    """Every dataclass within a spec, itself included."""
    if isinstance(part, Template):
        return
    if is_dataclass(part):
        yield part
        for each in fields(part):
            yield from _parts(getattr(part, each.name))
    elif isinstance(part, tuple):
        for each in part:
            yield from _parts(each)


def _check_part(spec: AppSpec, part: Any, at: Cursor) -> None:
    go = getattr(part, "go", None)
    if go is not None and go not in spec.screens:
        at.fail(f"there is no screen {go!r} to go to", _any(spec.screens))
    if isinstance(part, Cards | Facets):
        collection = spec.collections.get(part.of)
        if collection is None:
            at.fail(f"there is no collection {part.of!r}", _any(spec.collections))
        for name in part.where if isinstance(part, Cards) else ():
            if name not in collection.entities[0]:
                at.fail(f"{part.of} have no {name!r}", _any(collection.entities[0]))
        if isinstance(part, Facets) and part.field not in collection.entities[0]:
            at.fail(f"{part.of} have no {part.field!r}", _any(collection.entities[0]))
    if isinstance(part, FormBoxes) and part.form not in spec.forms:
        at.fail(f"there is no form {part.form!r}", _any(spec.forms))
    if isinstance(part, Records):
        columns = spec.tables.get(part.table)
        if columns is None:
            at.fail(f"there is no table {part.table!r}", _any(spec.tables))
        cancelled = part.cancel.set if part.cancel else {}
        for column in (*part.joins, part.order.removeprefix("-"), *part.hide, *cancelled):
            if column not in columns:
                at.fail(f"the table {part.table!r} has no column {column!r}", _any(columns))
        for name in part.joins.values():
            if name not in spec.collections:
                at.fail(f"there is no collection {name!r}", _any(spec.collections))
    needs = getattr(part, "needs", ())
    for name in needs:
        if name not in _choices(spec):
            at.fail(f"there is no choice {name!r}", f"one of {', '.join(_choices(spec))}")


def _choices(spec: AppSpec) -> tuple[str, ...]:
    parts = (part for screen in spec.screens.values() for part in _parts(screen))
    return tuple(part.name for part in parts if isinstance(part, Choice | Stepper))


def _check_templates(spec: AppSpec, part: Any, at: Cursor) -> None:
    known = {*spec.collections, *_choices(spec), RECORD, QUERY, FACET, VALUE, ALL}
    columns = {column for table in spec.tables.values() for column in table}
    for expression in _expressions(part):
        root, *rest = expression.path
        shown = ".".join(expression.path)
        if root not in known:
            at.fail(f"{{{shown}}} names nothing", f"one of {', '.join(sorted(known))}")
        if root in spec.collections and rest:
            entity = spec.collections[root].entities[0]
            if rest[0] not in entity:
                at.fail(f"{{{shown}}}: {root} have no {rest[0]!r}", _any(entity))
        if root == ALL and (not rest or rest[0] not in spec.collections):
            at.fail(f"{{{shown}}} names no collection", _any(spec.collections))
        if root == RECORD and rest and rest[0] not in columns:
            at.fail(f"{{{shown}}}: no table has {rest[0]!r}", "a column")


def _expressions(part: Any) -> Iterator[Expression]:
    if isinstance(part, Template):
        yield from (each for each in part.parts if isinstance(each, Expression))
    elif is_dataclass(part):
        for each in fields(part):
            yield from _expressions(getattr(part, each.name))
    elif isinstance(part, Mapping):
        for value in part.values():
            yield from _expressions(value)
    elif isinstance(part, tuple):
        for value in part:
            yield from _expressions(value)
