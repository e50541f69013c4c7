"""Where a release keeps what: ``apps/<app>/seed.json``, ``tasks/<app>/``, ``pairs/`` within."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from mpb_gym.errors import OptionError
from mpb_gym.spec.library import app_ids
from mpb_gym.spec.reader import Cursor, read_json

VARIABLE = "MPB_UPSTREAM"
"""The environment variable that names the folder of the release."""

SOURCE = "upstream"
"""What ids of its tasks begin with, as in ``mdoordash/upstream-012``."""

_NUMBERED = re.compile(r"\d+|pair_\d+")


class Suite(NamedTuple):
    """The files of a release.

    Attributes:
        root: Its folder.
        tasks: The file of each task and pair by our id, sorted.
    """

    root: Path
    tasks: Mapping[str, Path]

    def app(self, id: str) -> Path:
        """Returns the folder of an app."""
        return self.root / "apps" / id

    def read(self, file: Path) -> Cursor:
        """Reads a file of it; errors name the file from its folder."""
        return read_json(file, str(file.relative_to(self.root)))


def root() -> Path:
    """Returns the folder of the release that is in use.

    Raises:
        OptionError: None is, or the folder holds none.
    """
    named = os.environ.get(VARIABLE, "")
    if not named:
        raise OptionError(
            f"ids with {SOURCE}- need the folder of the published release: give "
            f"--suite {SOURCE}:PATH, or name it in the environment variable {VARIABLE}"
        )
    return Path(named)


def use(folder: Path) -> Suite:
    """Makes a release the one in use, in this process and those that it starts.

    Raises:
        OptionError: The folder holds none.
    """
    found = suite(folder.resolve())
    os.environ[VARIABLE] = str(found.root)
    return found


@lru_cache(maxsize=4)
def suite(folder: Path) -> Suite:
    """Returns the files of a release.

    Raises:
        OptionError: The folder holds none.
    """
    # The published repository keeps apps/ and tasks/ in data/.
    folder = next((each for each in (folder, folder / "data") if (each / "tasks").is_dir()), folder)
    if not (folder / "tasks").is_dir() or not (folder / "apps").is_dir():
        raise OptionError(f"{folder} holds no apps/ and tasks/ as the published release has them")
    tasks: dict[str, Path] = {}
    for app in sorted((folder / "tasks").iterdir()):
        if app.name in app_ids():
            for file in (*sorted(app.glob("*.json")), *sorted((app / "pairs").glob("*.json"))):
                number = _NUMBERED.match(file.stem)
                name = number[0] if number else file.stem
                id = f"{app.name}/{SOURCE}-{name}"
                tasks[id if id not in tasks else f"{app.name}/{SOURCE}-{file.stem}"] = file
    if not tasks:
        raise OptionError(f"{folder / 'tasks'} holds no task of an app that is known here")
    return Suite(folder, tasks)


def strangers(found: Suite) -> tuple[Path, ...]:
    """Returns the folders of apps that there are none of here."""
    folders = sorted({*(found.root / "apps").iterdir(), *(found.root / "tasks").iterdir()})
    return tuple(each for each in folders if each.is_dir() and each.name not in app_ids())
