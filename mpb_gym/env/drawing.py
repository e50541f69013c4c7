"""Which task an episode is about, when nobody says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from mpb_gym.errors import OptionError
from mpb_gym.generate import MOST, SPLITS, Split, generated_id, generating_apps
from mpb_gym.spec.library import assignment_ids, load_assignment, resolve_app
from mpb_gym.spec.task import FAMILIES

Drawer = Callable[[np.random.Generator], str]
"""Draws the id of a task or pair."""

_ATTEMPTS = 1000
"""Generated tasks that are looked at for one of the wanted families, which are a 13th each."""


def make_drawer(
    app: str | None,
    pairs: bool,
    tasks: Sequence[str] | None,
    split: Split,
    families: Sequence[str] | None,
) -> Drawer:
    """Returns what draws an episode's task; arguments as of ``MyPhoneEnv``.

    Raises:
        UnknownNameError: There is no such app or task.
        OptionError: An argument cannot be used, or nothing is left to draw from.
    """
    if split not in SPLITS:
        raise OptionError(f"split: {split!r} is not one of {', '.join(SPLITS)}")
    for family in families or ():
        if family not in FAMILIES:
            raise OptionError(f"families: {family!r} is not one of {', '.join(FAMILIES)}")
    if tasks is None and split != "test":
        apps = generating_apps() if app is None else (resolve_app(app),)
        return _generating(apps, split, pairs, families)
    ids = _fixed(app, pairs, tasks, families)
    return lambda rng: ids[int(rng.integers(len(ids)))]


def _generating(
    apps: tuple[str, ...], split: Split, pairs: bool, families: Sequence[str] | None
) -> Drawer:
    def draw(rng: np.random.Generator) -> str:
        for _ in range(_ATTEMPTS):
            app = apps[int(rng.integers(len(apps)))]
            id = generated_id(app, split, int(rng.integers(MOST)), pair=pairs)
            if families is None or _is_of(id, families):
                return id
        raise OptionError(f"families: none of {', '.join(families or ())} is ever generated")

    return draw


def _fixed(
    app: str | None, pairs: bool, tasks: Sequence[str] | None, families: Sequence[str] | None
) -> tuple[str, ...]:
    """Returns the ids that episodes are drawn from."""
    if tasks is not None:
        for id in tasks:
            load_assignment(id)
        drawn = tuple(tasks)
    else:
        ids = assignment_ids(None if app is None else resolve_app(app))
        drawn = tuple(id for id in ids if ("/pair_" in id) == pairs)
    if families is not None:
        drawn = tuple(id for id in drawn if _is_of(id, families))
    if not drawn:
        raise OptionError("no task is left to draw from; check app, pairs, tasks and families")
    return drawn


def _is_of(id: str, families: Sequence[str]) -> bool:
    return load_assignment(id).sessions[0].family in families
