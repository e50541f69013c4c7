"""``mpb show``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mpb_gym.cli.options import Suite


def show(
    task: Annotated[str, typer.Argument(help="Id of a task or pair; see `mpb list tasks`.")],
    screenshot: Annotated[
        Path | None, typer.Option(help="Save a picture of its app, opened, to this file.")
    ] = None,
    suite: Suite = None,
) -> None:
    """Show what a task asks, how the phone is prepared and what counts as done."""
    from mpb_gym.cli import showing

    if suite is not None:
        from mpb_gym.cli.suites import suite_ids, task_id

        suite_ids(suite)
        task = task_id(suite, task)
    showing.show_assignment(task)
    if screenshot is not None:
        showing.save_screenshot(task, screenshot)
