"""The one place that turns names and options into a running episode."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version

from mpb_gym.contract import User, UserOption, make_user
from mpb_gym.device import Device, SimDevice
from mpb_gym.episode.episode import Episode, Origins
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.library import load_apps, load_assignment
from mpb_gym.spec.task import Assignment, TaskSpec


def make_episode(
    assignment: str | Assignment,
    *,
    screen: tuple[int, int] = (1080, 2400),
    user: UserOption = "task",
    seed: int = 0,
    device: Device | None = None,
    apps: Mapping[str, AppSpec] | None = None,
) -> Episode:
    """Starts an episode on a simulated phone.

    Args:
        assignment: A task or pair, or its id, as ``mdoordash/001``.
        screen: Width and height of screenshots in pixels.
        user: Who decides permissions and answers questions: a name, a mapping with ``kind``,
            or rules by intent and key, see :func:`mpb_gym.contract.make_user`.
        seed: Noted in the record; the phone itself has no randomness.
        device: A phone to use again, in place of a new one with this screen.
        apps: The apps by id, where they are not those that the assignment's id stands for.

    Raises:
        UnknownNameError: There is no such task.
        OptionError: An option cannot be used.
    """
    if isinstance(assignment, str):
        assignment = load_assignment(assignment)
    apps = apps or load_apps(assignment)
    versions = {"mpb_gym": _version()} | {f"app:{id}": spec.digest for id, spec in apps.items()}
    shown = user if isinstance(user, str) else json.dumps(user, sort_keys=True)
    device = device or SimDevice(screen)
    return Episode(assignment, apps, device, _user_maker(user), Origins(seed, shown, versions))


def _user_maker(option: UserOption) -> Callable[[TaskSpec], User]:
    return lambda task: make_user(
        option, task.user, permissions=task.permissions, profile=task.profile
    )


@lru_cache(maxsize=1)
def _version() -> str:
    try:
        return version("mpb_gym")
    except PackageNotFoundError:  # a source tree that was never installed
        return "0+source"
