"""``mpb list``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from mpb_gym.cli.tables import print_table


def _ids(suite: str | None) -> tuple[str, ...]:
    from mpb_gym.cli.suites import suite_ids
    from mpb_gym.spec.library import assignment_ids

    return assignment_ids() if suite is None else suite_ids(suite)


def list_apps(suite: str | None = None) -> None:
    """Prints every app with the number of its tasks, or of a suite's."""
    from mpb_gym.spec.library import app_ids, load_app

    ids = _ids(suite)
    rows = []
    for id in app_ids():
        app, assignments = load_app(id), [each for each in ids if each.split("/")[0] == id]
        pairs = sum(re.search(r"[/-]pair_", each) is not None for each in assignments)
        rows.append((id, app.title, app.package, len(assignments) - pairs, pairs))
    print_table(("app", "title", "package", "tasks", "pairs"), rows)


def list_tasks(suite: str | None = None) -> None:
    """Prints every task and pair, or those of a suite."""
    from mpb_gym.spec.library import load_assignment
    from mpb_gym.spec.task import PairSpec

    rows = []
    for id in _ids(suite):
        found = load_assignment(id)
        pair = isinstance(found, PairSpec)
        family = "pair" if pair else found.sessions[0].family
        rows.append((id, family, found.sessions[-1].difficulty, found.title))
    print_table(("task", "family", "difficulty", "title"), rows)


def list_agents() -> None:
    """Prints every agent with the first line of its documentation."""
    from mpb_gym.agents import AGENTS

    def summary(made: Callable[..., Any]) -> str:
        return (made.__doc__ or "").strip().split("\n")[0]

    print_table(("agent", "what it does"), [(name, summary(AGENTS[name])) for name in AGENTS])


def list_envs() -> None:
    """Prints the ids for ``gym.make``."""
    import gymnasium as gym

    names = sorted(id for id in gym.registry if id.startswith("MyPhone"))
    print_table(("env",), [(name,) for name in names])
