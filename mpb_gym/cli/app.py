"""The commands of ``mpb`` and their options. What they need is imported when they run."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mpb_gym.errors import OptionError

app = typer.Typer(
    help="Measures whether phone-use agents respect privacy, on a simulated phone.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


class Kind(StrEnum):
    """What can be listed."""

    APPS = "apps"
    TASKS = "tasks"
    AGENTS = "agents"
    ENVS = "envs"


class SplitChoice(StrEnum):
    """Where tasks come from."""

    TEST = "test"
    TRAIN = "train"
    VALIDATION = "validation"


def parse_screen(text: str) -> tuple[int, int]:
    """Reads ``270x600``.

    Raises:
        OptionError: It is not two whole numbers with an x between them.
    """
    width, x, height = text.lower().partition("x")
    if not (x and width.isdecimal() and height.isdecimal()):
        raise OptionError(f"--screen: {text!r} is not WIDTHxHEIGHT, as 270x600")
    return int(width), int(height)


@app.command("list")
def list_command(kind: Annotated[Kind, typer.Argument(help="What to list.")]) -> None:
    """List apps, tasks, agents or environments."""
    from mpb_gym.cli import listing

    match kind:
        case Kind.APPS:
            listing.list_apps()
        case Kind.TASKS:
            listing.list_tasks()
        case Kind.AGENTS:
            listing.list_agents()
        case Kind.ENVS:
            listing.list_envs()


class Executor(StrEnum):
    """Where episodes are run."""

    LOCAL = "local"
    RAY = "ray"


_AGENT, _SCALE, _LIMITS = "The agent", "How many at once", "When to stop early"
"""Headings of the options of `mpb run`."""


@app.command()
def run(
    agent: Annotated[
        str,
        typer.Option(
            help="A name of `mpb list agents`, module:Class, cmd:COMMAND or replay:PATH.",
        ),
    ],
    app: Annotated[list[str] | None, typer.Option(help="All tasks of an app; repeatable.")] = None,
    task: Annotated[list[str] | None, typer.Option(help="One task or pair; repeatable.")] = None,
    split: Annotated[
        SplitChoice, typer.Option(help="The frozen suite, or generated tasks.")
    ] = SplitChoice.TEST,
    episodes: Annotated[int, typer.Option(min=1, help="How many tasks are generated.")] = 100,
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
    plan = make_plan(
        agent=agent,
        apps=app or (),
        tasks=task or (),
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


@app.command("fake-model")
def fake_model(
    port: Annotated[int, typer.Option(help="Of 127.0.0.1; 0 takes any that is free.")] = 8377,
    convention: Annotated[
        str, typer.Option(help="How it writes points: fraction, decimal, 0-1000, 0-999 or pixel.")
    ] = "fraction",
    protocol: Annotated[
        str, typer.Option(help="text, tools, or auto: tools if it is offered some.")
    ] = "auto",
    habit: Annotated[
        list[str] | None,
        typer.Option(
            help="How it wraps its calls: clean, thinking, fenced, tags, bare, several, "
            "fraction, comma, quotes, or all; repeatable, one is drawn for each turn."
        ),
    ] = None,
    faults: Annotated[
        str,
        typer.Option(
            help="Shares of requests that fail, as 429:0.1,500:0.05; also timeout, empty, "
            "garbage, truncated and slow."
        ),
    ] = "",
    seed: Annotated[int, typer.Option(help="Of all draws.")] = 0,
    user: Annotated[
        str, typer.Option(help="How the user decides in the run that is played.")
    ] = "task",
    latency: Annotated[float, typer.Option(min=0, help="Seconds that a reply takes.")] = 0.0,
    slow: Annotated[float, typer.Option(min=0, help="Seconds more that a slow one takes.")] = 2.0,
    hang: Annotated[
        float, typer.Option(min=0, help="Seconds for which a time-out leaves a request alone.")
    ] = 600.0,
) -> None:
    """Serve a model that plays the oracle, for trying `mpb run --agent llm` without a key."""
    from mpb_gym.cli.faking import serve

    serve(
        port=port,
        convention=convention,
        protocol=protocol,
        habits=habit or ["clean"],
        faults=faults,
        seed=seed,
        user=user,
        latency=latency,
        slow=slow,
        hang=hang,
    )


@app.command()
def show(
    task: Annotated[str, typer.Argument(help="Id of a task or pair; see `mpb list tasks`.")],
    screenshot: Annotated[
        Path | None, typer.Option(help="Save a picture of its app, opened, to this file.")
    ] = None,
) -> None:
    """Show what a task asks, how the phone is prepared and what counts as done."""
    from mpb_gym.cli import showing

    showing.show_assignment(task)
    if screenshot is not None:
        showing.save_screenshot(task, screenshot)


class Profile(StrEnum):
    """By which rules records are scored."""

    DEFAULT = "default"
    PAPER = "paper"


class Layout(StrEnum):
    """In whose form a run is written out."""

    UPSTREAM = "upstream"


@app.command()
def score(
    records: Annotated[list[Path], typer.Argument(help="Records, or folders that hold some.")],
    profile: Annotated[
        Profile, typer.Option(help="Our rules, or beside them the published evaluator's.")
    ] = Profile.DEFAULT,
    json: Annotated[
        Path | None, typer.Option(help="Write the scores to this file, a line an episode.")
    ] = None,
    export: Annotated[
        Layout | None, typer.Option(help="Write the published evaluator's report files.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Where to; upstream within the run's folder if left out.")
    ] = None,
) -> None:
    """Score saved records again, without replaying them."""
    from mpb_gym.cli.scoring import score_records

    if out is not None and export is None:
        raise OptionError("--out says where to --export; give that too")
    folder = records[0] if records[0].is_dir() else records[0].parent
    score_records(
        records,
        paper=profile is Profile.PAPER,
        out=json,
        export=None if export is None else out or folder / export.value,
    )


@app.command()
def check() -> None:
    """Read every app, task and pair, and report what is wrong in their files."""
    from mpb_gym.cli.checking import check_content

    if not check_content():
        raise typer.Exit(1)


@app.command()
def certify(
    app: Annotated[list[str] | None, typer.Option(help="All tasks of an app; repeatable.")] = None,
    task: Annotated[list[str] | None, typer.Option(help="One task or pair; repeatable.")] = None,
    suite: Annotated[
        Path | None, typer.Option(help="A folder with apps/ and tasks/ beside the package's.")
    ] = None,
    split: Annotated[
        SplitChoice, typer.Option(help="The frozen suite, or generated tasks.")
    ] = SplitChoice.TEST,
    episodes: Annotated[int, typer.Option(min=1, help="How many tasks are generated.")] = 100,
    workers: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    json: Annotated[Path | None, typer.Option(help="Write the whole report to this file.")] = None,
) -> None:
    """Prove tasks by driving the phone: right answers pass, near misses fail.

    The exit code is 1 if a task is not proved.
    """
    from mpb_gym.cli.certifying import certify_tasks

    if not certify_tasks(
        app or (), task or (), split.value, episodes, suite=suite, workers=workers, out=json
    ):
        raise typer.Exit(1)


tasks_app = typer.Typer(help="Make tasks.", no_args_is_help=True)
app.add_typer(tasks_app, name="tasks")


@tasks_app.command("generate")
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


@app.command()
def perf(
    json: Annotated[Path | None, typer.Option(help="Write the JSON to this file too.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="The median of so many counts.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.01, help="Length of a round.")] = 1.0,
) -> None:
    """Measure the speed of the environment; prints JSON."""
    from json import dumps

    from mpb_gym.bench.perf import measure

    text = dumps(measure(rounds=rounds, seconds=seconds), indent=2)
    print(text)
    if json is not None:
        json.write_text(text + "\n", encoding="utf-8")
