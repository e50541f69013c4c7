"""Finished training runs as files, for the scripts that train and those that report.

A file is JSON and named after the run and its seed, as in ``weight_0.3_2.json`` and
``clone_crowd_0.json``. A score that was never put to the test is ``null`` in it and NaN here.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from mpb_gym.integrations.rl.evaluation import Result

_NAME = re.compile(r"(weight_\d[\d.e+-]*|clone_[a-z]+)_(\d+)")
_SCORES = ("privacy", "op", "tr", "fm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One policy, trained and evaluated.

    Attributes:
        effort: What was asked for: episodes imitated, epochs, tasks, and steps of PPO if any.
        losses: Of imitation, one an epoch, in nats a choice.
        curve: How episodes of training ended, a line a rollout that ended any: ``step``,
            ``episodes``, ``success``, ``privacy`` (of those that have one), ``reward``.
        steps: Steps of PPO that were taken; whole rollouts, and so perhaps more than asked for.
        wall_s: Seconds by the clock, without the evaluation.
        cpu_s: The same of the process's own time.
        results: Of the evaluation, in the order of the tasks.
    """

    effort: dict[str, int] = field(default_factory=dict)
    losses: list[float]
    curve: list[dict[str, float]] = field(default_factory=list)
    steps: int = 0
    wall_s: float
    cpu_s: float
    results: list[Result]

    @property
    def tasks(self) -> list[str]:
        """Ids of the tasks it was evaluated on."""
        return [each.task for each in self.results]


Runs = dict[str, dict[int, Run]]
"""By name, such as ``weight_1.0``, and seed."""


def each_of(runs: Runs) -> Iterator[tuple[str, Run]]:
    """Yields all runs with their whole names, such as ``weight_1.0_2``."""
    for name, seeds in runs.items():
        for seed, run in seeds.items():
            yield f"{name}_{seed}", run


def save(run: Run, file: Path) -> None:
    """Writes a run; the file is there only when it is whole."""
    text = json.dumps(_without_nan(asdict(run)), allow_nan=False)
    partial = file.with_suffix(f".{os.getpid()}.partial")
    partial.write_text(text, encoding="utf-8")
    partial.rename(file)


def load(file: Path) -> Run:
    """Reads a run.

    Raises:
        SystemExit: The file is none.
    """
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        return Run(
            effort=data.get("effort", {}),
            losses=data["losses"],
            curve=[_with_nan(line, ("privacy",)) for line in data.get("curve", ())],
            steps=data.get("steps", 0),
            wall_s=data["wall_s"],
            cpu_s=data["cpu_s"],
            results=[Result(**_with_nan(each, _SCORES)) for each in data["results"]],
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        why = f"{type(error).__name__}: {error}"
        raise SystemExit(f"{file}: not a finished run ({why}); delete it and run again") from error


def load_all(folder: Path) -> Runs:
    """Reads all finished runs of a folder.

    Raises:
        SystemExit: There is none, a file is none, or its name says not of what.
    """
    runs: Runs = defaultdict(dict)
    for file in sorted(folder.glob("*.json")):
        named = _NAME.fullmatch(file.stem)
        if named is None:
            raise SystemExit(
                f"{file}: a run is called weight_NUMBER_SEED.json or clone_NAME_SEED.json"
            )
        runs[named[1]][int(named[2])] = load(file)
    if not runs:
        raise SystemExit(f"{folder}: there are no finished runs; scripts/restraint.py makes them")
    return dict(runs)


def _without_nan(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nan(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_without_nan(each) for each in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def _with_nan(data: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {
        key: math.nan if value is None and key in names else value for key, value in data.items()
    }
