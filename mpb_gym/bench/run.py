"""Runs a plan: written down as it goes, resumable at any point."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from mpb_gym.bench.budget import NO_LIMITS, Budget, Meter
from mpb_gym.bench.executors import in_processes, in_threads, one_by_one
from mpb_gym.bench.outcome import Outcome, read_outcome
from mpb_gym.bench.plan import Job, Plan
from mpb_gym.bench.report import summary
from mpb_gym.bench.worker import Work
from mpb_gym.errors import OptionError, SpecError

PLAN, EPISODES, RECORDS, SUMMARY = "plan.json", "episodes.jsonl", "records", "summary.json"
"""What a run's folder holds."""

TIMINGS, TRACES = "timings.jsonl", "traces"
"""What else it holds: seconds, if the agent counts what it uses; traces, if asked for."""

Executor: TypeAlias = Literal["local", "ray"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a plan is carried out; the results do not depend on it.

    Attributes:
        workers: How many processes run episodes at once, one each.
        concurrency: How many episodes run at once in threads of one process.
        executor: ``local`` is this machine; ``ray`` a cluster, with ``workers`` episodes at
            once.
        trace: Whether each episode leaves a trace.
        budget: When to stop early.
    """

    workers: int = 1
    concurrency: int = 1
    executor: Executor = "local"
    trace: bool = False
    budget: Budget = NO_LIMITS

    def __post_init__(self) -> None:
        for name in ("workers", "concurrency"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name}: {getattr(self, name)} is below 1")
        if self.concurrency > 1 and (self.workers > 1 or self.executor != "local"):
            raise OptionError(
                "concurrency: threads and processes cannot be combined; use concurrency for "
                "agents that wait for an endpoint, workers or ray for agents that compute"
            )


def _ignore(_: Any) -> None:
    """Tells nobody."""


def run_batch(
    plan: Plan,
    out: Path,
    *,
    workers: int = 1,
    settings: Settings | None = None,
    fresh: bool = False,
    on_done: Callable[[Outcome], None] = _ignore,
    on_notice: Callable[[str], None] = _ignore,
) -> dict[str, Any]:
    """Runs every episode of a plan that its folder does not hold yet.

    Each episode is written down the moment it ends, so that a run which was killed goes on
    where it stopped. Episodes that broke are tried again. In the end the lines of
    ``episodes.jsonl`` are put in the plan's order: two runs of a plan leave the same bytes.
    What the clock says is kept apart, in ``timings.jsonl``.

    Args:
        plan: What to run.
        out: The run's folder; made if there is none.
        workers: How many processes; 1 runs everything in this one. Short for ``settings``.
        settings: How to carry it out, in full.
        fresh: Start over, whatever the folder holds of an earlier run.
        on_done: Called with each outcome, those of an earlier run included.
        on_notice: Called with a sentence for each line that had to be dropped, and if the
            budget is used up.

    Returns:
        The summary, as written to ``summary.json``; its ``remaining`` is above 0 if the budget
        did not last.

    Raises:
        OptionError: The folder holds another run or something else, or a setting cannot be
            used.
    """
    settings = settings or Settings(workers=workers)
    _open_folder(plan, out, fresh)
    done = _resume(plan, out, on_notice)
    for outcome in done.values():
        on_done(outcome)
    meter = Meter(settings.budget, [outcome.usage for outcome in done.values()])
    missing = [job for job in plan.jobs if job not in done]
    work = Work(plan=plan, out=out, trace=settings.trace, keep_frames=settings.concurrency == 1)
    with (
        (out / EPISODES).open("a", encoding="utf-8", newline="\n") as lines,
        (out / TIMINGS).open("a", encoding="utf-8", newline="\n") as timings,
    ):
        for outcome in _run(work, _while_affordable(missing, meter), settings, meter):
            meter.end(outcome.job, outcome.usage)
            if outcome.usage is not None:  # before its line: without that, it never ran
                timings.write(outcome.to_timing())
                timings.flush()
            lines.write(outcome.to_line())
            lines.flush()
            done[outcome.job] = outcome
            on_done(outcome)
    ordered = [done[job] for job in plan.jobs if job in done]
    if len(ordered) < len(plan.jobs):
        on_notice(
            f"stopped: {meter.exceeded()}; {len(ordered)} of {len(plan.jobs)} episodes are done; "
            "the same command with a larger budget goes on"
        )
    _write_down(out, ordered)
    result = summary(plan, ordered)
    _replace(out / SUMMARY, _pretty(result))
    return result


def _while_affordable(jobs: list[Job], meter: Meter) -> Iterator[Job]:
    """Yields what is to be run, as long as the budget lasts."""
    for job in jobs:
        if meter.exceeded():
            return
        yield job


def _run(work: Work, jobs: Iterator[Job], settings: Settings, meter: Meter) -> Iterator[Outcome]:
    """Yields outcomes as episodes end."""
    if settings.executor == "ray":
        from mpb_gym.bench.cluster import on_ray

        return on_ray(work, jobs, settings.workers)
    if settings.concurrency > 1:
        return in_threads(work, jobs, settings.concurrency, meter.note)
    if settings.workers > 1:
        return in_processes(work, jobs, settings.workers)
    return one_by_one(work, jobs, meter.note)


def _open_folder(plan: Plan, out: Path, fresh: bool) -> None:
    """Makes the folder this plan's own, or finds that it is already."""
    file = out / PLAN
    if fresh and file.exists():
        shutil.rmtree(out / RECORDS, ignore_errors=True)
        shutil.rmtree(out / TRACES, ignore_errors=True)
        # The plan last: without it, it is no run.
        for name in (EPISODES, TIMINGS, SUMMARY, PLAN):
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
            f"{out} holds another run (different: {'; '.join(differences)}); "
            "choose another folder, or start over with --fresh"
        )
    (out / RECORDS).mkdir(exist_ok=True)


def _resume(plan: Plan, out: Path, on_notice: Callable[[str], None]) -> dict[Job, Outcome]:
    """Returns what is done already, and leaves only that in the files."""
    file = out / EPISODES
    times = _read_timings(out / TIMINGS)
    done: dict[Job, Outcome] = {}
    if file.exists():
        text = file.read_bytes().decode("utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            try:
                outcome = read_outcome(line, plan, file=str(file), path=f"line {number}")
            except SpecError as error:
                on_notice(f"{error}; that episode is run again")
                continue
            if outcome.card is not None and (out / outcome.record).is_file():
                done[outcome.job] = outcome.timed(*times.get(outcome.job, (0.0, 0.0)))
    _write_down(out, list(done.values()))
    return done


def _read_timings(file: Path) -> dict[Job, tuple[float, float]]:
    """Returns wall time and latency by episode, in seconds; what is damaged is left out."""
    found: dict[Job, tuple[float, float]] = {}
    if file.exists():
        for line in file.read_bytes().decode("utf-8", errors="replace").splitlines():
            try:
                body = json.loads(line)
                job = Job(str(body["assignment"]), int(body["repeat"]))
                found[job] = float(body["wall_s"]), float(body["latency_s"])
            except (KeyError, TypeError, ValueError):
                continue
    return found


def _write_down(out: Path, outcomes: list[Outcome]) -> None:
    """Puts exactly these into the files, in this order."""
    measured = [outcome for outcome in outcomes if outcome.usage is not None]
    _replace(out / EPISODES, "".join(outcome.to_line() for outcome in outcomes))
    if measured:
        _replace(out / TIMINGS, "".join(outcome.to_timing() for outcome in measured))
    else:
        (out / TIMINGS).unlink(missing_ok=True)


def _pretty(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False, indent=2) + "\n"


def _replace(file: Path, text: str) -> None:
    """Writes a file at once or not at all."""
    scratch = file.with_name(f"{file.name}.part")
    scratch.write_text(text, encoding="utf-8", newline="\n")
    os.replace(scratch, file)
