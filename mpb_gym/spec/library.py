"""The apps and tasks that come with the package, by name; each file is read once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from mpb_gym.content import app_folders, profile_file, shown, task_files
from mpb_gym.errors import UnknownNameError
from mpb_gym.registry import Registry
from mpb_gym.spec.app import AppSpec, read_app
from mpb_gym.spec.profile import Profile, read_profile
from mpb_gym.spec.reader import Cursor, read_yaml
from mpb_gym.spec.task import Assignment, TaskSpec, read_assignment


class Sourced(NamedTuple):
    """A task or pair that lies in no file of ours, and the apps that it is about.

    Attributes:
        released: The parsed file that it was made of, if that is one of the published release.
    """

    assignment: Assignment
    apps: Mapping[str, AppSpec]
    released: Mapping[str, Any] | None = None


SOURCES: Registry[Callable[[str], Sourced]] = Registry(
    "source",
    {
        "train": "mpb_gym.generate.library:generated",
        "validation": "mpb_gym.generate.library:generated",
        "upstream": "mpb_gym.upstream.library:sourced",
    },
)
"""Where ids such as ``mdoordash/train-17`` lead: by the word before the hyphen, something that
makes the task."""

_SOURCED = re.compile(r"[^/]+/([a-z]+)-.+")


def _source(id: str) -> Callable[[str], Sourced] | None:
    match = _SOURCED.fullmatch(id)
    return SOURCES[match[1]] if match and match[1] in SOURCES else None


@lru_cache(maxsize=1)
def _folders() -> dict[str, str]:
    return {id: str(folder) for id, folder in app_folders().items()}


def app_ids() -> tuple[str, ...]:
    """Returns the id of every app, sorted."""
    return tuple(_folders())


@lru_cache(maxsize=64)
def load_app(id: str) -> AppSpec:
    """Returns an app.

    Raises:
        UnknownNameError: There is no such app.
        SpecError: Its files are not right.
    """
    if id not in _folders():
        raise UnknownNameError("app", id, _folders())
    return read_app(app_folders()[id])


def resolve_app(name: str) -> str:
    """Returns the id of the app that people call ``name``: its id, title or an alias, any case.

    Raises:
        UnknownNameError: No app is called so.
    """
    wanted = name.strip().casefold()
    if wanted in _folders():
        return wanted
    for id in app_ids():
        if wanted in (each.casefold() for each in load_app(id).names):
            return id
    raise UnknownNameError("app", name, app_ids())


@lru_cache(maxsize=1)
def base_profile() -> Profile:
    """Returns the user whom all tasks share."""
    file = profile_file()
    return read_profile(read_yaml(file, shown(file)))


@lru_cache(maxsize=1)
def _files() -> dict[str, str]:
    return {id: str(file) for id, file in task_files().items()}


def assignment_ids(app: str | None = None) -> tuple[str, ...]:
    """Returns the ids of all tasks and pairs, sorted; of one app if its id is given."""
    return tuple(id for id in _files() if app is None or id.split("/")[0] == app)


def load_assignment(id: str) -> Assignment:
    """Returns a task or pair.

    Args:
        id: As ``mdoordash/012`` or ``mdoordash/pair_01``, or one that a source makes, as
            ``mdoordash/train-17``.

    Raises:
        UnknownNameError: There is no such task.
        SpecError: Its file is not right; names file, path and expectation.
    """
    source = _source(id)
    return source(id).assignment if source else _load_file(id)


def load_apps(assignment: Assignment) -> dict[str, AppSpec]:
    """Returns the apps of a task or pair by id, as they are for it."""
    source = _source(assignment.id)
    if source is not None:
        return dict(source(assignment.id).apps)
    return {id: load_app(id) for id in assignment.apps}


def load_released(id: str) -> Mapping[str, Any] | None:
    """Returns the parsed file of a task or pair of the published release; ``None`` of others."""
    source = _source(id)
    return source(id).released if source else None


@lru_cache(maxsize=1024)
def _load_file(id: str) -> Assignment:
    if id not in _files():
        raise UnknownNameError("task", id, _files())
    file = task_files()[id]
    cursor = read_yaml(file, shown(file))
    found = read_assignment(cursor, id, base_profile())
    for each in found.sessions:
        _check(each, cursor)
    return found


def _check(task: TaskSpec, cursor: Cursor) -> None:
    """Checks what a task says of its apps."""
    specs = {}
    for app in task.apps:
        if app not in _folders():
            cursor.fail(f"apps: there is no app {app!r}", f"one of {', '.join(_folders())}")
        specs[app] = load_app(app)
    wanted: list[tuple[str, str, tuple[str, ...]]] = [
        (app, table, tuple(column for row in rows for column in row))
        for app, tables in task.prepared.items()
        for table, rows in tables.items()
    ]
    wanted += [
        (rule.app, rule.table, tuple(each.column for each in rule.where))
        for rule in task.rules
        if rule.app
    ]
    for app, table, columns in wanted:
        if app not in specs:
            cursor.fail(f"{app!r} is not among the task's apps", ", ".join(specs))
        known = specs[app].columns(table)
        if not known:
            cursor.fail(f"{app} has no table {table!r}", ", ".join(specs[app].tables))
        for column in columns:
            if column not in known:
                cursor.fail(f"{app}.{table} has no column {column!r}", ", ".join(known))
