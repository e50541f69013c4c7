"""``mpb run``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mpb_gym.cli.options import Apps, Episodes, Split, SplitChoice, Suite, Tasks, parse_screen


class Executor(StrEnum):
    """Where episodes are run."""

    LOCAL = "local"
    RAY = "ray"


_AGENT, _SCALE, _LIMITS = "The agent", "How many at once", "When to stop early"
"""Headings of the options of `mpb run`."""


def run(
    agent: Annotated[
        str,
        typer.Option(
            help="A name of `mpb list agents`, module:Class, cmd:COMMAND or replay:PATH.",
        ),
    ],
    app: Apps = None,
    task: Tasks = None,
    suite: Suite = None,
    split: Split = SplitChoice.TEST,
    episodes: Episodes = 100,
    seed: Annotated[int, typer.Option(help="Seed of the run.")] = 0,
    repeats: Annotated[int, typer.Option(help="Episodes of each task, each with a seed.")] = 1,
    user: Annotated[
        str,
        typer.Option(
            help="Who decides: task, approve, deny, deny_high, deny_low, deny_unnecessary, "
            "one_time, revoke, facts; or a JSON object with kind, base and settings."
        ),
    ] = "task",
    screen: Annotated[
        str | None,
        typer.Option(
            help="Size of the screenshots in pixels; 1080x2400, but less if nobody looks.",
            metavar="WxH",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the run; runs/AGENT if left out.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Start over in that folder.")] = False,
    trace: Annotated[
        bool, typer.Option("--trace", help="Keep screens, messages and events of each episode.")
    ] = False,
    model: Annotated[
        str | None, typer.Option(help="Of the agent llm: its name.", rich_help_panel=_AGENT)
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(help="Of the agent llm: its endpoint.", rich_help_panel=_AGENT)
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            help="Any option of the agent, as protocol=tools; repeatable.",
            metavar="NAME=VALUE",
            rich_help_panel=_AGENT,
        ),
    ] = None,
    concurrency: Annotated[
        int,
        typer.Option(help="Threads, for agents that wait for an endpoint.", rich_help_panel=_SCALE),
    ] = 1,
    workers: Annotated[
        int, typer.Option(help="Processes, for agents that compute.", rich_help_panel=_SCALE)
    ] = 1,
    executor: Annotated[
        Executor, typer.Option(help="This machine, or a Ray cluster.", rich_help_panel=_SCALE)
    ] = Executor.LOCAL,
    max_tokens_total: Annotated[
        int | None, typer.Option(help="Of all episodes.", rich_help_panel=_LIMITS)
    ] = None,
    max_cost: Annotated[
        float | None, typer.Option(help="The same, in US dollars.", rich_help_panel=_LIMITS)
    ] = None,
    max_minutes: Annotated[
        float | None, typer.Option(help="Since the command began.", rich_help_panel=_LIMITS)
    ] = None,
) -> None:
    """Run an agent over tasks; goes on where an interrupted run stopped.

    The exit code is 1 if an episode broke and could not be scored, 3 if a limit stopped the
    run; scores never count here.
    """
    from mpb_gym.bench import Budget, Settings, make_plan
    from mpb_gym.cli.running import default_folder, import_from_here, read_options, run_plan

    import_from_here()
    options = read_options(option or (), model=model, base_url=base_url)
    settings = Settings(
        workers=workers,
        concurrency=concurrency,
        executor=executor.value,
        trace=trace,
        budget=Budget(tokens=max_tokens_total, cost=max_cost, minutes=max_minutes),
    )
    apps, tasks = tuple(app or ()), tuple(task or ())
    if suite is not None:
        from mpb_gym.cli.suites import suite_ids

        apps, tasks = (), suite_ids(suite, apps, tasks)
    plan = make_plan(
        agent=agent,
        apps=apps,
        tasks=tasks,
        split=split.value,
        episodes=episodes,
        seed=seed,
        user=user,
        screen=None if screen is None else parse_screen(screen),
        options=options,
        repeats=repeats,
    )
    code = run_plan(plan, out or default_folder(plan), settings, fresh)
    if code:
        raise typer.Exit(code)
