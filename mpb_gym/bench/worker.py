"""One episode of a run, from its plan to its outcome; what happens in a worker process."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from pathlib import Path

from mpb_gym.agents import make_agent, run_episode
from mpb_gym.audit import Record, score
from mpb_gym.bench.outcome import Outcome, broken, record_name, scored
from mpb_gym.bench.plan import Plan
from mpb_gym.episode import make_episode
from mpb_gym.errors import InfrastructureError
from mpb_gym.spec.library import load_assignment

ATTEMPTS = 3
"""How often an episode is tried before its broken infrastructure counts as an error."""


def run_one(plan: Plan, assignment: str, out: Path) -> Outcome:
    """Runs one episode and scores it by its record, as saved.

    Never raises for what the agent, the episode or the device does: a broken episode is an
    outcome too, so that it can neither stop a run nor pass for a failure of the agent.

    Args:
        plan: The run.
        assignment: Id of the task or pair.
        out: The run's folder.
    """
    for _ in range(ATTEMPTS):
        try:
            return _attempt(plan, assignment, out)
        except InfrastructureError as error:
            problem = f"{type(error).__name__}: {error} (tried {ATTEMPTS} times)"
        except Exception:
            # Whatever it is, it would happen again with the same seed: no second attempt.
            return broken(plan, assignment, traceback.format_exc())
    return broken(plan, assignment, problem)


def _attempt(plan: Plan, assignment: str, out: Path) -> Outcome:
    seed = plan.episode_seed(assignment)
    file = out / record_name(assignment)
    episode = make_episode(assignment, screen=plan.screen, user=plan.user, seed=seed)
    try:
        run_episode(episode, make_agent(plan.agent, seed)).save(file)
    finally:
        episode.close()
    record = Record.load(file)
    return scored(plan, assignment, len(record.issued), score(load_assignment(assignment), record))


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
