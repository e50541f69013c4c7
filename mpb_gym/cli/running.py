"""``mpb run``."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mpb_gym.bench import Outcome, Plan, run_batch
from mpb_gym.cli.tables import console, count, print_table, summary_rows


def run_plan(plan: Plan, out: Path, workers: int, fresh: bool) -> bool:
    """Runs a plan with a progress bar on stderr, and prints its results.

    Args:
        plan: What to run.
        out: The run's folder.
        workers: How many processes.
        fresh: Whether to start over.

    Returns:
        Whether every episode could be scored.
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    broken: list[Outcome] = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(plan.agent, total=len(plan.assignments))

        def done(outcome: Outcome) -> None:
            progress.advance(bar)
            if outcome.error:
                broken.append(outcome)

        def notice(sentence: str) -> None:
            progress.console.print(escape(sentence), style="yellow", soft_wrap=True)

        summary = run_batch(plan, out, workers=workers, fresh=fresh, on_done=done, on_notice=notice)
    print_table(("metric", "mean", "95 % interval", "n"), summary_rows(summary))
    parts = f"{count(summary['n_tasks'], 'task')}, {count(summary['n_pairs'], 'pair')}"
    said = f"{count(summary['n'], 'episode')} ({parts}), {count(summary['errors'], 'error')}"
    screen = console()
    screen.print(f"{said}; written to {escape(str(out))}", soft_wrap=True)
    for outcome in broken:
        reason = outcome.error.strip().splitlines()[-1]
        screen.print(escape(f"{outcome.assignment}: {reason}"), soft_wrap=True)
    return not broken
