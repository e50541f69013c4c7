"""A policy that sees a screenshot and nothing else, on a short task: ``python scripts/pixels.py``.

The task: cancel all orders in mDoorDash, whose words need no reading. A convolutional policy
imitates the oracle, then ``MaskablePPO`` goes on from there with a cost for every step. Both are
evaluated on unseen tasks of the validation split, and the table between the marks in
``docs/rl.md`` is made of that.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from mpb_gym.agents.planned import Oracle
from mpb_gym.integrations.rl.cloning import clone
from mpb_gym.integrations.rl.demonstrations import demonstrate
from mpb_gym.integrations.rl.evaluation import evaluate, summary
from mpb_gym.integrations.rl.models import chooser
from mpb_gym.integrations.rl.settings import Setting

PAGE = Path(__file__).resolve().parent.parent / "docs" / "rl.md"
MARKS = ("<!-- pixels -->", "<!-- /pixels -->")
SETTING = Setting(
    families=("cancel_all",), arrays="none", screenshot=84, texts=1, keys=1, step=0.01, gamma=1.0
)
ENVS, TASKS, UNSEEN = 4, 100, 900_000


def row(name: str, model: MaskablePPO) -> str:
    """Has the policy do the unseen tasks, greedily, and returns a row of the table."""
    envs = [SETTING.make("validation") for _ in range(ENVS)]
    found = summary(evaluate(chooser(model), envs, TASKS, UNSEEN))
    return f"| {name} | {found['success']:.2f} | {found['steps']:.1f} |"


def main() -> None:
    """Trains, evaluates, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=200, help="demonstrations")
    parser.add_argument("--steps", type=int, default=16_384, help="of PPO")
    options = parser.parse_args()
    torch.set_num_threads(1)
    started = time.perf_counter()
    model = MaskablePPO(
        "MultiInputPolicy",
        DummyVecEnv([SETTING.make for _ in range(ENVS)]),
        n_steps=256,
        batch_size=256,
        n_epochs=4,
        learning_rate=1e-4,
        ent_coef=0.003,
        target_kl=0.03,
        gamma=SETTING.gamma,
        seed=0,
        device="cpu",
    )
    shown = demonstrate(SETTING.make(), Oracle, options.episodes, 50_000, SETTING.gamma)
    losses = list(clone(model.policy, shown, epochs=8, batch=64, learning_rate=5e-4))
    print("losses", losses, flush=True)
    rows = [row(f"clone of the oracle, {options.episodes} episodes", model)]
    print(rows[-1], flush=True)
    model.learn(options.steps)
    rows.append(row(f"after {options.steps:,} steps of PPO", model))
    minutes = (time.perf_counter() - started) / 60
    body = "\n".join(
        [
            MARKS[0],
            f"| from 84 x 84 pixels, {TASKS} unseen tasks | success | steps |",
            "|---|---|---|",
            *rows,
            "",
            f"One seed; {minutes:.0f} minutes by the clock, on one core of a machine in use.",
            MARKS[1],
        ]
    )
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(MARKS[0])
    PAGE.write_text(before + body + rest.partition(MARKS[1])[2], encoding="utf-8")
    print(body)


if __name__ == "__main__":
    main()
