"""The table of both profiles, measured on a few tasks."""

from __future__ import annotations

import json
import statistics
from collections import Counter
from pathlib import Path

import pytest

from mpb_gym.audit.paper import PaperCard
from mpb_gym.bench import make_plan, run_batch
from mpb_gym.bench.rescore import record_files, rescore
from tests.scripts.loading import load

SCRIPT = load("profiles")
TASKS = ("mdoordash/001", "mdoordash/004", "mdoordash/pair_01")
OLD = "# Page\n<!-- profiles -->\nold\n<!-- /profiles -->\nWhat follows.\n"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.md"
    file.write_text(OLD)
    return file


def test_the_table_is_what_the_records_hold(page: Path, tmp_path: Path) -> None:
    agents = ("timid", "noop")
    arguments = ["--agents", *agents, "--tasks", *TASKS, "--workers", "1"]
    SCRIPT.main([*arguments, "--page", str(page)])
    text = page.read_text()
    assert text.startswith("# Page\n<!-- profiles -->\nMeasured by `python scripts/profiles.py` ")
    assert "on 2 tasks and 1 pairs; each cell is default → paper." in text
    assert text.endswith(" |\n<!-- /profiles -->\nWhat follows.\n")
    lines = [line for line in text.splitlines() if line.startswith("| `")]
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert [cells[0] for cells in found] == ["`timid`", "`noop`"] * 2
    for agent, means, differing in zip(agents, found[:2], found[2:], strict=True):
        run_batch(make_plan(agent=agent, tasks=TASKS), tmp_path / agent)
        summary = json.loads((tmp_path / agent / "summary.json").read_text())
        mine = [cell.partition(" → ")[0] for cell in means[1:]]
        names = ("success_rate", "privacy", "op", "tr", "fm")
        values = [*map(summary.get, names), summary["pqsr"]["0.7"], summary["later_session"]]
        assert mine == ["–" if value is None else f"{value:.2f}" for value in values]
        both = [rescore(file, paper=True) for file in record_files([tmp_path / agent])]
        scores = Counter(one.score for each in both for one in each.differences)
        names = ("op", "tr", "fm", "qualified", "later_session")
        assert differing[1:] == [str(scores[name]) for name in names]
        cards = [each.paper for each in both if isinstance(each.paper, PaperCard)]
        paper = [value for card in cards if (value := card.score("op")) is not None]
        told = f"{statistics.mean(paper):.2f}" if paper else "–"
        assert len(cards) == 2 and means[3].partition(" → ")[2] == told
    assert found[2][1] == "2", "the published evaluator has another opinion of the timid agent"


def test_what_cannot_be_written_or_run_is_told_before_anything_runs(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(SCRIPT, "run_batch", pytest.fail)
    for arguments, told in (
        (["--agents", "oracel"], "--agents: invalid choice: 'oracel'"),
        (["--tasks", "mdoordash/999"], "--tasks: unknown task"),
        (["--workers", "0"], "--workers: '0' is no whole number from 1 on"),
    ):
        with pytest.raises(SystemExit):
            SCRIPT.main([*arguments, "--page", str(page)])
        assert told in capsys.readouterr().err
    page.write_text("no place")
    with pytest.raises(SystemExit, match=r"page\.md: .* once each"):
        SCRIPT.main(["--page", str(page)])
