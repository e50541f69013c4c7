"""``mpb certify``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from mpb_gym.certify import TaskReport, audit_id, prove_all, prove_id, summary
from mpb_gym.cli.options import check_writable
from mpb_gym.cli.suites import is_release, suite_ids
from mpb_gym.cli.tables import console, count, print_table
from mpb_gym.generate.draw import Split
from mpb_gym.generate.selecting import select


def certify_tasks(
    apps: Sequence[str],
    tasks: Sequence[str],
    split: Split,
    episodes: int,
    suite: str | None,
    workers: int,
    out: Path | None,
) -> bool:
    """Proves tasks, and prints what was found. Returns whether all are proved.

    Args:
        apps: All tasks of these apps.
        tasks: These tasks.
        split: The frozen suite, or where tasks are generated from.
        episodes: How many are generated.
        suite: A folder whose own tasks alone are meant.
        workers: How many processes.
        out: File for the whole report as JSON.
    """
    check_writable("--json", out)
    ids = (
        suite_ids(suite, apps, tasks) if suite is not None else select(apps, tasks, split, episodes)
    )
    reports: list[TaskReport] = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("certify", total=len(ids))
        for report in prove_all(ids, workers, audit_id if is_release(suite) else prove_id):
            reports.append(report)
            progress.advance(bar)
            for failure in report.failures:
                progress.console.print(escape(f"{report.id}: {failure}"), soft_wrap=True)
    found = summary(reports)
    if out is not None:
        out.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print_table(("driven", "n"), found["trials"].items())
    _print_findings(found["findings"])
    screen = console()
    screen.print(f"{found['certified']} of {count(found['tasks'], 'task')} certified")
    return bool(found["certified"] == found["tasks"])


def _print_findings(found: Mapping[str, Mapping[str, int]]) -> None:
    """Prints how many tasks and pairs of each app have findings, by category."""
    if not found:
        return
    apps = sorted({app for numbers in found.values() for app in numbers})
    rows = [
        (name.replace("_", " "), *(numbers.get(app, 0) for app in apps), sum(numbers.values()))
        for name, numbers in found.items()
    ]
    print_table(("tasks and pairs", *apps, "all"), rows)
