"""``mpb certify``."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from mpb_gym.certify import TaskReport, prove_all, summary
from mpb_gym.cli.tables import console, count, print_table
from mpb_gym.errors import OptionError
from mpb_gym.generate.draw import Split
from mpb_gym.generate.selecting import select


def certify_tasks(
    apps: Sequence[str],
    tasks: Sequence[str],
    split: Split,
    episodes: int,
    suite: Path | None,
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
    ids = _of_suite(suite) if suite is not None else select(apps, tasks, split, episodes)
    reports: list[TaskReport] = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("certify", total=len(ids))
        for report in prove_all(ids, workers):
            reports.append(report)
            progress.advance(bar)
            for failure in report.failures:
                progress.console.print(escape(f"{report.id}: {failure}"), soft_wrap=True)
    found = summary(reports)
    if out is not None:
        out.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print_table(("driven", "n"), found["trials"].items())
    screen = console()
    screen.print(f"{found['certified']} of {count(found['tasks'], 'task')} certified")
    return bool(found["certified"] == found["tasks"])


def _of_suite(folder: Path) -> tuple[str, ...]:
    """Makes a folder's apps and tasks known, and returns the ids of its tasks."""
    from mpb_gym.content import task_files

    if not (folder / "tasks").is_dir():
        raise OptionError(f"{folder} holds no tasks/; name a folder as MPB_GYM_PATH wants it")
    known = [os.environ.get("MPB_GYM_PATH", ""), str(folder.resolve())]
    os.environ["MPB_GYM_PATH"] = os.pathsep.join(each for each in known if each)
    found = {id: file for id, file in task_files().items() if file.is_relative_to(folder.resolve())}
    return tuple(found)
