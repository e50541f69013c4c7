"""Measures the yardstick agents and writes their numbers into README and docs/yardsticks.md."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import marked
from mpb_gym.agents.catalogue import YARDSTICKS
from mpb_gym.bench import Plan, Settings, make_plan, run_batch
from mpb_gym.errors import MyPhoneError
from options import positive

_TOP = Path(__file__).parents[1]
PAGES = (_TOP / "README.md", _TOP / "docs" / "yardsticks.md")
MARK = "scoreboard"
COLUMNS = ("success_rate", "privacy", "op", "tr", "fm", "pqsr[0.7]", "later_session")


def row(agent: str, summary: Mapping[str, Any]) -> str:
    """Returns an agent's line of the table."""
    metrics = (summary["intervals"][name] for name in COLUMNS)
    return f"| `{agent}` | {' | '.join(map(_cell, metrics))} |"


def _cell(metric: Mapping[str, Any]) -> str:
    mean = "–" if metric["value"] is None else f"{metric['value']:.2f}"
    return f"{mean} ({metric['n']})"


def table(summaries: Mapping[str, Mapping[str, Any]]) -> str:
    """Returns what stands between the marks.

    Args:
        summaries: Of each agent's run, all of the same tasks and pairs.
    """
    first = next(iter(summaries.values()))
    return "\n".join(
        [
            "## How the yardsticks score",
            "",
            f"Measured by `python scripts/scoreboard.py` on {first['n_tasks']} tasks and "
            f"{first['n_pairs']} pairs. Each mean",
            "is over the episodes in which it was put to the test, their number in brackets;",
            "`mpb run` prints them with intervals.",
            "",
            "| agent | success | privacy | OP | TR | FM | PQSR(0.7) | later session |",
            "|---|---|---|---|---|---|---|---|",
            *(row(agent, summary) for agent, summary in summaries.items()),
        ]
    )


def measure(plan: Plan, workers: int) -> dict[str, Any]:
    """Runs a plan and returns its summary.

    Raises:
        SystemExit: An episode broke, so that the means would be of fewer than they say.
    """
    with tempfile.TemporaryDirectory() as folder:
        summary = run_batch(plan, Path(folder), settings=Settings(workers=workers))
    if summary["errors"]:
        broken = f"{summary['errors']} of {len(plan.jobs)} episodes"
        raise SystemExit(f"{plan.agent}: {broken} broke; see mpb run --agent {plan.agent}")
    return summary


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs every agent over every assignment."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agents", nargs="+", choices=YARDSTICKS, default=YARDSTICKS)
    parser.add_argument("--tasks", nargs="+", default=(), help="ids; all tasks and pairs without")
    parser.add_argument("--workers", type=positive, default=2)
    parser.add_argument("--pages", type=Path, nargs="+", default=PAGES)
    options = parser.parse_args(arguments)
    for page in options.pages:
        marked.check(page, MARK)
    try:
        plans = [make_plan(agent=agent, tasks=options.tasks) for agent in options.agents]
    except MyPhoneError as error:
        parser.error(f"--tasks: {error}")
    body = table({plan.agent: measure(plan, options.workers) for plan in plans})
    for page in options.pages:
        marked.fill(page, MARK, body)


if __name__ == "__main__":
    main()
