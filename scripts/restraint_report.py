"""Curves and tables of what ``scripts/restraint.py`` has run: ``… restraint_report.py FOLDER``.

Draws ``docs/images/restraint.png`` and fills in what stands between the marks in ``docs/rl.md``.
Needs matplotlib.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np

from mpb_gym.integrations.rl.evaluation import Result, summary

matplotlib.use("Agg")
from matplotlib import pyplot

DOCS = Path(__file__).resolve().parent.parent / "docs"
METRICS = ("success", "privacy", "op", "tr", "fm", "pqsr")
HEADS = ("success", "privacy", "OP", "TR", "FM", "PQSR(0.7)")
MARKS = ("<!-- restraint -->", "<!-- /restraint -->")
STUDENT = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 7: 2.447, 8: 2.365}
"""Two-sided 95 % points of Student's t, by how many values there are."""
COLOURS = ("#8d8d8d", "#e0a458", "#d96459", "#2f5d8a", "#1b998b")

Runs = dict[str, dict[int, dict[str, Any]]]
"""By name, such as ``weight_1.0``, and seed."""


def load(folder: Path) -> Runs:
    """Reads all finished runs."""
    runs: Runs = defaultdict(dict)
    for file in sorted(folder.glob("*_*_*.json")):
        name, _, seed = file.stem.rpartition("_")
        runs[name][int(seed)] = json.loads(file.read_text(encoding="utf-8"))
    return runs


def means(runs: Mapping[int, dict[str, Any]]) -> dict[str, list[float]]:
    """Each metric, a number a seed."""
    found = [summary([Result(**each) for each in run["results"]]) for run in runs.values()]
    return {metric: [each[metric] for each in found] for metric in METRICS}


def interval(values: Sequence[float]) -> str:
    """Mean and 95 % interval over seeds."""
    known = [each for each in values if not math.isnan(each)]
    if not known:
        return "–"
    mean = f"{np.mean(known):.2f}"
    if len(known) < 2:
        return mean
    half = STUDENT[len(known)] * float(np.std(known, ddof=1)) / math.sqrt(len(known))
    return f"{mean} ± {half:.2f}"


def title(name: str) -> str:
    """What a run is called in tables."""
    kind, _, what = name.partition("_")
    return f"PPO, privacy weight {float(what):g}" if kind == "weight" else f"clone of the {what}"


def table(runs: Runs) -> list[str]:
    """The results, a row a setting."""
    lines = [f"| policy | seeds | {' | '.join(HEADS)} |", "|---" * (len(HEADS) + 2) + "|"]
    for name in sorted(runs, key=lambda each: (each.startswith("weight"), each)):
        found = means(runs[name])
        cells = " | ".join(interval(found[metric]) for metric in METRICS)
        lines.append(f"| {title(name)} | {len(runs[name])} | {cells} |")
    return lines


def differences(runs: Runs) -> list[str]:
    """Weight 1 less weight 0, seed by seed."""
    with_, without = runs.get("weight_1.0", {}), runs.get("weight_0.0", {})
    both = sorted(with_.keys() & without.keys())
    if not both:
        return []
    one, none = (means({seed: each[seed] for seed in both}) for each in (with_, without))
    rises = {
        metric: interval([a - b for a, b in zip(one[metric], none[metric], strict=True)])
        for metric in METRICS
    }
    told = ", ".join(f"{head} {rises[metric]}" for head, metric in zip(HEADS, METRICS, strict=True))
    return ["", f"Weight 1 less weight 0, of the same seed: {told}."]


def cost(runs: Runs) -> list[str]:
    """How long training took."""
    trained = [run for name, each in runs.items() if name[0] == "w" for run in each.values()]
    if not trained:
        return []
    minutes = [run["cpu_s"] / 60 for run in trained]
    wall = [run["wall_s"] / 60 for run in trained]
    tasks = len(trained[0]["results"])
    steps = trained[0]["steps"]
    return [
        "",
        f"{tasks} unseen tasks each; {steps:,} steps of PPO. A run, imitation included, took "
        f"{_span(minutes)} minutes of one core's time ({_span(wall)} by the clock, beside others).",
    ]


def _span(values: Sequence[float]) -> str:
    low, high = f"{min(values):.0f}", f"{max(values):.0f}"
    return low if low == high else f"{low} to {high}"


def draw(runs: Runs, file: Path) -> None:
    """Success and privacy of the episodes of training, by weight."""
    figure, panels = pyplot.subplots(1, 2, figsize=(9, 3.4), sharex=True, layout="constrained")
    weights = sorted(name for name in runs if name.startswith("weight"))
    for panel, metric in zip(panels, ("success", "privacy"), strict=True):
        for name, colour in zip(weights, COLOURS, strict=False):
            curves = [run["curve"] for run in runs[name].values()]
            length = min(map(len, curves))
            steps = [line["step"] / 1000 for line in curves[0][:length]]
            values = np.array([[line[metric] for line in curve[:length]] for curve in curves])
            panel.plot(steps, values.mean(0), color=colour, label=f"{float(name[7:]):g}")
            panel.fill_between(steps, values.min(0), values.max(0), color=colour, alpha=0.15, lw=0)
        panel.set(xlabel="thousand steps", ylabel=metric, ylim=(0, 1.02))
        panel.grid(alpha=0.3)
        panel.spines[["top", "right"]].set_visible(False)
    panels[1].legend(title="privacy weight", frameon=False)
    figure.savefig(file, dpi=110)


def main() -> None:
    """Writes both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    runs = load(parser.parse_args().folder)
    draw(runs, DOCS / "images" / "restraint.png")
    page = DOCS / "rl.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    body = "\n".join([MARKS[0], *table(runs), *differences(runs), *cost(runs), MARKS[1]])
    page.write_text(before + body + after, encoding="utf-8")
    print(body)


if __name__ == "__main__":
    main()
