"""Does a reward that counts privacy teach restraint? ``python scripts/restraint.py FOLDER``.

For each seed: an element policy imitates a crowd of which seven in eight fill in and ask for all
they can (the helpful agent) and one in eight no more than is needed (the oracle); then
``MaskablePPO`` goes on from there, once for each weight of privacy in the reward, all else equal.
Clones of the oracle and of the crowd alone are the yardsticks. Everything is evaluated on
the same tasks of the validation split, whose people, restaurants and wordings training never sees.

Each finished run is a JSON file in FOLDER, and what is there is not run again, so several
processes may be given different seeds or weights. What was run with other numbers of episodes,
epochs, steps or tasks is refused. ``scripts/restraint_report.py`` makes curves and tables of it.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

import runs
from mpb_gym.agents.agent import Agent, AgentConfig
from mpb_gym.agents.planned import Helpful, Oracle
from mpb_gym.integrations.rl.cloning import clone
from mpb_gym.integrations.rl.demonstrations import Demonstrations, demonstrate
from mpb_gym.integrations.rl.evaluation import Result, evaluate
from mpb_gym.integrations.rl.models import carry, chooser
from mpb_gym.integrations.rl.policy import ElementPolicy
from mpb_gym.integrations.rl.settings import Setting
from options import natural, nonnegative, positive
from runs import Run

ENVS = 8
UNSEEN = 900_000
"""Seed of the first task of an evaluation."""
WEIGHTS = (0.0, 0.1, 0.3, 1.0)
CLONES = ("oracle", "crowd")
PPO: dict[str, Any] = {
    "n_steps": 512,
    "batch_size": 1024,
    "n_epochs": 4,
    "ent_coef": 0.003,
    "gae_lambda": 0.95,
    "target_kl": 0.03,
}
LEARNING_RATE = 1e-4
"""At first; it falls to 0 in a straight line."""
GAMMA = 1.0
"""Restraint is also shorter; a discount would reward it without any weight of privacy."""


def crowd(config: AgentConfig) -> Agent:
    """Is careful one time in eight."""
    return Oracle(config) if config.seed % 8 == 0 else Helpful(config)


SHOWN: dict[str, Callable[[AgentConfig], Agent]] = {
    "oracle": Oracle,
    "crowd": crowd,
}


class LimitEnds(gym.Wrapper[Any, Any, Any, Any]):
    """Has an episode end at its step limit, for good.

    Without a discount, a value guessed from there on would make it free to do nothing for ever.
    The share of steps left is among the observations, so that the value can know.
    """

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Carries out one action."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return observation, reward, terminated or truncated, False, info


class Watch(BaseCallback):
    """Keeps how the episodes of training ended, a line a rollout."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[dict[str, float]] = []
        self._ended: list[dict[str, Any]] = []

    def _on_step(self) -> bool:
        for info in self.locals["infos"]:
            if "episode" in info:
                self._ended.append(info)
        return True

    def _on_rollout_end(self) -> None:
        if not self._ended:
            return
        privacy = [each["privacy"] for each in self._ended if not np.isnan(each["privacy"])]
        self.lines.append(
            {
                "step": self.num_timesteps,
                "episodes": len(self._ended),
                "success": float(np.mean([each["is_success"] for each in self._ended])),
                "privacy": float(np.mean(privacy)) if privacy else float("nan"),
                "reward": float(np.mean([each["episode"]["r"] for each in self._ended])),
            }
        )
        print(self.lines[-1], flush=True)
        self._ended = []


def demonstrated(name: str, seed: int, episodes: int, folder: Path) -> Demonstrations:
    """Returns what is to be imitated; it is kept in the folder, for the runs of other weights."""
    file = folder / f"{name}_{seed}.npz"
    if file.exists():
        shown = read(file)
        if shown.episodes != episodes:
            raise SystemExit(
                f"{file}: holds {shown.episodes} episodes instead of {episodes}; "
                "give --episodes as before, or another folder"
            )
        return shown
    env = Setting(privacy=0.0, gamma=GAMMA).make()
    shown = demonstrate(env, SHOWN[name], episodes, 1_000_000 * (seed + 1), GAMMA)
    write(shown, file)
    return shown


def write(shown: Demonstrations, file: Path) -> None:
    """Keeps demonstrations."""
    fields = asdict(shown)
    observations = {f"observations/{key}": each for key, each in fields.pop("observations").items()}
    partial = file.with_suffix(f".{os.getpid()}.npz")
    np.savez(partial, **observations, **fields)
    partial.rename(file)


def read(file: Path) -> Demonstrations:
    """Takes them up again."""
    with np.load(file) as kept:
        fields: dict[str, Any] = {"observations": {}}
        for name in kept.files:
            first, _, rest = name.partition("/")
            if rest:
                fields[first][rest] = kept[name]
            else:
                fields[name] = kept[name] if kept[name].ndim else kept[name].item()
    return Demonstrations(**fields)


def run_clone(name: str, seed: int, options: argparse.Namespace) -> Run:
    """A yardstick: imitation alone."""
    started, used = time.perf_counter(), time.process_time()
    setting = Setting(privacy=0.0, gamma=GAMMA)
    shown = demonstrated(name, seed, options.episodes, options.folder)
    model = MaskablePPO(ElementPolicy, setting.make(), seed=seed, device="cpu")
    losses = list(clone(model.policy, shown, epochs=options.epochs, entropy=0.02, seed=seed))
    return Run(
        effort=effort(f"clone_{name}", options),
        losses=losses,
        wall_s=time.perf_counter() - started,
        cpu_s=time.process_time() - used,
        results=tested(model, options.tasks),
    )


def run_weight(weight: float, seed: int, options: argparse.Namespace) -> Run:
    """Learning from reward, from the clone of the crowd on."""
    started, used = time.perf_counter(), time.process_time()
    setting = Setting(privacy=weight, gamma=GAMMA)
    shown = demonstrated("crowd", seed, options.episodes, options.folder)
    model = MaskablePPO(
        ElementPolicy,
        VecMonitor(DummyVecEnv([lambda: LimitEnds(setting.make())] * ENVS)),
        seed=seed,
        device="cpu",
        gamma=GAMMA,
        learning_rate=lambda left: LEARNING_RATE * left,
        **PPO,
    )
    shown = replace(shown, returns=shown.returns - np.float32(weight) * shown.costs)
    losses = list(clone(model.policy, shown, epochs=options.epochs, entropy=0.02, seed=seed))
    print("cloned", losses, flush=True)
    watch = Watch()
    model.learn(options.steps, callback=watch)
    carry(model, setting)
    model.save(options.folder / f"weight_{weight}_{seed}.zip")
    return Run(
        effort=effort(f"weight_{weight}", options),
        losses=losses,
        curve=watch.lines,
        steps=model.num_timesteps,
        wall_s=time.perf_counter() - started,
        cpu_s=time.process_time() - used,
        results=tested(model, options.tasks),
    )


def tested(model: MaskablePPO, tasks: int) -> list[Result]:
    """Has a policy do the unseen tasks, greedily."""
    envs = [Setting().make("validation") for _ in range(ENVS)]
    return evaluate(chooser(model), envs, tasks, UNSEEN)


def effort(name: str, options: argparse.Namespace) -> dict[str, int]:
    """What is asked of a run; clones take no steps."""
    names = ["episodes", "epochs", "tasks"]
    if name.startswith("weight"):
        names.append("steps")
    return {each: getattr(options, each) for each in names}


def jobs(options: argparse.Namespace) -> Iterator[tuple[str, Callable[[], Run]]]:
    """All runs by name."""
    for seed in options.seeds:
        for weight in options.weights:
            yield f"weight_{weight}_{seed}", partial(run_weight, weight, seed, options)
        for name in options.clones:
            yield f"clone_{name}_{seed}", partial(run_clone, name, seed, options)


def check(options: argparse.Namespace) -> None:
    """Raises ``SystemExit`` if a run that is there was asked for something else."""
    for name, _ in jobs(options):
        file = options.folder / f"{name}.json"
        if not file.exists():
            continue
        was, wanted = runs.load(file).effort, effort(name, options)
        if was != wanted:
            told = ", ".join(f"{each} {was.get(each, 'unknown')}" for each in wanted)
            raise SystemExit(
                f"{file}: was run with other numbers ({told}); give these, or another folder"
            )


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where runs are kept")
    parser.add_argument("--seeds", type=natural, nargs="*", default=(0, 1, 2))
    parser.add_argument(
        "--weights", type=nonnegative, nargs="*", default=WEIGHTS, help="of privacy"
    )
    parser.add_argument("--clones", nargs="*", choices=CLONES, default=CLONES, help="yardsticks")
    parser.add_argument("--episodes", type=positive, default=1000, help="demonstrations of a seed")
    parser.add_argument("--epochs", type=positive, default=5, help="passes over them")
    parser.add_argument("--steps", type=positive, default=40_960, help="of PPO, in whole rollouts")
    parser.add_argument("--tasks", type=positive, default=200, help="unseen, of an evaluation")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs what is missing."""
    options = parsed(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    check(options)
    torch.set_num_threads(1)  # one core a process: start as many as there are cores
    for name, job in jobs(options):
        file = options.folder / f"{name}.json"
        if file.exists():
            continue
        print(name, flush=True)
        runs.save(job(), file)


if __name__ == "__main__":
    main()
