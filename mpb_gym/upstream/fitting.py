"""How a release's catalogue becomes that of our app: ``apps/<app>/upstream.yaml``, read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from mpb_gym.content import app_folders, shown
from mpb_gym.errors import OptionError
from mpb_gym.spec.catalogue import Collection, Entity, make_collection
from mpb_gym.spec.reader import Cursor, read_yaml
from mpb_gym.spec.template import read_template
from mpb_gym.upstream.notes import Notes

_KEYS = ("fields", "uncancellable", "goal")


@lru_cache(maxsize=32)
def fitting(app: str) -> Cursor:
    """Returns an app's ``upstream.yaml``.

    Raises:
        OptionError: It has none.
        SpecError: It is not right.
    """
    file = app_folders()[app] / "upstream.yaml"
    if not file.is_file():
        raise OptionError(f"{app} has no upstream.yaml, so that no release can be read for it")
    return read_yaml(file, shown(file)).only(*_KEYS)


def fitted(collection: Collection, seed: Cursor, fields: Cursor, notes: Notes) -> Collection:
    """Returns a collection with the release's entities.

    Args:
        collection: Our own, whose fields the app's screens show.
        seed: The release's list.
        fields: What makes the fields that it lacks, or has otherwise.
        notes: Hears of fields that nothing here shows.
    """
    known = collection.entities[0]
    entities: list[dict[str, Any]] = []
    for each in seed.items():
        given = each.entries_raw()
        entity = dict(given)
        for name, maker in fields.entries():
            entity[name] = _made(maker, given, name, collection.entities)
        for name in known:
            if name not in entity:
                each.fail(f"{name!r} is missing", f"every field of our {collection.name}")
        for name in given:
            if name not in known:
                notes.add(each[name], f"our {collection.name} have no such field")
        entities.append({name: entity[name] for name in known})
    if not entities:
        seed.fail("the list is empty", "at least one entity")
    return make_collection(collection.name, entities, collection.search)


def _made(maker: Cursor, given: Entity, name: str, ours: Sequence[Entity]) -> Any:
    """The value of a field: a constant, or made of the entity in one of a few ways."""
    body = maker.value
    if not isinstance(body, Mapping):
        return body
    if "like" in body:
        return _like(name, maker["like"].text(), given, ours)
    if "text" in body:
        return read_template(maker["text"]).text(given)
    if "copy" in body:
        return [*given[maker["copy"].text()], *body.get("add", [])]
    if "by" in body:
        return _by(maker, given, name, ours)
    if "steps" in body:
        value = given[maker["steps"].text()]
        for limit, word in body["below"]:
            if value < limit:
                return word
        return body["else"]
    maker.fail(f"found {', '.join(body)}", "like, text, copy, by or steps")


def _by(maker: Cursor, given: Entity, name: str, ours: Sequence[Entity]) -> Any:
    value = given[maker["by"].text()]
    members = value if isinstance(value, list) else [value]
    words = {_word(each) for each in members}
    for word, found in maker["values"].value.items():
        if word in words:
            return found
    return _made(maker["else"], given, name, ours)


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).casefold()
    return f"{value:g}" if isinstance(value, float) else str(value)


def _like(name: str, field: str, given: Entity, ours: Sequence[Entity]) -> Any:
    """What one of our entities has that is alike in another field."""
    return next((each[name] for each in ours if each[field] == given[field]), ours[0][name])
