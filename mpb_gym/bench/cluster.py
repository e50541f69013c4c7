"""Runs episodes on a Ray cluster. Needs the extra ``ray``.

Nothing is shared between the machines: what an episode writes comes back with its outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from mpb_gym.bench.outcome import Outcome, make_outcome
from mpb_gym.bench.plan import Job
from mpb_gym.bench.worker import ATTEMPTS, Work, run_one
from mpb_gym.errors import OptionError

Files: TypeAlias = dict[str, bytes]
"""Contents by path, relative to the run's folder."""


def run_far(work: Work, job: Job) -> tuple[Outcome, Files]:
    """Runs one episode in a folder of its own, and returns what it left there.

    Args:
        work: The run.
        job: Which episode.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        outcome = run_one(replace(work, out=folder), job)
        files = {
            file.relative_to(folder).as_posix(): file.read_bytes()
            for file in folder.rglob("*")
            if file.is_file()
        }
    return outcome, files


def on_ray(work: Work, jobs: Iterable[Job], workers: int) -> Iterator[Outcome]:
    """Runs episodes on the cluster that Ray is connected to; on this machine if to none.

    Args:
        work: The run.
        jobs: The episodes.
        workers: How many at once.

    Raises:
        OptionError: Ray is not installed.
    """
    try:
        import ray
    except ImportError as error:
        raise OptionError(
            "executor: ray is not installed; install it with: pip install 'mpb_gym[ray]'"
        ) from error
    own = not ray.is_initialized()
    if own:
        ray.init(include_dashboard=False, log_to_driver=False)
    try:
        yield from _collect(ray, work, iter(jobs), workers)
    finally:
        if own:
            ray.shutdown()


def _collect(ray: Any, work: Work, waiting: Iterator[Job], workers: int) -> Iterator[Outcome]:
    play = ray.remote(max_retries=ATTEMPTS - 1)(run_far)
    running: dict[Any, Job] = {}
    while True:
        while len(running) < workers and (job := next(waiting, None)) is not None:
            running[play.remote(work, job)] = job
        if not running:
            return
        for reference in ray.wait(list(running))[0]:
            job = running.pop(reference)
            try:
                outcome, files = ray.get(reference)
            except ray.exceptions.RayError as error:  # the machine or its process is gone
                yield make_outcome(
                    work.plan,
                    job,
                    attempts=ATTEMPTS,
                    error=f"{type(error).__name__}: {str(error).splitlines()[0]}",
                    infrastructure=True,
                )
                continue
            for name, content in files.items():
                file = work.out / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
            yield outcome
