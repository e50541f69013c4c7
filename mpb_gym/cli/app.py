"""The command ``mpb``, put together of its commands, in the order of its help."""

from __future__ import annotations

from typing import Annotated

import typer

from mpb_gym.cli.commands.certify import certify
from mpb_gym.cli.commands.check import check
from mpb_gym.cli.commands.fake_model import fake_model
from mpb_gym.cli.commands.generate import generate
from mpb_gym.cli.commands.list import list_command
from mpb_gym.cli.commands.perf import perf
from mpb_gym.cli.commands.record import record
from mpb_gym.cli.commands.run import run
from mpb_gym.cli.commands.score import score
from mpb_gym.cli.commands.show import show

app = typer.Typer(
    help="Measures whether phone-use agents respect privacy, on a simulated phone.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"mpb_gym {version('mpb_gym')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_tell_version, is_eager=True),
    ] = False,
) -> None:
    """Takes what stands before a command."""


app.command("list")(list_command)
app.command()(run)
app.command()(record)
app.command("fake-model")(fake_model)
app.command()(show)
app.command()(score)
app.command()(check)
app.command()(certify)
app.command()(perf)

tasks_app = typer.Typer(help="Make tasks.", no_args_is_help=True)
tasks_app.command()(generate)
app.add_typer(tasks_app, name="tasks")
