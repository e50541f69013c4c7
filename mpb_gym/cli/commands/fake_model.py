"""``mpb fake-model``."""

from __future__ import annotations

from typing import Annotated

import typer


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
