"""The wheel carries all data and nothing else, and works away from the repository."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from mpb_gym.content import app_folders, data_root
from mpb_gym.spec.library import assignment_ids

ROOT = Path(__file__).parent.parent
JUNK = ("apps/.DS_Store", "apps/mdoordash/__pycache__/x.pyc", "tasks/build/old.yaml")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the repository in which junk lies about."""
    copy = tmp_path_factory.mktemp("repository")
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, copy)
    for name in ("mpb_gym", "apps", "tasks"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in JUNK:
        (copy / name).parent.mkdir(exist_ok=True)
        (copy / name).write_text("junk")
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    subprocess.run(command, cwd=copy, check=True, capture_output=True)
    return next(out.glob("*.whl"))


def files_below(folder: Path) -> set[str]:
    """Every file of the repository below a folder that is not Python's own scratch."""
    return {
        file.relative_to(ROOT).as_posix()
        for file in folder.rglob("*")
        if file.is_file() and not {"__pycache__", "_data"} & set(file.parts)
    }


def test_the_wheel_holds_package_and_data_and_no_junk(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    data = {
        f"mpb_gym/_data/{name}" for name in files_below(ROOT / "apps") | files_below(ROOT / "tasks")
    }
    assert names == files_below(ROOT / "mpb_gym") | data
    assert "mpb_gym/py.typed" in names


def test_the_installed_wheel_has_the_same_apps_and_tasks(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    code = (
        "import json; from mpb_gym import content; from mpb_gym.spec.library import *\n"
        "for id in assignment_ids(): load_assignment(id)\n"
        "print(json.dumps([str(content.data_root()), app_ids(), assignment_ids()]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "site")},
        check=True,
        capture_output=True,
        text=True,
    )
    root, apps, tasks = json.loads(done.stdout)
    assert Path(root) == tmp_path / "site/mpb_gym/_data"
    assert apps == list(app_folders())
    assert tasks == list(assignment_ids())


def test_the_repository_reads_its_data_at_the_top() -> None:
    assert data_root() == ROOT
