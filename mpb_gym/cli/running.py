"""``mpb run``."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mpb_gym.agents import Usage
from mpb_gym.bench import Outcome, Plan, Settings, run_batch
from mpb_gym.cli.tables import console, count, number, print_table, summary_rows
from mpb_gym.errors import OptionError

BROKEN, STOPPED = 1, 3
"""Exit codes: an episode could not be scored; a limit was reached before all was done."""


def import_from_here() -> None:
    """Lets ``--agent module:Class`` find modules in the current folder, as ``python -m`` does."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)


def read_options(pairs: Iterable[str], **named: str | None) -> dict[str, Any]:
    """Reads the options of an agent.

    Args:
        pairs: ``name=value`` each; a value that is JSON is taken as such, else as text.
        named: Those with a command-line option of their own; ``None`` if left out.

    Raises:
        OptionError: One has no equals sign, or comes twice.
    """
    found: dict[str, Any] = {name: value for name, value in named.items() if value is not None}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not (name and equals):
            raise OptionError(f"--option: {pair!r} is not NAME=VALUE, as protocol=tools")
        if name in found:
            raise OptionError(f"--option: {name} is given twice")
        try:
            found[name] = json.loads(text)
        except ValueError:
            found[name] = text
    return found


def default_folder(plan: Plan) -> Path:
    """Returns where a run goes if nobody says: named after the agent and its model."""
    words = [plan.agent, str(plan.options.get("model", ""))]
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", "-".join(each for each in words if each))
    return Path("runs") / (name.strip("-.") or "agent")


def run_plan(plan: Plan, out: Path, settings: Settings, fresh: bool) -> int:
    """Runs a plan with a progress bar on stderr, and prints its results.

    Args:
        plan: What to run.
        out: The run's folder.
        settings: How to carry it out.
        fresh: Whether to start over.

    Returns:
        The exit code: 0, :data:`BROKEN` or :data:`STOPPED`.
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    outcomes: list[Outcome] = []
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(escape(plan.agent), total=len(plan.jobs))

        def done(outcome: Outcome) -> None:
            progress.advance(bar)
            outcomes.append(outcome)

        def notice(sentence: str) -> None:
            progress.console.print(escape(sentence), style="yellow", soft_wrap=True)

        summary = run_batch(
            plan, out, settings=settings, fresh=fresh, on_done=done, on_notice=notice
        )
    _print_results(summary, outcomes, out)
    if summary["remaining"]:
        return STOPPED
    return BROKEN if summary["errors"] else 0


def _print_results(summary: Mapping[str, Any], outcomes: list[Outcome], out: Path) -> None:
    rows = summary_rows(summary)
    every = summary["all_pass"]
    if every["k"] > 1:
        known = every["value"] is not None
        interval = f"{every['low']:.3f} – {every['high']:.3f}" if known else ""
        title = f"all of {every['k']} succeed"
        rows.insert(1, (title, number(every["value"]), interval, str(every["n"])))
    print_table(("metric", "mean", "95 % interval", "n"), rows)
    parts = f"{count(summary['n_tasks'], 'task')}, {count(summary['n_pairs'], 'pair')}"
    said = f"{count(summary['n'], 'episode')} ({parts}), {count(summary['errors'], 'error')}"
    screen = console()
    if (usage := _usage_line(outcomes)) is not None:
        screen.print(usage, soft_wrap=True)
    screen.print(f"{said}; written to {escape(str(out))}", soft_wrap=True)
    for outcome in outcomes:
        if outcome.error:
            reason = outcome.error.strip().splitlines()[-1]
            screen.print(escape(f"{outcome.job}: {reason}"), soft_wrap=True)


def _usage_line(outcomes: list[Outcome]) -> str | None:
    """What the agent used, in a line; ``None`` if it does not count."""
    known = [outcome.usage for outcome in outcomes if outcome.usage is not None]
    if not known:
        return None
    used = sum(known, Usage())
    cost = "cost unknown" if used.cost is None else f"{used.cost:.2f} US dollars"
    latency = f", {used.latency_s / used.requests:.2f} s each" if used.requests else ""
    return (
        f"{count(used.requests, 'request')} ({used.retries} retried{latency}), "
        f"{used.input_tokens:,} tokens read, {used.output_tokens:,} written, {cost}"
    )
