"""One episode of a run, from its plan to its outcome; what happens in a worker."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TypeAlias

from mpb_gym.agents import Agent, Usage, Watcher, close_agent, make_agent, run_episode, usage_of
from mpb_gym.audit import Record, Scorecard, score
from mpb_gym.bench.outcome import Outcome, make_outcome, record_name
from mpb_gym.bench.plan import Job, Plan
from mpb_gym.bench.trace import Tracer
from mpb_gym.commands import Command
from mpb_gym.device import SimDevice
from mpb_gym.episode import Episode, make_episode
from mpb_gym.errors import ActionError, InfrastructureError
from mpb_gym.spec.library import load_assignment

ATTEMPTS = 3
"""How often an episode is tried before its broken infrastructure counts as an error."""

OnStep: TypeAlias = Callable[[Job, Usage | None], None]
"""Called after each step with what the episode has used so far; may raise to end it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What the episodes of a run have in common, wherever they are run.

    Attributes:
        plan: The run.
        out: The run's folder.
        trace: Whether each episode leaves a trace.
        keep_frames: Whether phones keep their frames, see :class:`mpb_gym.device.SimDevice`.
    """

    plan: Plan
    out: Path
    trace: bool = False
    keep_frames: bool = True


def _ignore(job: Job, usage: Usage | None) -> None:
    """Tells nobody."""


def run_one(work: Work, job: Job, on_step: OnStep = _ignore) -> Outcome:
    """Runs one episode and scores it by its record, as saved.

    Never raises for what the agent, the episode or the device does: a broken episode is an
    outcome too, so that it can neither stop a run nor pass for a failure of the agent.

    Args:
        work: The run.
        job: Which episode.
        on_step: Hears of each step; what it raises passes through.
    """
    attempt = _Attempt(work, job, on_step)
    start = perf_counter()
    error, infrastructure = "", False
    card: Scorecard | None = None
    while card is None and not error:
        try:
            card = attempt.go()
        except InfrastructureError as problem:
            if attempt.number == ATTEMPTS:
                infrastructure = True
                error = f"{type(problem).__name__}: {problem} (tried {ATTEMPTS} times)"
        except Exception:
            # Whatever it is, it would happen again with the same seed: no second attempt.
            error = traceback.format_exc()
    return make_outcome(
        work.plan,
        job,
        card=card,
        steps=attempt.steps if card else 0,
        attempts=attempt.number,
        usage=attempt.usage,
        error=error,
        infrastructure=infrastructure,
        wall_s=perf_counter() - start,
    )


class _Attempt:
    """An episode as it is tried, once or more.

    Args:
        work: The run.
        job: Which episode.
        on_step: Hears of each step.
    """

    def __init__(self, work: Work, job: Job, on_step: OnStep) -> None:
        self._work, self._job, self._on_step = work, job, on_step
        self._before: Usage | None = None
        self.usage: Usage | None = None
        self.number = 0
        self.steps = 0

    def go(self) -> Scorecard:
        """Tries once.

        Raises:
            InfrastructureError: The device or the agent's surroundings broke.
        """
        self.number += 1
        self._before = self.usage
        plan, job = self._work.plan, self._job
        seed = plan.episode_seed(*job)
        agent = make_agent(
            plan.agent, seed, plan.options, assignment=job.assignment, repeat=job.repeat
        )
        try:
            record = self._play(agent, seed)
        finally:
            self._count(agent)
            close_agent(agent)
        self.steps = len(record.issued)
        return score(load_assignment(job.assignment), record)

    def _play(self, agent: Agent, seed: int) -> Record:
        work, job = self._work, self._job
        device = SimDevice(work.plan.screen, keep_frame=work.keep_frames)
        episode = make_episode(job.assignment, device=device, user=work.plan.user, seed=seed)
        watchers: list[Watcher] = [_Steps(self)]
        try:
            if work.trace:
                watchers.append(Tracer(work.out / "traces" / job.stem))
            file = work.out / record_name(job)
            run_episode(episode, agent, *watchers).save(file)
        finally:
            episode.close()
        return Record.load(file)

    def _count(self, agent: Agent) -> None:
        used = usage_of(agent)
        if used is not None:
            self.usage = used if self._before is None else self._before + used

    def step(self, agent: Agent) -> None:
        """Passes on what has been used so far."""
        self._count(agent)
        self._on_step(self._job, self.usage)


class _Steps(Watcher):
    """Tells of each step."""

    def __init__(self, attempt: _Attempt) -> None:
        self._attempt = attempt

    def begun(self, episode: Episode, agent: Agent) -> None:
        """Nothing has been used yet."""

    def decided(self, episode: Episode, agent: Agent, command: Command | ActionError) -> None:
        """The step is not done yet."""

    def done(self, episode: Episode, agent: Agent) -> None:
        """Tells of it."""
        self._attempt.step(agent)


def prepare_worker() -> None:
    """Makes a worker process end with its parent, and leaves interrupts to the parent.

    A parent that is killed outright cannot tell its workers, who would wait for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)
