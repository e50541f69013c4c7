"""``mpb certify``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mpb_gym.cli.options import Apps, Episodes, Split, SplitChoice, Suite, Tasks


def certify(
    app: Apps = None,
    task: Tasks = None,
    suite: Suite = None,
    split: Split = SplitChoice.TEST,
    episodes: Episodes = 100,
    workers: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    json: Annotated[Path | None, typer.Option(help="Write the whole report to this file.")] = None,
) -> None:
    """Prove tasks by driving the phone: right answers pass, near misses fail.

    Of the published release, say which tasks are impossible, accept a wrong answer, reject a
    right one, or pass when nothing is done. The exit code is 1 if a task is not proved.
    """
    from mpb_gym.cli.certifying import certify_tasks

    if not certify_tasks(
        app or (), task or (), split.value, episodes, suite=suite, workers=workers, out=json
    ):
        raise typer.Exit(1)
