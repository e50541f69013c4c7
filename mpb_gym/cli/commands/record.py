"""``mpb record``."""

from __future__ import annotations

from typing import Annotated

import typer

from mpb_gym.cli.options import Apps, Split, SplitChoice, parse_screen


def record(
    minari: Annotated[str, typer.Option(help="Id of the new dataset, as myphone/oracle-v0.")],
    agent: Annotated[
        str, typer.Option(help="Who plays: a name of `mpb list agents`, or as for `mpb run`.")
    ] = "oracle",
    app: Apps = None,
    task: Annotated[
        list[str] | None, typer.Option("--task", "--tasks", help="One task or pair; repeatable.")
    ] = None,
    split: Split = SplitChoice.TEST,
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
