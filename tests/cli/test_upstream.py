"""``mpb run`` and ``mpb score`` on a release that only ``--suite`` names."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.calling import process
from tests.upstream.making import write_release


def test_a_run_on_a_release_is_scored_by_both_profiles(tmp_path: Path) -> None:
    suite = f"upstream:{write_release(tmp_path / 'release')}"
    run, scores = tmp_path / "run", tmp_path / "scores.jsonl"
    done = process("run", "--agent", "oracle", "--suite", suite, "--out", run)
    assert done.returncode == 0, done.stderr

    done = process("score", run, "--suite", suite, "--profile", "paper", "--json", scores)
    assert done.returncode == 0, done.stderr
    assert "default → paper" in done.stdout
    episodes = [json.loads(line) for line in scores.read_text(encoding="utf-8").splitlines()]
    assert len(episodes) == len(list(run.glob("records/*.json"))) > 1

    done = process("score", run, "--suite", suite, "--export", "upstream", "--out", tmp_path / "x")
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "x/summary.json").read_text(encoding="utf-8"))["per_task"]


def test_without_its_suite_a_release_is_asked_for(tmp_path: Path) -> None:
    suite = f"upstream:{write_release(tmp_path / 'release')}"
    process("run", "--agent", "noop", "--suite", suite, "--out", tmp_path / "run")
    done = process("score", tmp_path / "run")
    assert done.returncode == 2
    assert "--suite upstream:PATH" in done.stderr
