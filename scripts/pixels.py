"""A policy that sees a screenshot and nothing else, on a short task: ``python scripts/pixels.py``.

The task: cancel all orders in mDoorDash, whose words need no reading. A convolutional policy
imitates the oracle, then ``MaskablePPO`` goes on from there with a cost for every step. Both are
evaluated on unseen tasks of the validation split, and the table between the marks in
``docs/rl.md``, or in what ``--page`` names, is made of that. ``--keep`` names a folder for the
results of each task.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import marked
import runs
from mpb_gym.agents.planned import Oracle
from mpb_gym.integrations.rl.cloning import clone
from mpb_gym.integrations.rl.demonstrations import demonstrate
from mpb_gym.integrations.rl.evaluation import Result, evaluate, summary
from mpb_gym.integrations.rl.models import chooser
from mpb_gym.integrations.rl.settings import Setting
from options import natural, positive
from runs import Run

PAGE = Path(__file__).resolve().parent.parent / "docs" / "rl.md"
MARK = "pixels"
SETTING = Setting(
    families=("cancel_all",), arrays="none", screenshot=84, texts=1, keys=1, step=0.01, gamma=1.0
)
ENVS, UNSEEN = 4, 900_000
PPO: dict[str, Any] = {
    "n_steps": 256,
    "batch_size": 256,
    "n_epochs": 4,
    "learning_rate": 1e-4,
    "ent_coef": 0.003,
    "target_kl": 0.03,
}


def tested(model: MaskablePPO, tasks: int) -> list[Result]:
    """Has the policy do the unseen tasks, greedily."""
    envs = [SETTING.make("validation") for _ in range(ENVS)]
    return evaluate(chooser(model), envs, tasks, UNSEEN)


def train(options: argparse.Namespace) -> Iterator[Run]:
    """Yields the clone, then what learning from reward has made of it."""
    started, used = time.perf_counter(), time.process_time()
    seed = options.seed
    model = MaskablePPO(
        "MultiInputPolicy",
        DummyVecEnv([SETTING.make for _ in range(ENVS)]),
        gamma=SETTING.gamma,
        seed=seed,
        device="cpu",
        **PPO,
    )
    first = 50_000 * (seed + 1)
    shown = demonstrate(SETTING.make(), Oracle, options.episodes, first, SETTING.gamma)
    fitted = clone(model.policy, shown, epochs=8, batch=64, learning_rate=5e-4, seed=seed)
    effort = {"episodes": options.episodes, "tasks": options.tasks}
    yield Run(
        effort=effort,
        losses=list(fitted),
        wall_s=time.perf_counter() - started,
        cpu_s=time.process_time() - used,
        results=tested(model, options.tasks),
    )
    started, used = time.perf_counter(), time.process_time()
    model.learn(options.steps)
    yield Run(
        effort={**effort, "steps": options.steps},
        losses=[],
        steps=model.num_timesteps,
        wall_s=time.perf_counter() - started,
        cpu_s=time.process_time() - used,
        results=tested(model, options.tasks),
    )


def row(run: Run) -> str:
    """Returns a row of the table."""
    found = summary(run.results)
    if run.steps:
        name = f"after {run.steps:,} steps of PPO"
    else:
        name = f"clone of the oracle, {run.effort['episodes']} episodes"
    return f"| {name} | {found['n']:.0f} | {found['success']:.2f} | {found['steps']:.1f} |"


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains, evaluates, writes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--episodes", type=positive, default=200, help="demonstrations")
    parser.add_argument("--steps", type=positive, default=16_384, help="of PPO, in whole rollouts")
    parser.add_argument("--tasks", type=positive, default=100, help="unseen, of an evaluation")
    parser.add_argument("--seed", type=natural, default=0)
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument("--keep", type=Path, help="a folder for the results of each task")
    options = parser.parse_args(arguments)
    marked.check(options.page, MARK)
    torch.set_num_threads(1)
    started = time.perf_counter()
    rows = []
    for name, run in zip(("clone", "ppo"), train(options), strict=True):
        rows.append(row(run))
        print(rows[-1], flush=True)
        if options.keep is not None:
            options.keep.mkdir(parents=True, exist_ok=True)
            runs.save(run, options.keep / f"pixels_{name}.json")
    minutes = (time.perf_counter() - started) / 60
    body = "\n".join(
        [
            "| from 84 x 84 pixels | unseen tasks | success | steps |",
            "|---|---|---|---|",
            *rows,
            "",
            f"One seed; {minutes:.0f} minutes by the clock, on one core of a machine in use.",
        ]
    )
    marked.fill(options.page, MARK, body)


if __name__ == "__main__":
    main()
