"""``--suite``: tasks from elsewhere, a folder of one's own or the published release."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from mpb_gym.errors import OptionError, UnknownNameError
from mpb_gym.spec.library import resolve_app

_RELEASE = "upstream:"


def is_release(suite: str | None) -> bool:
    """Whether a suite is the published release, as ``upstream:PATH``."""
    return bool(suite) and str(suite).startswith(_RELEASE)


def suite_ids(suite: str, apps: Sequence[str] = (), tasks: Sequence[str] = ()) -> tuple[str, ...]:
    """Makes a suite known, and returns the ids of its tasks.

    Args:
        suite: A folder with ``apps/`` and ``tasks/`` as ours, or ``upstream:PATH``.
        apps: Only those of these apps, by whatever name.
        tasks: Only these; of the release also as ``mdoordash/012``.

    Raises:
        OptionError: It is no suite, or nothing is left of it.
        UnknownNameError: It has no such task or app.
    """
    every = _release(suite.removeprefix(_RELEASE)) if is_release(suite) else _folder(Path(suite))
    if not apps and not tasks:
        return every
    owners = {resolve_app(app) for app in apps}
    wanted = {task_id(suite, task) for task in tasks}
    for id in wanted.difference(every):
        raise UnknownNameError("task", id, every)
    found = tuple(id for id in every if id in wanted or id.split("/")[0] in owners)
    if not found:
        raise OptionError(f"--suite {suite}: no task belongs to {', '.join(apps)}")
    return found


def task_id(suite: str | None, task: str) -> str:
    """Returns the id of a task of a suite; ``mdoordash/012`` will do for the release's."""
    if not is_release(suite) or "/upstream-" in task:
        return task
    app, slash, name = task.partition("/")
    return f"{app}/upstream-{name}" if slash else task


def _release(path: str) -> tuple[str, ...]:
    from mpb_gym.upstream.layout import use

    return tuple(use(Path(path)).tasks)


def _folder(folder: Path) -> tuple[str, ...]:
    from mpb_gym.content import task_files

    if not (folder / "tasks").is_dir():
        raise OptionError(f"{folder} holds no tasks/; name a folder as MPB_GYM_PATH wants it")
    known = [os.environ.get("MPB_GYM_PATH", ""), str(folder.resolve())]
    os.environ["MPB_GYM_PATH"] = os.pathsep.join(each for each in known if each)
    return tuple(id for id, file in task_files().items() if file.is_relative_to(folder.resolve()))
