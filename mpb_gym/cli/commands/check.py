"""``mpb check``."""

from __future__ import annotations

import typer

from mpb_gym.cli.options import Suite


def check(suite: Suite = None) -> None:
    """Read every app, task and pair, and report what is wrong in their files.

    With a suite, its tasks alone; of the published release, what of it has no counterpart.
    """
    from mpb_gym.cli.checking import check_content, check_suite

    if not (check_content() if suite is None else check_suite(suite)):
        raise typer.Exit(1)
