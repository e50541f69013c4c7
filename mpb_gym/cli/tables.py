"""How numbers and tables look in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

PIPED_WIDTH = 200
"""Columns of output that is not a terminal: nothing that a script reads should be folded."""

METRICS = {
    "success_rate": "success",
    "privacy": "privacy",
    "op": "  over-permissioning",
    "tr": "  trap resistance",
    "fm": "  form minimization",
    "pqsr[0.7]": "qualified success (0.7)",
    "later_session": "later-session use",
    "false_complete_rate": "false completion",
}
"""What the final table of a run shows, by the key of ``intervals`` in a summary."""

AFTER_DENIAL = {
    "repeated_after_denial": "denied, asked again",
    "invented_after_denial": "denied, value invented",
    "known_after_denial": "denied, value known",
    "done_despite_denial": "denied, done another way",
}
"""What it shows besides if anything was denied."""


def console() -> Console:
    """Returns a console for standard output; it colours terminals only."""
    return Console(width=None if sys.stdout.isatty() else PIPED_WIDTH, highlight=False)


def print_table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Prints a plain table: columns in line, and nothing that a script would trip over."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(escape(str(cell)) for cell in row))
    console().print(table)


def number(value: float | None) -> str:
    """Returns a score with three decimals; a dash if it is undefined."""
    return "–" if value is None else f"{value:.3f}"


def summary_rows(summary: Mapping[str, Any]) -> list[tuple[str, str, str, str]]:
    """Returns name, mean, 95 % interval and n of each metric of a run's summary."""
    rows = []
    for key, title in (METRICS | AFTER_DENIAL).items():
        metric = summary["intervals"][key]
        if key in AFTER_DENIAL and not metric["n"]:
            continue
        known = metric["value"] is not None
        interval = f"{metric['low']:.3f} – {metric['high']:.3f}" if known else ""
        rows.append((title, number(metric["value"]), interval, str(metric["n"])))
    return rows


def count(number: int, noun: str) -> str:
    """Returns ``1 pair`` or ``2 pairs``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
