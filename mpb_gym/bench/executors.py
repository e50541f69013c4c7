"""Ways to run many episodes: one by one, in threads, in processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from queue import SimpleQueue
from threading import Event, Thread
from typing import TypeAlias

from mpb_gym.agents import Usage
from mpb_gym.bench.outcome import Outcome, make_outcome
from mpb_gym.bench.plan import Job
from mpb_gym.bench.worker import ATTEMPTS, OnStep, Work, prepare_worker, run_one

Jobs: TypeAlias = Iterable[Job]
"""Episodes to run, in order; may end at any time, so it is asked only when there is room."""


class Abandoned(BaseException):
    """Ends an episode of which nobody wants to know any more."""


def one_by_one(work: Work, jobs: Jobs, on_step: OnStep) -> Iterator[Outcome]:
    """Runs episodes in this very thread."""
    for job in jobs:
        yield run_one(work, job, on_step)


def in_threads(work: Work, jobs: Jobs, threads: int, on_step: OnStep) -> Iterator[Outcome]:
    """Runs episodes in threads of this process: for agents that wait for a network.

    Args:
        work: The run.
        jobs: The episodes.
        threads: How many at once.
        on_step: Called in the episode's thread.
    """
    stop = Event()
    done: SimpleQueue[Outcome | BaseException] = SimpleQueue()

    def step(job: Job, usage: Usage | None) -> None:
        if stop.is_set():
            raise Abandoned
        on_step(job, usage)

    def play(todo: SimpleQueue[Job | None]) -> None:
        while (job := todo.get()) is not None:
            try:
                done.put(run_one(work, job, step))
            except Abandoned:
                return
            except BaseException as error:  # of this package, not of an episode
                done.put(error)

    todo: SimpleQueue[Job | None] = SimpleQueue()
    crew: list[Thread] = []
    waiting, running = iter(jobs), 0
    try:
        while True:
            while running < threads and (job := next(waiting, None)) is not None:
                if len(crew) <= running:
                    # Daemons: whoever interrupts a run should not wait for an endpoint.
                    crew.append(Thread(target=play, args=(todo,), daemon=True))
                    crew[-1].start()
                todo.put(job)
                running += 1
            if not running:
                return
            outcome = done.get()
            running -= 1
            if isinstance(outcome, BaseException):
                raise outcome
            yield outcome
    finally:
        stop.set()
        for _ in crew:
            todo.put(None)


def in_processes(work: Work, jobs: Jobs, workers: int) -> Iterator[Outcome]:
    """Runs episodes in processes: for agents that compute.

    Args:
        work: The run.
        jobs: The episodes.
        workers: How many at once.
    """
    waiting = iter(jobs)
    suspects: list[Job] | None = []
    while suspects is not None:
        suspects = yield from _run_pool(work, waiting, workers)
        for job in suspects or ():
            yield _run_alone(work, job)


def _pool(workers: int) -> ProcessPoolExecutor:
    # Forked workers would inherit locks and caches in whatever state they are.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=prepare_worker)


def _run_pool(
    work: Work, waiting: Iterator[Job], workers: int
) -> Generator[Outcome, None, list[Job] | None]:
    """Runs what waits until all is done or a worker dies; returns what was running then.

    No more is handed out than there are workers, so that few fall under suspicion.
    """
    running: dict[Future[Outcome], Job] = {}
    with _pool(workers) as pool:
        try:
            while True:
                while len(running) < workers and (job := next(waiting, None)) is not None:
                    running[_submit(pool, work, job)] = job
                if not running:
                    return None
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    outcome = future.result()
                    del running[future]
                    yield outcome
        except BrokenProcessPool:
            return list(running.values())


def _submit(pool: ProcessPoolExecutor, work: Work, job: Job) -> Future[Outcome]:
    try:
        return pool.submit(run_one, work, job)
    except BrokenProcessPool as error:  # it broke between two looks; this job is not lost
        future: Future[Outcome] = Future()
        future.set_exception(error)
        return future


def _run_alone(work: Work, job: Job) -> Outcome:
    """Runs an episode in a process of its own, which it may have killed before."""
    for _ in range(ATTEMPTS - 1):
        try:
            with _pool(1) as pool:
                return pool.submit(run_one, work, job).result()
        except BrokenProcessPool:
            continue
    return make_outcome(
        work.plan,
        job,
        attempts=ATTEMPTS,
        error=f"its worker process died (tried {ATTEMPTS} times)",
        infrastructure=True,
    )


Execute: TypeAlias = Callable[[Work, Jobs], Iterator[Outcome]]
"""One of the above with its settings: yields outcomes as episodes end."""
