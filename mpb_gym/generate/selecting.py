"""Which tasks somebody means: by app, by id, or generated ones of a split."""

from __future__ import annotations

from collections.abc import Sequence

from mpb_gym.errors import OptionError
from mpb_gym.generate.draw import SPLITS, Split
from mpb_gym.generate.library import generated_id, generating_apps
from mpb_gym.spec.library import assignment_ids, load_assignment, resolve_app

_PAIRS = 6
"""Of so many generated episodes one is a pair, as in the frozen suite."""


def select(
    apps: Sequence[str] = (),
    tasks: Sequence[str] = (),
    split: Split = "test",
    episodes: int = 100,
    seed: int = 0,
) -> tuple[str, ...]:
    """Returns ids of tasks and pairs, in the suite's order.

    Args:
        apps: All tasks of these apps, by whatever name; every app if neither is given.
        tasks: These tasks.
        split: The frozen suite, or where tasks are generated from.
        episodes: How many tasks are generated; they go through the apps in turn.
        seed: Which of them; other seeds have no task in common.

    Raises:
        UnknownNameError: No app or task is called so.
        OptionError: The split is unknown, or nothing is left.
    """
    if split not in SPLITS:
        raise OptionError(f"split: {split!r} is not one of {', '.join(SPLITS)}")
    if split != "test" and not tasks:
        names = tuple(resolve_app(app) for app in apps) or generating_apps()
        numbers = range(seed * episodes, (seed + 1) * episodes)
        return tuple(
            generated_id(
                names[index % len(names)], split, number, pair=index // len(names) % _PAIRS == 5
            )
            for index, number in enumerate(numbers)
        )
    everything = assignment_ids()
    made = [id for id in tasks if load_assignment(id).id not in everything]
    wanted = set(tasks)
    for app in apps:
        wanted.update(assignment_ids(resolve_app(app)))
    if not apps and not tasks:
        wanted.update(everything)
    if not wanted:
        raise OptionError(f"no task belongs to {', '.join(apps or ('any app',))}")
    return (*(id for id in everything if id in wanted), *made)
