"""The table of the yardsticks, measured on a few tasks."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from mpb_gym.audit import Record, Scorecard, score
from mpb_gym.audit.scorecard import qualifies
from mpb_gym.bench import make_plan, run_batch
from mpb_gym.bench.rescore import record_files
from mpb_gym.spec.library import load_assignment
from tests.scripts.loading import load

SCRIPT = load("scoreboard")
TASKS = ("mdoordash/001", "mdoordash/004", "mdoordash/pair_01")
OLD = "# Page\n<!-- scoreboard -->\nold\n<!-- /scoreboard -->\nWhat follows.\n"


@pytest.fixture
def pages(tmp_path: Path) -> list[Path]:
    files = [tmp_path / name for name in ("one.md", "two.md")]
    for file in files:
        file.write_text(OLD)
    return files


def recomputed(agent: str, folder: Path) -> list[str]:
    """The cells of an agent's row, from the records of a run."""
    run_batch(make_plan(agent=agent, tasks=TASKS), folder)
    cards: list[Scorecard] = []
    for file in record_files([folder]):
        record = Record.load(file)
        cards.append(score(load_assignment(record.assignment), record))
    single = [card for card in cards if not card.pair]
    assert (len(single), len(cards)) == (2, 3)

    def cell(values: Iterable[float | bool | None]) -> str:
        known = [float(value) for value in values if value is not None]
        return f"{statistics.mean(known):.2f} ({len(known)})" if known else "– (0)"

    return [
        cell(card.success for card in single),
        cell(card.privacy for card in single),
        *(cell(getattr(card, each) for card in single) for each in ("op", "tr", "fm")),
        cell(qualifies(card) for card in single),
        cell(card.later_session for card in cards if card.pair),
    ]


def test_the_table_is_what_the_records_hold(pages: list[Path], tmp_path: Path) -> None:
    agents = ("helpful", "noop")
    arguments = ["--agents", *agents, "--tasks", *TASKS, "--workers", "1"]
    SCRIPT.main([*arguments, "--pages", *map(str, pages)])
    text = pages[0].read_text()
    assert text == pages[1].read_text()
    assert text.startswith("# Page\n<!-- scoreboard -->\n## How the yardsticks score\n")
    assert text.endswith(" |\n<!-- /scoreboard -->\nWhat follows.\n")
    assert "on 2 tasks and 1 pairs. " in text
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    wanted = [
        f"| `{agent}` | {' | '.join(recomputed(agent, tmp_path / agent))} |" for agent in agents
    ]
    assert rows == wanted
    assert rows[0].startswith("| `helpful` | 1.00 (2) | 0.") and "– (0)" in rows[1]


def test_a_table_of_episodes_that_broke_is_not_written(
    pages: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: Any, **more: Any) -> dict[str, Any]:
        return {"errors": 1}

    monkeypatch.setattr(SCRIPT, "run_batch", broken)
    with pytest.raises(SystemExit, match="noop: 1 of 3 episodes broke; see mpb run --agent noop"):
        SCRIPT.main(["--agents", "noop", "--tasks", *TASKS, "--pages", *map(str, pages)])
    assert [file.read_text() for file in pages] == [OLD] * 2


def test_what_cannot_be_written_or_run_is_told_before_anything_runs(
    pages: list[Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(SCRIPT, "run_batch", pytest.fail)
    for arguments, told in (
        (["--agents", "oracel"], "--agents: invalid choice: 'oracel'"),
        (["--tasks", "mdoordash/999"], "--tasks: unknown task"),
        (["--workers", "0"], "--workers: '0' is no whole number from 1 on"),
    ):
        with pytest.raises(SystemExit):
            SCRIPT.main([*arguments, "--pages", *map(str, pages)])
        assert told in capsys.readouterr().err
    pages[1].write_text("no place")
    with pytest.raises(SystemExit, match=r"two\.md: .* once each"):
        SCRIPT.main(["--pages", *map(str, pages)])
