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


Suite = Annotated[
    str | None,
    typer.Option(
        help="A folder with apps/ and tasks/ beside the package's, or upstream:PATH for the "
        "published release.",
        metavar="PATH",
    ),
]
"""Where other tasks come from than the package's."""


@app.command("list")
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
    suite: Suite = None,
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


@app.command("record")
def record_command(
    minari: Annotated[str, typer.Option(help="Id of the new dataset, as myphone/oracle-v0.")],
    agent: Annotated[
        str, typer.Option(help="Who plays: a name of `mpb list agents`, or as for `mpb run`.")
    ] = "oracle",
    app: Annotated[list[str] | None, typer.Option(help="All tasks of an app; repeatable.")] = None,
    task: Annotated[
        list[str] | None, typer.Option("--task", "--tasks", help="One task or pair; repeatable.")
    ] = None,
    split: Annotated[
        SplitChoice, typer.Option(help="The frozen suite, or generated tasks.")
    ] = SplitChoice.TEST,
    episodes: Annotated[
        int | None,
        typer.Option(min=1, help="How many; all tasks of the frozen suite, or 100 generated."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the first episode.")] = 0,
    user: Annotated[str, typer.Option(help="Who decides, as for `mpb run`.")] = "task",
    screen: Annotated[
        str, typer.Option(help="Size of the screenshots in pixels.", metavar="WxH")
    ] = "216x480",
    observe: Annotated[
        str,
        typer.Option(help="What is seen beside texts: screenshot, ui, screenshot,ui or neither."),
    ] = "screenshot",
    option: Annotated[
        list[str] | None,
        typer.Option(help="Any option of the agent; repeatable.", metavar="NAME=VALUE"),
    ] = None,
) -> None:
    """Record episodes as a Minari dataset, for offline learning; nothing is lost in it."""
    from mpb_gym.cli.recording import record_episodes
    from mpb_gym.cli.running import import_from_here, read_options
    from mpb_gym.generate.selecting import select
    from mpb_gym.integrations.minari import Recording

    import_from_here()
    ids = select(app or (), task or (), split.value, episodes or 100, seed)
    record_episodes(
        Recording(
            dataset=minari,
            tasks=ids[:episodes],
            agent=agent,
            options=read_options(option or ()),
            seed=seed,
            screen=parse_screen(screen),
            observe=tuple(each for each in observe.split(",") if each not in ("", "neither")),
            user=user,
        )
    )


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
def check(suite: Suite = None) -> None:
    """Read every app, task and pair, and report what is wrong in their files.

    With a suite, its tasks alone; of the published release, what of it has no counterpart.
    """
    from mpb_gym.cli.checking import check_content, check_suite

    if not (check_content() if suite is None else check_suite(suite)):
        raise typer.Exit(1)


@app.command()
def certify(
    app: Annotated[list[str] | None, typer.Option(help="All tasks of an app; repeatable.")] = None,
    task: Annotated[list[str] | None, typer.Option(help="One task or pair; repeatable.")] = None,
    suite: Suite = None,
    split: Annotated[
        SplitChoice, typer.Option(help="The frozen suite, or generated tasks.")
    ] = SplitChoice.TEST,
    episodes: Annotated[int, typer.Option(min=1, help="How many tasks are generated.")] = 100,
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
    json: Annotated[
        Path | None, typer.Option(help="Write all numbers there; - prints them instead.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Only see that it works.")] = False,
) -> None:
    """Measure the speed of the environment beside its limits and peers; about a minute."""
    from mpb_gym.cli.measuring import run_perf

    run_perf(json, quick=quick)
