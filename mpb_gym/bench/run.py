"""Runs a plan: in parallel, written down as it goes, resumable at any point."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from mpb_gym.bench.outcome import Outcome, broken, read_outcome
from mpb_gym.bench.plan import Plan
from mpb_gym.bench.report import summary
from mpb_gym.bench.worker import ATTEMPTS, prepare_worker, run_one
from mpb_gym.errors import OptionError, SpecError

PLAN, EPISODES, RECORDS, SUMMARY = "plan.json", "episodes.jsonl", "records", "summary.json"
"""What a run's folder holds."""


def _ignore(_: Any) -> None:
    """Tells nobody."""


def run_batch(
    plan: Plan,
    out: Path,
    *,
    workers: int = 1,
    fresh: bool = False,
    on_done: Callable[[Outcome], None] = _ignore,
    on_notice: Callable[[str], None] = _ignore,
) -> dict[str, Any]:
    """Runs every episode of a plan that its folder does not hold yet.

    Each episode is written down the moment it ends, so that a run which was killed goes on
    where it stopped. Episodes that broke are tried again. In the end the lines of
    ``episodes.jsonl`` are put in the plan's order: two runs of a plan leave the same bytes.

    Args:
        plan: What to run.
        out: The run's folder; made if there is none.
        workers: How many processes; 1 runs everything in this one.
        fresh: Start over, whatever the folder holds of an earlier run.
        on_done: Called with each outcome, those of an earlier run included.
        on_notice: Called with a sentence for each line that had to be dropped.

    Returns:
        The summary, as written to ``summary.json``.

    Raises:
        OptionError: The folder holds another run or something else, or ``workers`` is
            below 1.
    """
    if workers < 1:
        raise OptionError(f"workers: {workers} is below 1")
    _open_folder(plan, out, fresh)
    done = _resume(plan, out, on_notice)
    for outcome in done.values():
        on_done(outcome)
    missing = [id for id in plan.assignments if id not in done]
    with (out / EPISODES).open("a", encoding="utf-8", newline="\n") as lines:
        for outcome in _run(plan, missing, out, workers):
            lines.write(outcome.to_line())
            lines.flush()
            done[outcome.assignment] = outcome
            on_done(outcome)
    ordered = [done[id] for id in plan.assignments]
    _replace(out / EPISODES, "".join(outcome.to_line() for outcome in ordered))
    result = summary(plan, ordered)
    _replace(out / SUMMARY, _pretty(result))
    return result


def _open_folder(plan: Plan, out: Path, fresh: bool) -> None:
    """Makes the folder this plan's own, or finds that it is already."""
    file = out / PLAN
    if fresh and file.exists():
        shutil.rmtree(out / RECORDS, ignore_errors=True)
        for name in (EPISODES, SUMMARY, PLAN):  # the plan last: without it, it is no run
            (out / name).unlink(missing_ok=True)
    if not file.exists():
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise OptionError(f"{out} holds something that is not a run; choose another folder")
        out.mkdir(parents=True, exist_ok=True)
        _replace(file, _pretty(plan.to_dict()))
    try:
        differences = plan.differences(json.loads(file.read_text(encoding="utf-8")))
    except (ValueError, AttributeError):
        differences = ["an unreadable plan"]
    if differences:
        raise OptionError(
            f"{out} holds another run (different: {', '.join(differences)}); "
            "choose another folder, or start over with --fresh"
        )
    (out / RECORDS).mkdir(exist_ok=True)


def _resume(plan: Plan, out: Path, on_notice: Callable[[str], None]) -> dict[str, Outcome]:
    """Returns what is done already, and leaves only that in the file."""
    file = out / EPISODES
    done: dict[str, Outcome] = {}
    if file.exists():
        text = file.read_bytes().decode("utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            try:
                outcome = read_outcome(line, plan, file=str(file), path=f"line {number}")
            except SpecError as error:
                on_notice(f"{error}; that episode is run again")
                continue
            if outcome.card is not None and (out / outcome.record).is_file():
                done[outcome.assignment] = outcome
    _replace(file, "".join(outcome.to_line() for outcome in done.values()))
    return done


def _run(plan: Plan, ids: Iterable[str], out: Path, workers: int) -> Iterator[Outcome]:
    """Yields outcomes as episodes end."""
    if workers == 1:
        for id in ids:
            yield run_one(plan, id, out)
        return
    waiting = deque(ids)
    while waiting:
        suspects = yield from _run_pool(plan, waiting, out, workers)
        for id in suspects:
            yield _run_alone(plan, id, out)


def _pool(workers: int) -> ProcessPoolExecutor:
    # Forked workers would inherit locks and caches in whatever state they are.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=prepare_worker)


def _run_pool(
    plan: Plan, waiting: deque[str], out: Path, workers: int
) -> Generator[Outcome, None, list[str]]:
    """Runs what waits until all is done or a worker dies; returns what was running then.

    No more is handed out than there are workers, so that few fall under suspicion.
    """
    running: dict[Future[Outcome], str] = {}
    with _pool(min(workers, len(waiting))) as pool:
        try:
            while waiting or running:
                while waiting and len(running) < workers:
                    running[pool.submit(run_one, plan, waiting[0], out)] = waiting[0]
                    waiting.popleft()
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    outcome = future.result()
                    del running[future]
                    yield outcome
        except BrokenProcessPool:
            return list(running.values())
    return []


def _run_alone(plan: Plan, id: str, out: Path) -> Outcome:
    """Runs an episode in a process of its own, which it may have killed before."""
    for _ in range(ATTEMPTS - 1):
        try:
            with _pool(1) as pool:
                return pool.submit(run_one, plan, id, out).result()
        except BrokenProcessPool:
            continue
    return broken(plan, id, f"its worker process died (tried {ATTEMPTS} times)")


def _pretty(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False, indent=2) + "\n"


def _replace(file: Path, text: str) -> None:
    """Writes a file at once or not at all."""
    scratch = file.with_name(f"{file.name}.part")
    scratch.write_text(text, encoding="utf-8", newline="\n")
    os.replace(scratch, file)
