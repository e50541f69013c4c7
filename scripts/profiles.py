"""Scores the yardsticks by both profiles and writes the numbers into docs/paper-profile.md."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from mpb_gym.bench import Settings, make_plan, run_batch
from mpb_gym.bench.rescore import (
    Rescored,
    crashes,
    default_means,
    paper_means,
    record_files,
    rescore,
)
from mpb_gym.cli.scoring import mean_rows

_FILE = Path(__file__).parents[1] / "docs" / "paper-profile.md"
_BEGIN, _END = "<!-- profiles -->", "<!-- /profiles -->"
AGENTS = ("oracle", "helpful", "timid", "random", "noop")
SCORES = ("op", "tr", "fm", "qualified", "later_session")


def cells(run: Path, episodes: Sequence[Rescored]) -> list[str]:
    """Returns each mean as ``default → paper``."""
    broken = crashes(run)
    rows = mean_rows(default_means(episodes, broken), paper_means(episodes, broken))
    return [f"{_cell(mine)} → {_cell(theirs)}" for _, mine, theirs in rows]


def counts(episodes: Sequence[Rescored]) -> list[str]:
    """Returns on how many episodes the profiles differ, by score."""
    found = Counter(one.score for each in episodes for one in each.differences)
    return [str(found[name]) for name in SCORES]


def _cell(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def main() -> None:
    """Runs every agent over every assignment, and scores the records twice."""
    means, differing, total = [], [], ""
    for agent in AGENTS:
        with tempfile.TemporaryDirectory() as folder:
            run = Path(folder)
            summary = run_batch(make_plan(agent=agent), run, settings=Settings(workers=2))
            episodes = [rescore(file, paper=True) for file in record_files([run])]
            means.append(f"| `{agent}` | {' | '.join(cells(run, episodes))} |")
            differing.append(f"| `{agent}` | {' | '.join(counts(episodes))} |")
            total = f"{summary['n_tasks']} tasks and {summary['n_pairs']} pairs"
    table = "\n".join(
        [
            f"Measured by `python scripts/profiles.py` on {total}; each cell is default → paper.",
            "",
            "| agent | success | privacy | OP | TR | FM | PQSR(0.7) | later session |",
            "|---|---|---|---|---|---|---|---|",
            *means,
            "",
            "Episodes on which a score differs, by score (OP, TR, FM and qualification of tasks,",
            "later-session use of pairs):",
            "",
            "| agent | OP | TR | FM | qualified | later session |",
            "|---|---|---|---|---|---|",
            *differing,
        ]
    )
    head, rest = _FILE.read_text(encoding="utf-8").split(_BEGIN)
    text = f"{head}{_BEGIN}\n{table}\n{_END}{rest.split(_END)[1]}"
    _FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
