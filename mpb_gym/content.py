"""Where the apps and tasks lie: inside the installed package, or at the repository's top."""

from __future__ import annotations

import os
import re
from pathlib import Path

from mpb_gym.errors import SpecError

_PACKAGE = Path(__file__).parent


def data_root() -> Path:
    """Returns the folder that holds ``apps/`` and ``tasks/``.

    A wheel carries both in ``mpb_gym/_data``; an editable install reads them where authors
    edit them, beside the package.
    """
    packed = _PACKAGE / "_data"
    return packed if packed.is_dir() else _PACKAGE.parent


def roots() -> tuple[Path, ...]:
    """Returns every folder that holds ``apps/`` and ``tasks/``.

    Authors name theirs in the environment variable ``MPB_GYM_PATH``, as ``PATH`` does; what
    comes with the package is first and cannot be replaced.
    """
    named = os.environ.get("MPB_GYM_PATH", "")
    return (data_root(), *(Path(each) for each in named.split(os.pathsep) if each))


def app_folders() -> dict[str, Path]:
    """Returns the folder of each app by app id, sorted."""
    found: dict[str, Path] = {}
    for root in roots():
        for file in (root / "apps").glob("*/app.yaml"):
            found.setdefault(file.parent.name, file.parent)
    return dict(sorted(found.items()))


def env_names() -> dict[str, str]:
    """Returns the name of each app in environment ids, by app id.

    Environments are registered on import, so that only the line ``env: mDoorDash`` is read;
    parsing whole apps would make every import slow.
    """
    names = {}
    for id, folder in app_folders().items():
        text = (folder / "app.yaml").read_text(encoding="utf-8")
        if found := re.search(r"^env: (\w+)$", text, re.MULTILINE):
            names[id] = found[1]
    return names


def profile_file() -> Path:
    """Returns the file of the user whom all tasks share."""
    return data_root() / "tasks" / "profile.yaml"


def task_files() -> dict[str, Path]:
    """Returns the file of each task and pair by its id, sorted.

    ``tasks/mdoordash/012_two_orders.yaml`` is the task ``mdoordash/012`` and
    ``tasks/mdoordash/pairs/pair_01_vegan.yaml`` the pair ``mdoordash/pair_01``: what follows
    the number is for people.
    """
    found: dict[str, Path] = {}
    for root in roots():
        own: dict[str, Path] = {}
        for file in sorted((root / "tasks").glob("*/[0-9]*.yaml")):
            _add(own, f"{file.parent.name}/{file.stem.split('_')[0]}", file)
        for file in sorted((root / "tasks").glob("*/pairs/pair_*.yaml")):
            number = "_".join(file.stem.split("_")[:2])
            _add(own, f"{file.parent.parent.name}/{number}", file)
        found = {**own, **found}
    return dict(sorted(found.items()))


def _add(found: dict[str, Path], id: str, file: Path) -> None:
    if id in found:
        problem = f"the task {id} is in {found[id].name} already"
        raise SpecError(shown(file), "", problem, "a number of its own")
    found[id] = file


def shown(file: Path) -> str:
    """Returns what errors call a data file: its path within the folder that it came from."""
    for root in roots():
        if file.is_relative_to(root):
            return str(file.relative_to(root))
    return str(file)
