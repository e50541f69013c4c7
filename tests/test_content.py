"""Folders of an author's own, beside what comes with the package."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from mpb_gym import content

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes files in a folder that MPB_GYM_PATH names."""
    monkeypatch.setenv("MPB_GYM_PATH", str(tmp_path))

    def write(*names: str, text: str = "") -> Path:
        for name in names:
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_data_lie_beside_the_package_unless_it_carries_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "mpb_gym"
    monkeypatch.setattr(content, "_PACKAGE", package)
    assert content.data_root() == tmp_path
    (package / "_data").mkdir(parents=True)
    assert content.data_root() == package / "_data"


def test_without_the_variable_there_is_one_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MPB_GYM_PATH", raising=False)
    assert content.roots() == (content.data_root(),)


def test_the_variable_names_several_roots_after_the_packages_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MPB_GYM_PATH", os.pathsep.join(["one", "", "two"]))
    assert content.roots() == (content.data_root(), Path("one"), Path("two"))


def test_an_authors_app_joins_the_others_in_order(write: Write) -> None:
    root = write("apps/mtea/app.yaml", "apps/aaa/app.yaml", "apps/draft/notes.yaml")
    folders = content.app_folders()
    assert list(folders) == sorted(folders)
    assert folders["mtea"] == root / "apps" / "mtea"
    assert "mdoordash" in folders and "aaa" in folders and "draft" not in folders


def test_what_comes_with_the_package_cannot_be_replaced(write: Write) -> None:
    root = write("apps/mdoordash/app.yaml", "tasks/mdoordash/001_mine.yaml", "tasks/profile.yaml")
    assert not content.app_folders()["mdoordash"].is_relative_to(root)
    assert not content.task_files()["mdoordash/001"].is_relative_to(root)
    assert not content.profile_file().is_relative_to(root)


def test_an_environments_name_is_the_apps_own_line(write: Write) -> None:
    write("apps/mtea/app.yaml", text="title: mTea\nenv: mTea\n")
    write("apps/mmug/app.yaml", text="title: mMug\nforms:\n  env: Nested\n")
    names = content.env_names()
    assert (names["mtea"], names["mdoordash"]) == ("mTea", "mDoorDash")
    assert "mmug" not in names


def test_a_tasks_id_is_its_folder_and_number(write: Write) -> None:
    root = write(
        "tasks/mtea/002_two_cups.yaml",
        "tasks/mtea/003.yaml",
        "tasks/mtea/pairs/pair_01_no_milk.yaml",
        "tasks/mtea/notes.yaml",
        "tasks/mtea/pairs/draft.yaml",
        "tasks/mtea/deep/004_lost.yaml",
    )
    mine = {id: file for id, file in content.task_files().items() if id.startswith("mtea/")}
    assert mine == {
        "mtea/002": root / "tasks/mtea/002_two_cups.yaml",
        "mtea/003": root / "tasks/mtea/003.yaml",
        "mtea/pair_01": root / "tasks/mtea/pairs/pair_01_no_milk.yaml",
    }
    assert list(content.task_files()) == sorted(content.task_files())


def test_errors_call_a_file_by_its_path_within_its_root(write: Write, tmp_path: Path) -> None:
    root = write("tasks/mtea/002_two_cups.yaml")
    assert content.shown(root / "tasks/mtea/002_two_cups.yaml") == "tasks/mtea/002_two_cups.yaml"
    assert content.shown(content.profile_file()) == "tasks/profile.yaml"
    elsewhere = tmp_path.parent / "elsewhere.yaml"
    assert content.shown(elsewhere) == str(elsewhere)
