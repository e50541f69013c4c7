"""``mpb perf``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def perf(
    json: Annotated[
        Path | None, typer.Option(help="Write all numbers there; - prints them instead.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only see that it works.")] = False,
) -> None:
    """Measure the speed of the environment beside its limits and peers; about a minute."""
    from mpb_gym.cli.measuring import run_perf

    run_perf(json, quick=quick)
