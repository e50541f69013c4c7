"""``mpb fake-model``."""

from __future__ import annotations

from typing import TypeVar

import typer

from mpb_gym.agents.llm.coordinates import NAMES
from mpb_gym.agents.llm.fake import FakeModel, FakeServer, Manner
from mpb_gym.agents.llm.fake.faults import read_faults
from mpb_gym.agents.llm.fake.habits import HABITS
from mpb_gym.errors import OptionError

_Name = TypeVar("_Name", bound=str)


def serve(
    *,
    port: int,
    convention: str,
    protocol: str,
    habits: list[str],
    faults: str,
    seed: int,
    user: str,
    latency: float,
    slow: float,
    hang: float,
) -> None:
    """Serves the fake model until interrupted.

    Args:
        port: Of 127.0.0.1; 0 takes any that is free.
        convention: How it writes points.
        protocol: ``auto``, ``text`` or ``tools``.
        habits: One is drawn for each turn; ``all`` stands for all of them.
        faults: As ``429:0.1,empty:0.05``.
        seed: Of all draws.
        user: How the user decides in the run that is played.
        latency: Seconds that a reply takes.
        slow: Seconds that a slow one takes more.
        hang: Seconds for which a request that times out is left alone.

    Raises:
        OptionError: An option cannot be used, or the port is taken.
    """
    wanted = list(HABITS) if "all" in habits else habits
    manner = Manner(
        convention=_one(convention, NAMES, "--convention"),
        protocol=_one(protocol, ("auto", "text", "tools"), "--protocol"),
        habits=tuple(_one(each, HABITS, "--habit") for each in wanted),
        shares=read_faults(faults),
        seed=seed,
        user=user,
    )
    server = FakeServer(FakeModel(manner), port=port, latency_s=latency, slow_s=slow, hang_s=hang)
    typer.echo(f"The fake model answers at {server.base_url} until you press Ctrl-C.")
    try:
        server.serve()
    except KeyboardInterrupt:
        server.closing.set()


def _one(value: str, known: tuple[_Name, ...], option: str) -> _Name:
    for each in known:
        if each == value:
            return each
    raise OptionError(f"{option}: {value!r} is unknown; use one of {', '.join(known)}")
