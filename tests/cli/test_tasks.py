"""``mpb certify``, ``mpb tasks generate`` and generated tasks in ``mpb run``."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from mpb_gym.cli import main
from mpb_gym.content import data_root


def mpb(*arguments: object) -> int:
    """Runs ``mpb`` in this process and returns its exit code."""
    with pytest.raises(SystemExit) as stopped:
        main([str(each) for each in arguments])
    return int(stopped.value.code or 0)


def process(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Runs ``mpb`` in a process of its own, which reads all files anew."""
    code = "from mpb_gym.cli import main; main()"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_certify_reports_each_task(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "report.json"
    assert mpb("certify", "--task", "mdoordash/009", "--json", file) == 0
    assert "1 of 1 task certified" in capsys.readouterr().out
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


def test_a_folder_without_tasks_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert mpb("certify", "--suite", tmp_path) == 2
    assert "holds no tasks/" in capsys.readouterr().err


def test_generate_prints_a_task_that_can_be_certified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert mpb("tasks", "generate", "--app", "mDMV", "--family", "search", "--seed", "3") == 0
    text = capsys.readouterr().out
    assert yaml.safe_load(text)["family"] == "search"
    file = tmp_path / "tasks/mdmv/902_drawn.yaml"
    file.parent.mkdir(parents=True)
    again = ("tasks", "generate", "--app", "mdmv", "--family", "search", "--seed", "3")
    assert mpb(*again, "--out", file) == 0
    assert file.read_text(encoding="utf-8") == text
    done = process("certify", "--suite", tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--app", "mDMV", "--family", "bargain"), "unknown family 'bargain'"),
        (("--app", "mNone", "--family", "search"), "unknown app 'mNone'"),
        (("--app", "mDMV", "--family", "search", "--vagueness", "x"), "--vagueness: 'x'"),
    ],
)
def test_what_cannot_be_drawn_is_told(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert mpb("tasks", "generate", *arguments) == 2
    assert words in capsys.readouterr().err


def test_a_run_over_generated_tasks_can_be_scored_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    run = ("run", "--agent", "oracle", "--split", "validation", "--episodes", "12", "--out", out)
    assert mpb(*run) == 0
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    assert (summary["n"], summary["success_rate"], summary["privacy"]) == (12, 1.0, 1.0)
    capsys.readouterr()
    assert mpb("score", out) == 0
    assert "validation-0" in capsys.readouterr().out
