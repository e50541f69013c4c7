"""``mpb tasks generate``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def generate(
    app: Annotated[str, typer.Option(help="The app.")],
    family: Annotated[str, typer.Option(help="What kind of task; `pair` for two sessions.")],
    seed: Annotated[int, typer.Option(help="Each seed gives another task.")] = 0,
    vagueness: Annotated[
        str, typer.Option(help="How much is said of the user's details; drawn if left out.")
    ] = "",
    out: Annotated[Path | None, typer.Option(help="Write to this file, not the screen.")] = None,
) -> None:
    """Draw a task for the shared user, and print it as a task file."""
    from mpb_gym.cli.generating import generate_task

    generate_task(app, family, seed, vagueness, out)
