"""Scores the yardsticks by both profiles and writes the numbers into docs/paper-profile.md."""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import marked
from mpb_gym.agents.catalogue import YARDSTICKS
from mpb_gym.bench import Plan, Settings, make_plan, run_batch
from mpb_gym.bench.rescore import (
    Rescored,
    crashes,
    default_means,
    paper_means,
    record_files,
    rescore,
)
from mpb_gym.cli.scoring import mean_rows
from mpb_gym.errors import MyPhoneError
from options import positive

PAGE = Path(__file__).parents[1] / "docs" / "paper-profile.md"
MARK = "profiles"
AGENTS = ("oracle", "helpful", "timid", "random", "noop")
SCORES = ("op", "tr", "fm", "qualified", "later_session")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One agent's run.

    Attributes:
        agent: Its name.
        total: What it was run on, in words.
        means: Each mean as ``default → paper``.
        differing: On how many episodes the profiles differ, by score.
    """

    agent: str
    total: str
    means: list[str]
    differing: list[str]


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


def measure(plan: Plan, workers: int, folder: Path) -> Measured:
    """Runs a plan in a folder, and scores the records twice."""
    summary = run_batch(plan, folder, settings=Settings(workers=workers))
    episodes = [rescore(file, paper=True) for file in record_files([folder])]
    return Measured(
        agent=plan.agent,
        total=f"{summary['n_tasks']} tasks and {summary['n_pairs']} pairs",
        means=cells(folder, episodes),
        differing=counts(episodes),
    )


def table(measured: Sequence[Measured]) -> str:
    """Returns what stands between the marks."""
    total = measured[0].total
    return "\n".join(
        [
            f"Measured by `python scripts/profiles.py` on {total}; each cell is default → paper.",
            "",
            "| agent | success | privacy | OP | TR | FM | PQSR(0.7) | later session |",
            "|---|---|---|---|---|---|---|---|",
            *(f"| `{each.agent}` | {' | '.join(each.means)} |" for each in measured),
            "",
            "Episodes on which a score differs, by score (OP, TR, FM and qualification of tasks,",
            "later-session use of pairs):",
            "",
            "| agent | OP | TR | FM | qualified | later session |",
            "|---|---|---|---|---|---|",
            *(f"| `{each.agent}` | {' | '.join(each.differing)} |" for each in measured),
        ]
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs every agent over every assignment."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agents", nargs="+", choices=YARDSTICKS, default=AGENTS)
    parser.add_argument("--tasks", nargs="+", default=(), help="ids; all tasks and pairs without")
    parser.add_argument("--workers", type=positive, default=2)
    parser.add_argument("--page", type=Path, default=PAGE)
    options = parser.parse_args(arguments)
    marked.check(options.page, MARK)
    try:
        plans = [make_plan(agent=agent, tasks=options.tasks) for agent in options.agents]
    except MyPhoneError as error:
        parser.error(f"--tasks: {error}")
    measured = []
    for plan in plans:
        with tempfile.TemporaryDirectory() as folder:
            measured.append(measure(plan, options.workers, Path(folder)))
    marked.fill(options.page, MARK, table(measured))


if __name__ == "__main__":
    main()
