"""Measures the yardstick agents and writes their numbers into README and docs/yardsticks.md."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from mpb_gym.agents.catalogue import YARDSTICKS
from mpb_gym.bench import Settings, make_plan, run_batch

_TOP = Path(__file__).parents[1]
FILES = (_TOP / "README.md", _TOP / "docs" / "yardsticks.md")
BEGIN, END = "<!-- scoreboard -->", "<!-- /scoreboard -->"
COLUMNS = ("success_rate", "privacy", "op", "tr", "fm")


def row(agent: str, summary: dict[str, Any]) -> str:
    """Returns an agent's line of the table."""
    cells = [_cell(summary[name]) for name in COLUMNS]
    cells += [_cell(summary["pqsr"]["0.7"]), _cell(summary["later_session"])]
    return f"| `{agent}` | {' | '.join(cells)} |"


def _cell(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def main() -> None:
    """Runs every agent over every assignment."""
    lines, counts = [], ""
    for agent in YARDSTICKS:
        with tempfile.TemporaryDirectory() as folder:
            summary = run_batch(make_plan(agent=agent), Path(folder), settings=Settings(workers=2))
        lines.append(row(agent, summary))
        counts = f"{summary['n_tasks']} tasks and {summary['n_pairs']} pairs"
    table = "\n".join(
        [
            "## How the yardsticks score",
            "",
            f"Measured by `python scripts/scoreboard.py` on {counts}; each mean is over the",
            "episodes in which it was put to the test. `mpb run` prints them with numbers and",
            "intervals.",
            "",
            "| agent | success | privacy | OP | TR | FM | PQSR(0.7) | later session |",
            "|---|---|---|---|---|---|---|---|",
            *lines,
        ]
    )
    for file in FILES:
        head, rest = file.read_text(encoding="utf-8").split(BEGIN)
        text = f"{head}{BEGIN}\n{table}\n{END}{rest.split(END)[1]}"
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
