"""Tasks of a release by id: ``mdoordash/upstream-012``, on our app with the release's catalogue."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from mpb_gym.errors import MyPhoneError, SpecError, UnknownNameError
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.library import Sourced
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.task import Assignment, PairSpec, TaskSpec, digest
from mpb_gym.upstream.apps import read_app
from mpb_gym.upstream.layout import Suite, root, strangers, suite
from mpb_gym.upstream.notes import Notes, Unmapped
from mpb_gym.upstream.pairs import carries, chance
from mpb_gym.upstream.targets import understand, with_target
from mpb_gym.upstream.tasks import read_body
from mpb_gym.upstream.users import base

_REMEMBERED = 1024
"""How many tasks are kept; a release has 300."""

_PAIR_KEYS = ("pair_id", "expected_save_key", "task_a", "task_b", "preference_verification")


def ids(app: str | None = None) -> tuple[str, ...]:
    """Returns the ids of all tasks and pairs of the release in use, or of one app."""
    found = suite(root()).tasks
    return tuple(id for id in found if app is None or id.split("/")[0] == app)


def sourced(id: str) -> Sourced:
    """Returns a task or pair with its app, as :data:`mpb_gym.spec.library.SOURCES` wants it.

    Raises:
        OptionError: No release is in use.
        UnknownNameError: It has no such task.
        SpecError: Its file, or the app's catalogue, does not say what it must.
    """
    return _sourced(root(), id)


@lru_cache(maxsize=_REMEMBERED)
def _sourced(folder: Path, id: str) -> Sourced:
    found = suite(folder)
    if id not in found.tasks:
        raise UnknownNameError("task of the release", id, found.tasks)
    spec = _app(folder, id.split("/")[0])
    return Sourced(read(found, id, spec, Notes()), {spec.id: spec})


@lru_cache(maxsize=32)
def _app(folder: Path, id: str) -> AppSpec:
    return read_app(suite(folder), id, Notes())


def read(found: Suite, id: str, spec: AppSpec, notes: Notes) -> Assignment:
    """Reads a task or pair of a release.

    Args:
        found: The release.
        id: Our id for it.
        spec: Its app, with the release's catalogue.
        notes: Hears of what is not taken over.
    """
    at = found.read(found.tasks[id])
    if "task_a" not in at:
        task = read_body(at, id, spec, base(), notes)
        return with_target(task, spec, understand(task, spec))
    return _read_pair(at, id, spec, notes)


def _read_pair(at: Cursor, id: str, spec: AppSpec, notes: Notes) -> PairSpec:
    notes.keys(at, *_PAIR_KEYS)
    key = at["expected_save_key"].text()
    first: TaskSpec = read_body(at["task_a"], f"{id}/a", spec, base(), notes)
    second: TaskSpec = read_body(at["task_b"], f"{id}/b", spec, first.profile, notes)
    before = understand(first, spec, save_key=key)
    first = with_target(first, spec, before)
    second = with_target(second, spec, understand(second, spec, save_key=key, earlier=before))
    return PairSpec(
        id=id,
        title=at["pair_id"].text(),
        first=first,
        second=second,
        carries=carries(first, key),
        chance=chance(second, spec),
        digest=digest([first.digest, second.digest, key]),
    )


def unmapped() -> tuple[Unmapped, ...]:
    """Reads the whole release in use, and returns what of it has no counterpart here."""
    found, notes = suite(root()), Notes()
    for folder in strangers(found):
        notes.found.append(Unmapped(str(folder.relative_to(found.root)), "", "no such app here"))
    apps: dict[str, AppSpec] = {}
    for id in found.tasks:
        app = id.split("/")[0]
        try:
            if app not in apps:
                apps[app] = read_app(found, app, notes)
            read(found, id, apps[app], notes)
        except SpecError as error:
            notes.found.append(Unmapped(error.file, error.path, error.problem))
        except MyPhoneError as error:
            notes.found.append(
                Unmapped(str(found.tasks[id].relative_to(found.root)), "", str(error))
            )
    return tuple(dict.fromkeys(notes.found))
