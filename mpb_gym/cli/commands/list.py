"""``mpb list``."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from mpb_gym.cli.options import Suite


class Kind(StrEnum):
    """What can be listed."""

    APPS = "apps"
    TASKS = "tasks"
    AGENTS = "agents"
    ENVS = "envs"


def list_command(
    kind: Annotated[Kind, typer.Argument(help="What to list.")], suite: Suite = None
) -> None:
    """List apps, tasks, agents or environments."""
    from mpb_gym.cli import listing

    match kind:
        case Kind.APPS:
            listing.list_apps(suite)
        case Kind.TASKS:
            listing.list_tasks(suite)
        case Kind.AGENTS:
            listing.list_agents()
        case Kind.ENVS:
            listing.list_envs()
