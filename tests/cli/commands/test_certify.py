"""``mpb certify``."""

from __future__ import annotations

import json
from pathlib import Path

import yaml

from mpb_gym.content import data_root
from tests.cli.calling import Mpb, process


def test_certify_reports_each_task(mpb: Mpb, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    done = mpb("certify", "--task", "mdoordash/009", "--json", file)
    assert done.code == 0
    assert "1 of 1 task certified" in done.out
    report = json.loads(file.read_text(encoding="utf-8"))
    assert (report["tasks"], report["certified"], report["failures"]) == (1, 1, [])
    assert report["reports"][0]["task"] == "mdoordash/009"


def test_a_suite_of_ones_own_that_is_wrong_fails(tmp_path: Path) -> None:
    source = next((data_root() / "tasks/mdoordash").glob("009_*.yaml"))
    body = yaml.safe_load(source.read_text(encoding="utf-8"))
    body["rules"] = body["rules"][:1]
    folder = tmp_path / "tasks/mdoordash"
    folder.mkdir(parents=True)
    (folder / "901_mine.yaml").write_text(yaml.safe_dump(body), encoding="utf-8")
    done = process("certify", "--suite", tmp_path)
    assert done.returncode == 1
    assert "0 of 1 task certified" in done.stdout
    assert "mdoordash/901: near miss: " in done.stderr
    assert "it passes, and must not" in done.stderr


def test_a_folder_without_tasks_is_refused(mpb: Mpb, tmp_path: Path) -> None:
    done = mpb("certify", "--suite", tmp_path)
    assert done.code == 2
    assert "holds no tasks/" in done.err
