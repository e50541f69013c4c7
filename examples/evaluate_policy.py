"""How well a saved policy does on tasks that it has never seen.

    pip install 'mpb_gym[rl]'
    python examples/evaluate_policy.py runs/maskable_ppo/model.zip --episodes 200 --json -

Models of `train_ppo.py` and `train_maskable_ppo.py` carry their setting, so that their path is
all that is needed; they hold pickles, so give only those that you trust.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from mpb_gym.audit.metrics import Metric
from mpb_gym.errors import OptionError
from mpb_gym.integrations.rl.evaluation import Result, evaluate
from mpb_gym.integrations.rl.metrics import metrics

try:
    from mpb_gym.integrations.rl.models import chooser, load_model, setting_of
except ImportError as error:
    raise SystemExit("Stable-Baselines3 is missing: pip install 'mpb_gym[rl]'") from error

TITLES = {
    "success": "success",
    "privacy": "privacy",
    "op": "  over-permissioning",
    "tr": "  trap resistance",
    "fm": "  form minimization",
    "pqsr": "qualified success (0.7)",
    "steps": "steps",
}


def parse() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add = parser.add_argument
    add("model", type=Path, help="a .zip, checkpoints too")
    add("--episodes", type=int, default=100)
    add("--split", choices=("train", "validation", "test"), default="validation")
    add("--family", action="append", help="of tasks; those of the training by default")
    add("--seed", type=int, default=2_000_000, help="of the first task; the others follow")
    add("--envs", type=int, default=8, help="stepped side by side; changes no result")
    add("--sample", action="store_true", help="draws actions instead of taking the likeliest")
    add("--json", metavar="FILE", help="writes metrics and results; - prints them instead")
    return parser.parse_args()


def show(found: dict[str, Metric], title: str) -> None:
    """Prints a title and a table."""
    table = Table(box=None, pad_edge=False)
    for column in ("", "mean", "95 % interval", "n"):
        table.add_column(column, justify="left" if column == "" else "right")
    for name, metric in found.items():
        known = metric.value is not None
        low_high = f"{metric.low:.3f} to {metric.high:.3f}" if known else ""
        table.add_row(
            TITLES[name], f"{metric.value:.3f}" if known else "–", low_high, f"{metric.n}"
        )
    console = Console(highlight=False)
    console.print(title, soft_wrap=True)
    console.print(table)


def as_json(chosen: argparse.Namespace, found: dict[str, Metric], results: list[Result]) -> str:
    """Returns everything as JSON, with `null` for what is undefined."""
    rows = [{k: None if v != v else v for k, v in asdict(each).items()} for each in results]
    about: dict[str, Any] = {name: getattr(chosen, name) for name in ("split", "seed", "episodes")}
    means = {name: metric.to_dict() for name, metric in found.items()}
    return json.dumps({"model": str(chosen.model), **about, "metrics": means, "results": rows})


def main() -> None:
    """Evaluates, and prints what was found."""
    chosen = parse()
    try:
        model = load_model(chosen.model)
        setting = setting_of(model)
        if chosen.family:
            setting = replace(setting, families=tuple(chosen.family))
        model.set_random_seed(chosen.seed)
        envs = [setting.make(chosen.split) for _ in range(min(chosen.envs, chosen.episodes))]
        choose = chooser(model, deterministic=not chosen.sample)
        results = evaluate(choose, envs, chosen.episodes, chosen.seed)
    except OptionError as error:
        raise SystemExit(str(error)) from error
    found = metrics(results)
    text = as_json(chosen, found, results)
    if chosen.json == "-":
        print(text)
        return
    if chosen.json:
        Path(chosen.json).write_text(text + "\n", encoding="utf-8")
    families = ", ".join(setting.families or ("all families",))
    title = f"{type(model).__name__}, {model.num_timesteps:,} steps: {setting.id}, {families}, "
    show(found, title + f"{chosen.split}, n = {len(results)}")


if __name__ == "__main__":
    main()
