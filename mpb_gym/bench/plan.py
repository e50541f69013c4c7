"""What a run will do, settled before it starts: names resolved, seeds drawn, origins noted."""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from mpb_gym.agents import check_agent, looks
from mpb_gym.content import data_root
from mpb_gym.contract import make_user
from mpb_gym.device import check_screen
from mpb_gym.errors import OptionError
from mpb_gym.generate import Split
from mpb_gym.generate.selecting import select
from mpb_gym.spec.library import load_app, load_assignment
from mpb_gym.spec.task import UserRules

SMALL_SCREEN, NATIVE_SCREEN = (270, 600), (1080, 2400)
"""Width and height of screenshots in pixels for agents that do not look at them, and do."""

_PACKAGES = ("mpb_gym", "gymnasium", "numpy", "pillow")
_ABSENT = object()


class Job(NamedTuple):
    """One episode of a run.

    Attributes:
        assignment: Id of the task or pair.
        repeat: How often the run has the same assignment before; 0 for the first time.
    """

    assignment: str
    repeat: int = 0

    def __str__(self) -> str:
        return f"{self.assignment}.{self.repeat + 1}" if self.repeat else self.assignment

    @property
    def stem(self) -> str:
        """A file's name for it, without suffix."""
        return str(self).replace("/", "-")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A run, complete: two equal plans give the same bytes.

    Attributes:
        agent: Name of the agent, see :func:`mpb_gym.agents.make_agent`.
        options: The agent's own, JSON-able.
        assignments: Ids of tasks and pairs, in the order of the reports.
        repeats: How many episodes each of them gets.
        seed: Of the run; each episode has its own, see :meth:`episode_seed`.
        user: A user option as text, see :func:`mpb_gym.contract.make_user`.
        screen: Width and height of screenshots in pixels.
        provenance: What the results depend on beside all this: ``versions`` of packages,
            ``git`` state (empty outside a repository), digests of ``apps`` and ``tasks``.
    """

    agent: str
    options: Mapping[str, Any] = field(default_factory=dict)
    assignments: tuple[str, ...]
    repeats: int = 1
    seed: int
    user: str
    screen: tuple[int, int]
    provenance: Mapping[str, Mapping[str, Any]]

    @property
    def jobs(self) -> tuple[Job, ...]:
        """Every episode, in the order of the reports."""
        return tuple(Job(id, k) for id in self.assignments for k in range(self.repeats))

    def episode_seed(self, assignment: str, repeat: int = 0) -> int:
        """Returns the seed of one episode, whatever else the run holds; below 2**31."""
        text = f"{self.seed}:{Job(assignment, repeat)}".encode()
        return int.from_bytes(hashlib.sha256(text).digest()[:4], "big") >> 1

    def to_dict(self) -> dict[str, Any]:
        """Returns the plan as JSON-able data."""
        return {
            **asdict(self),
            "assignments": list(self.assignments),
            "screen": list(self.screen),
        }

    def differences(self, other: Mapping[str, Any]) -> list[str]:
        """Returns what another plan, as :meth:`to_dict` gave it, says differently.

        Args:
            other: The plan that is already there.
        """
        mine = self.to_dict()
        found = []
        for name in mine.keys() - {"provenance", "options"}:
            if mine[name] != other.get(name):
                short = not isinstance(mine[name], list)
                found.append(_compared(name, mine[name], other.get(name)) if short else name)
        wanted, given = mine["options"], other.get("options", {})
        for name in sorted({*wanted, *given}):
            if wanted.get(name, _ABSENT) != given.get(name, _ABSENT):
                shown = _compared(name, wanted.get(name), given.get(name))
                found.append(f"option {shown}")
        theirs = other.get("provenance", {})
        return sorted(found) + [
            name for name in mine["provenance"] if mine["provenance"][name] != theirs.get(name)
        ]


def _compared(name: str, mine: Any, theirs: Any) -> str:
    there, here = (json.dumps(each, ensure_ascii=False) for each in (theirs, mine))
    return f"{name} is {there} there, {here} here"


def make_plan(
    *,
    agent: str,
    apps: Sequence[str] = (),
    tasks: Sequence[str] = (),
    split: Split = "test",
    episodes: int = 100,
    seed: int = 0,
    user: str = "task",
    screen: tuple[int, int] | None = None,
    options: Mapping[str, Any] | None = None,
    repeats: int = 1,
) -> Plan:
    """Settles a run.

    Args:
        agent: Name of an agent, see :func:`mpb_gym.agents.make_agent`.
        apps: Ids, titles or aliases of apps, all of whose tasks and pairs are meant.
        tasks: Ids of single tasks and pairs, in addition. With neither, everything is meant.
        split: The frozen suite, or where tasks are generated from.
        episodes: How many tasks are generated; other seeds generate others.
        seed: Of the run, not negative.
        user: A user option as text, see :func:`mpb_gym.contract.make_user`.
        screen: Width and height of screenshots in pixels; native size for agents that may
            look at them if left out, else :data:`SMALL_SCREEN`.
        options: The agent's own, JSON-able.
        repeats: How many episodes each task and pair gets, each with a seed of its own.

    Raises:
        UnknownNameError: No agent, app or task is called so.
        OptionError: Another argument cannot be used, or nothing is left to run.
        SpecError: A task's or app's file is not right.
    """
    check_agent(agent, options)
    make_user(user, UserRules())  # says what is wrong with it before anything runs
    if seed < 0:
        raise OptionError(f"seed: {seed} is negative")
    if repeats < 1:
        raise OptionError(f"repeats: {repeats} is below 1")
    ids = select(apps, tasks, split, episodes, seed)
    assignments = {id: load_assignment(id) for id in ids}
    used = sorted({app for each in assignments.values() for app in each.apps})
    provenance = {
        "versions": {"python": platform.python_version()}
        | {name: _version(name) for name in _PACKAGES},
        "git": git_state(data_root()),
        "apps": {app: load_app(app).digest for app in used},
        "tasks": {id: each.digest for id, each in assignments.items()},
    }
    return Plan(
        agent=agent,
        options=dict(options or {}),
        assignments=ids,
        repeats=repeats,
        seed=seed,
        user=user,
        screen=check_screen(screen or (NATIVE_SCREEN if looks(agent) else SMALL_SCREEN)),
        provenance=provenance,
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # a source tree that was never installed
        return "0+source"


def git_state(folder: Path) -> dict[str, Any]:
    """Returns ``commit`` and ``dirty`` of a repository's top folder; nothing elsewhere.

    An installed package may lie somewhere below an unrelated repository, whose state would
    say nothing; so only the very folder counts.
    """
    if not (folder / ".git").exists():
        return {}
    try:
        commit = _git(folder, "rev-parse", "HEAD")
        return {"commit": commit, "dirty": bool(_git(folder, "status", "--porcelain"))}
    except (OSError, subprocess.CalledProcessError):
        return {}


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
