"""Curves and tables of what ``scripts/restraint.py`` has run: ``… restraint_report.py FOLDER``.

Draws ``docs/images/restraint.png`` and fills in what stands between the marks in ``docs/rl.md``,
or what ``--figure`` and ``--page`` name. Needs matplotlib.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

import marked
import runs
from mpb_gym.integrations.rl.evaluation import summary
from runs import Run, Runs

DOCS = Path(__file__).resolve().parent.parent / "docs"
MARK = "restraint"
HEADS = {
    "success": "success",
    "privacy": "privacy",
    "op": "OP",
    "tr": "TR",
    "fm": "FM",
    "pqsr": "PQSR(0.7)",
}
"""Title of each metric's column."""


def check(found: Runs, folder: Path) -> None:
    """Raises ``SystemExit`` unless what is put side by side differs in nothing but its name."""
    whole = list(runs.each_of(found))
    _same(whole, lambda run: run.tasks, "evaluated on different tasks", folder)
    _same(whole, _shown, "shown different numbers of episodes or epochs", folder)
    trained = [each for each in whole if each[0].startswith("weight")]
    _same(trained, lambda run: run.steps, "trained for different numbers of steps", folder)


def _shown(run: Run) -> tuple[int | None, int | None]:
    return run.effort.get("episodes"), run.effort.get("epochs")


def _same(
    named: Sequence[tuple[str, Run]], part: Callable[[Run], object], what: str, folder: Path
) -> None:
    for name, run in named[1:]:
        if part(run) != part(named[0][1]):
            raise SystemExit(
                f"{folder}: {named[0][0]} and {name} were {what}; keep them in folders of their own"
            )


def weight_of(name: str) -> float:
    """Returns the weight of privacy of runs called ``weight_0.3``."""
    return float(name.removeprefix("weight_"))


def weights(found: Runs) -> list[str]:
    """Returns names of runs with a weight, the lowest first."""
    return sorted((name for name in found if name.startswith("weight")), key=weight_of)


def means(seeds: Mapping[int, Run]) -> dict[str, list[float]]:
    """Each metric, a number a seed; NaN where nothing was put to the test."""
    each_seed = [summary(run.results) for run in seeds.values()]
    return {metric: [each[metric] for each in each_seed] for metric in HEADS}


def counts(seeds: Mapping[int, Run]) -> dict[str, int]:
    """Over how many episodes of all seeds each metric is."""
    results = [each for run in seeds.values() for each in run.results]
    scored = {
        metric: sum(not math.isnan(getattr(each, metric)) for each in results)
        for metric in ("privacy", "op", "tr", "fm")
    }
    return {"success": len(results), "pqsr": len(results), **scored}


def student(count: int) -> float:
    """Returns the two-sided 95 % point of Student's t for a number of values, 2 or more."""
    freedom = count - 1
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    points = np.linspace(0, 13, 26_001)
    shape = (1 + points**2 / freedom) ** (-(freedom + 1) / 2)
    density = shape * scale / math.sqrt(freedom * math.pi)
    area = np.cumsum((density[1:] + density[:-1]) / 2) * (points[1] - points[0])
    return float(np.interp(0.475, area, points[1:]))


def interval(values: Sequence[float]) -> str:
    """Mean and 95 % interval over the seeds that have a value."""
    known = [each for each in values if not math.isnan(each)]
    if not known:
        return "–"
    mean = f"{np.mean(known):.2f}"
    if len(known) < 2:
        return mean
    half = student(len(known)) * float(np.std(known, ddof=1)) / math.sqrt(len(known))
    return f"{mean} ± {half:.2f}"


def title(name: str) -> str:
    """What a run is called in tables."""
    kind, _, what = name.partition("_")
    return f"PPO, privacy weight {float(what):g}" if kind == "weight" else f"clone of the {what}"


def table(found: Runs) -> list[str]:
    """The results, a row a setting: clones first, then by weight."""
    lines = [f"| policy | seeds | {' | '.join(HEADS.values())} |", "|---" * (len(HEADS) + 2) + "|"]
    for name in [*sorted(found.keys() - weights(found)), *weights(found)]:
        values, n = means(found[name]), counts(found[name])
        cells = " | ".join(f"{interval(values[metric])} ({n[metric]})" for metric in HEADS)
        lines.append(f"| {title(name)} | {len(found[name])} | {cells} |")
    return [
        *lines,
        "",
        "In brackets: the episodes of all seeds in which the score was put to the test.",
    ]


def differences(found: Runs) -> list[str]:
    """Weight 1 less weight 0, seed by seed."""
    with_, without = found.get("weight_1.0", {}), found.get("weight_0.0", {})
    both = sorted(with_.keys() & without.keys())
    if not both:
        return []
    one, none = (means({seed: each[seed] for seed in both}) for each in (with_, without))
    rises = {
        metric: interval([a - b for a, b in zip(one[metric], none[metric], strict=True)])
        for metric in HEADS
    }
    told = ", ".join(f"{head} {rises[metric]}" for metric, head in HEADS.items())
    return ["", f"Weight 1 less weight 0, of the same seed (n = {len(both)}): {told}."]


def cost(found: Runs) -> list[str]:
    """How long training took."""
    trained = [run for name in weights(found) for run in found[name].values()]
    if not trained:
        return []
    minutes = [run.cpu_s / 60 for run in trained]
    wall = [run.wall_s / 60 for run in trained]
    return [
        "",
        f"{len(trained[0].results)} unseen tasks each; {trained[0].steps:,} steps of PPO. A run, "
        f"imitation included, took {_span(minutes)} minutes of one core's time "
        f"({_span(wall)} by the clock, beside others).",
    ]


def _span(values: Sequence[float]) -> str:
    low, high = f"{min(values):.0f}", f"{max(values):.0f}"
    return low if low == high else f"{low} to {high}"


class Point(NamedTuple):
    """A metric at a step of training, over seeds."""

    step: float
    low: float
    mean: float
    high: float


def band(seeds: Mapping[int, Run], metric: str) -> list[Point]:
    """Puts the curves of all seeds together, at the steps at which each has a value."""
    known = [
        {line["step"]: line[metric] for line in run.curve if not math.isnan(line[metric])}
        for run in seeds.values()
    ]
    points = []
    for step in sorted(set[float].intersection(*map(set[float], known))):
        values = [each[step] for each in known]
        points.append(Point(step, min(values), float(np.mean(values)), max(values)))
    return points


def draw(found: Runs, file: Path) -> None:
    """Success and privacy of the episodes of training, by weight; nothing without weights."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    names = weights(found)
    if not names:
        return
    figure, panels = pyplot.subplots(1, 2, figsize=(9, 3.4), sharex=True, layout="constrained")
    colours = pyplot.get_cmap("plasma")(np.linspace(0, 0.85, len(names)))
    for panel, metric in zip(panels, ("success", "privacy"), strict=True):
        for name, colour in zip(names, colours, strict=True):
            points = band(found[name], metric)
            steps = [each.step / 1000 for each in points]
            label = f"{weight_of(name):g} (n = {len(found[name])})"
            panel.plot(steps, [each.mean for each in points], color=colour, label=label)
            low, high = [each.low for each in points], [each.high for each in points]
            panel.fill_between(steps, low, high, color=colour, alpha=0.15, lw=0)
        panel.set(xlabel="thousand steps", ylabel=metric, ylim=(0, 1.02))
        panel.grid(alpha=0.3)
        panel.spines[["top", "right"]].set_visible(False)
    panels[0].legend(title="privacy weight (seeds)", loc="lower right", frameon=False)
    figure.savefig(file, dpi=110)
    pyplot.close(figure)


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes both."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="of runs")
    parser.add_argument("--figure", type=Path, default=DOCS / "images" / "restraint.png")
    parser.add_argument("--page", type=Path, default=DOCS / "rl.md")
    options = parser.parse_args(arguments)
    marked.check(options.page, MARK)
    found = runs.load_all(options.folder)
    check(found, options.folder)
    draw(found, options.figure)
    body = "\n".join([*table(found), *differences(found), *cost(found)])
    marked.fill(options.page, MARK, body)
    print(body)


if __name__ == "__main__":
    main()
