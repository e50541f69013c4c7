"""``mpb tasks generate``."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.cli.calling import Mpb, process


def test_generate_prints_a_task_that_can_be_certified(mpb: Mpb, tmp_path: Path) -> None:
    drawn = mpb("tasks", "generate", "--app", "mDMV", "--family", "search", "--seed", "3")
    assert drawn.code == 0
    assert yaml.safe_load(drawn.out)["family"] == "search"
    file = tmp_path / "tasks/mdmv/902_drawn.yaml"
    file.parent.mkdir(parents=True)
    again = ("tasks", "generate", "--app", "mdmv", "--family", "search", "--seed", "3")
    assert mpb(*again, "--out", file).code == 0
    assert file.read_text(encoding="utf-8") == drawn.out
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
def test_what_cannot_be_drawn_is_told(mpb: Mpb, arguments: tuple[str, ...], words: str) -> None:
    done = mpb("tasks", "generate", *arguments)
    assert done.code == 2
    assert words in done.err
