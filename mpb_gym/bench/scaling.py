"""What costs beyond a single step: going back, large catalogues, and several processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import SyncVectorEnv, VectorEnv

from mpb_gym.bench.pace import Pace, Subject, passes
from mpb_gym.bench.stepping import SMALL, oracle_actions, oracle_commands
from mpb_gym.commands import Open, Terminate
from mpb_gym.env.actions import Action
from mpb_gym.env.parallel import ParallelVectorEnv
from mpb_gym.env.vector import make_vector
from mpb_gym.episode import make_episode
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.catalogue import Collection, make_collection
from mpb_gym.spec.library import load_apps, load_assignment
from mpb_gym.wrappers import ElementActions, ElementObservation, PrivacyReward

FEW, MANY = 80, 100_000
"""Rows of a catalogue: as the apps have them, and as large as any will be."""

_TIMES = 200

_LEARNT = 40
"""Actions of a learner, of one or two commands each: no session is too short for them."""


def snapshot_ms(task: str) -> tuple[float, float]:
    """Returns the median milliseconds of a snapshot, and of a return to it after a step."""
    episode = make_episode(task, screen=SMALL)
    taken, returned = [], []
    for _ in range(_TIMES):
        start = perf_counter()
        snapshot = episode.snapshot()
        taken.append(perf_counter() - start)
        episode.apply(Open(text="iMy"))
        start = perf_counter()
        episode.restore(snapshot)
        returned.append(perf_counter() - start)
    episode.close()
    return 1000 * median(taken), 1000 * median(returned)


def catalogue_of(rows: int, task: str) -> Subject:
    """Goes the oracle's way with a screenshot and the tree each step, and so many rows."""
    assignment = load_assignment(task)
    apps = {id: _enlarged(app, rows) for id, app in load_apps(assignment).items()}
    commands = oracle_commands(task)
    running = [make_episode(assignment, screen=SMALL, apps=apps)]

    def prepare() -> None:
        running.pop().close()
        running.append(make_episode(assignment, screen=SMALL, apps=apps))

    def once() -> int:
        (episode,) = running
        for command in commands:
            episode.apply(command)
            episode.view.screenshot()
            episode.view.elements_text()
        return len(commands)

    return lambda seconds: passes(prepare, once, seconds)


def _enlarged(app: AppSpec, rows: int) -> AppSpec:
    """Returns the app with more of the same in its catalogue, up to that many rows."""

    def more(collection: Collection) -> Collection:
        own = collection.entities
        first = 1 + max(entity["id"] for entity in own)
        added = islice(cycle(own), max(0, rows - len(own)))
        others = [{**entity, "id": first + number} for number, entity in enumerate(added)]
        return make_collection(collection.name, [*own, *others], collection.search)

    return replace(app, collections={name: more(each) for name, each in app.collections.items()})


class Vectors:
    """The same environments in one process and over two, for as long as they are compared.

    Args:
        task: What each of them is at.
        make: Makes them; their processes are those that begin then.
        batches: Actions of all of them, which end no episode, so that none is reset in between.
    """

    def __init__(
        self, task: str, make: Callable[[], VectorEnv[Any, Any, Any]], batches: Sequence[Any]
    ) -> None:
        before = set(multiprocessing.active_children())
        self._envs = make()
        children = set(multiprocessing.active_children()) - before
        self._pids = [child.pid for child in children if child.pid is not None]
        self._task, self._count, self._batches = task, self._envs.num_envs, batches

    def run(self, seconds: float) -> Pace:
        """Steps them. The processor's time is that of the busiest process, the caller included.

        That is what a step takes where each has a core to itself, less the time of waking up.
        """

        def once() -> int:
            for batch in self._batches:
                self._envs.step(batch)
            return self._count * len(self._batches)

        def prepare() -> None:
            self._envs.reset(seed=0, options={"task": self._task})

        return passes(prepare, once, seconds, self._cpu_s)

    def _cpu_s(self) -> list[float]:
        return [process_time(), *map(_cpu_s, self._pids)]

    def close(self) -> None:
        """Ends the processes."""
        self._envs.close()


def phones(task: str, count: int, processes: int) -> Vectors:
    """Returns phones as ``gym.make_vec`` makes them, all of which go the oracle's way.

    Args:
        task: What each of them is at.
        count: How many.
        processes: How many processes they are spread over; 0 for this one, as Gymnasium has it.
    """
    make = partial(make_vector, count, processes=processes, screen=SMALL)
    return Vectors(task, make, [_batch([each] * count) for each in oracle_actions(task)[:-1]])


def learners(task: str, count: int, processes: int) -> Vectors:
    """Returns phones as learners have them, all of which do random things that exist.

    Args:
        task: What each of them is at.
        count: How many.
        processes: As of :func:`phones`.
    """
    makers = [_learner] * count
    make: Callable[[], VectorEnv[Any, Any, Any]] = (
        partial(ParallelVectorEnv, makers, processes)
        if processes
        else partial(SyncVectorEnv, makers)
    )
    return Vectors(task, make, [np.full(count, each) for each in _existing_actions(task)])


def _learner() -> ElementActions:
    """No picture, but the screen as arrays, and a reward for progress and privacy."""
    phone: gym.Env[Any, Any] = gym.make("MyPhone-v0", screen=SMALL, observe=())
    return ElementActions(ElementObservation(PrivacyReward(phone, progress=0.5)))


def _existing_actions(task: str) -> list[int]:
    env = _learner()
    env.reset(seed=0, options={"task": task})
    draws = np.random.default_rng(0)
    others = zip(env.parts["other"], ElementActions.OTHERS, strict=True)
    ends = [number for number, command in others if isinstance(command, Terminate)]
    drawn = []
    for _ in range(_LEARNT):
        mask = env.action_masks()
        mask[ends] = False
        drawn.append(int(draws.choice(np.flatnonzero(mask))))
        env.step(np.int64(drawn[-1]))
    env.close()
    return drawn


def _batch(actions: Sequence[Action]) -> dict[str, Any]:
    columns = {key: [action[key] for action in actions] for key in actions[0]}
    return {
        key: tuple(column) if isinstance(column[0], str) else np.stack(column)
        for key, column in columns.items()
    }


def _cpu_s(pid: int) -> float:
    """Seconds for which a process has been on a core; 0 where the system does not tell."""
    spent = Path(f"/proc/{pid}/schedstat")
    return int(spent.read_text().split()[0]) / 1e9 if spent.exists() else 0.0
