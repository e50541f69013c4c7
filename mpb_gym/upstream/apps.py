"""Our apps with a release's catalogues in place of ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.blocks import Records
from mpb_gym.spec.library import load_app
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.screen import ScreenSpec
from mpb_gym.spec.task import digest
from mpb_gym.upstream.fitting import fitted, fitting
from mpb_gym.upstream.layout import Suite
from mpb_gym.upstream.notes import Notes

_SCHEMA_EXTRAS = ("updated_at", "created_at", "id")


def read_app(suite: Suite, id: str, notes: Notes) -> AppSpec:
    """Returns our app as the release fills it.

    Args:
        suite: The release.
        id: The app's id, the same there and here.
        notes: Hears of what is not taken over.

    Raises:
        SpecError: The catalogue does not hold what our app's screens show.
    """
    own, fit = load_app(id), fitting(id)
    seed = suite.read(suite.app(id) / "seed.json")
    fields = fit.get("fields", {})
    for name, each in seed.entries():
        if name not in own.collections and not (name in own.tables and each.value == []):
            notes.add(each, f"{id} has no collection {name!r}")
    schema = suite.app(id) / "form_schema.json"
    if schema.is_file():
        _compare(own, suite.read(schema), notes)
    return replace(
        own,
        collections={
            name: fitted(each, seed[name], fields.get(name, {}), notes)
            for name, each in own.collections.items()
        },
        screens=_screens(own.screens, fit.get("uncancellable", []).texts()),
        digest=f"{own.digest}:{digest([seed.value, fit.value])}",
    )


def _screens(
    screens: Mapping[str, ScreenSpec], uncancellable: tuple[str, ...]
) -> Mapping[str, ScreenSpec]:
    """Screens without the ways to cancel that the published app lacks."""
    if not uncancellable:
        return screens
    return {
        name: replace(
            screen,
            body=tuple(
                replace(block, cancel=None)
                if isinstance(block, Records) and block.table in uncancellable
                else block
                for block in screen.body
            ),
        )
        for name, screen in screens.items()
    }


def _compare(own: AppSpec, schema: Cursor, notes: Notes) -> None:
    """Notes tables, columns and fields of the release's schema that our app has not."""
    for table, each in schema.get("tables", {}).entries():
        known = own.columns(table)
        if not known:
            notes.add(each, f"{own.id} has no table {table!r}")
            continue
        for column in each.get("columns", []).items():
            if _name(column.value) not in (*known, *_SCHEMA_EXTRAS):
                notes.add(column, f"{own.id}.{table} has no column {_name(column.value)!r}")
    boxes = {box.column: box for form in own.forms.values() for box in form.boxes}
    for name, each in _fields(schema.get("fields", [])):
        box = boxes.get(name)
        if box is None:
            notes.add(each, f"no form of {own.id} has a box for {name!r}")
            continue
        key = each.entries_raw().get("profile_key")
        if key and key != box.key:
            asks = f"asks for {box.key!r}" if box.key else "asks for nothing"
            notes.add(each["profile_key"], f"the box {name!r} of {own.id} {asks}, not for {key!r}")


def _fields(at: Cursor) -> list[tuple[str, Cursor]]:
    """The fields of a schema, which is a list in some apps and a mapping in others."""
    if isinstance(at.value, Mapping):
        return list(at.entries())
    return [
        (str(each.value.get("db_column") or each.value.get("name")), each) for each in at.items()
    ]


def _name(column: Any) -> str:
    return str(column.get("name") if isinstance(column, Mapping) else column)
