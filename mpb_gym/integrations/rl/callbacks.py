"""What is watched while a model learns."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback

from mpb_gym.integrations.rl.evaluation import Result, evaluate, summary
from mpb_gym.integrations.rl.models import chooser
from mpb_gym.wrappers import ElementActions

SCORES = ("privacy", "op", "tr", "fm")
"""Entries of ``info`` that training episodes are watched by, beside success."""


class EvaluationCallback(BaseCallback):
    """Evaluates on tasks of another split now and then, and at the end.

    Logs success, PQSR, privacy, OP, TR, FM and steps under ``name/``, at the same time step as
    the training's own figures. It is always the same tasks, and training is not disturbed: it
    has environments of its own and draws nothing from the learner's generators.

    Args:
        envs: Environments to evaluate on side by side, as ``Setting.make("validation")`` makes.
        every: Time steps from one evaluation to the next.
        episodes: How many tasks.
        seed: Of the first task; the others follow.
        name: What the figures are called by.

    Attributes:
        results: The latest results, in the order of the tasks.
    """

    def __init__(
        self,
        envs: Sequence[ElementActions],
        *,
        every: int,
        episodes: int = 50,
        seed: int = 1_000_000,
        name: str = "validation",
    ) -> None:
        super().__init__()
        self._envs, self._every, self._episodes = tuple(envs), every, episodes
        self._seed, self._name = seed, name
        self._next = self._last = 0
        self.results: list[Result] = []

    def _on_training_start(self) -> None:
        # A resumed training goes on where it stopped.
        self._next = (self.num_timesteps // self._every + 1) * self._every
        self._last = -1

    def _on_step(self) -> bool:
        if self.num_timesteps >= self._next:
            self._next = (self.num_timesteps // self._every + 1) * self._every
            self._evaluate()
        return True

    def _on_training_end(self) -> None:
        if self._last != self.num_timesteps:
            self._evaluate()

    def _evaluate(self) -> None:
        assert isinstance(self.model, PPO | MaskablePPO)
        self._last = self.num_timesteps
        choose = chooser(self.model)
        self.results = evaluate(choose, self._envs, self._episodes, self._seed)
        for name, value in summary(self.results).items():
            if not math.isnan(value):
                self.logger.record(f"{self._name}/{name}", value)
        self.logger.record("time/total_timesteps", self.num_timesteps, exclude="tensorboard")
        self.logger.dump(self.num_timesteps)


class ScoresCallback(BaseCallback):
    """Logs the scores of the episodes that end in training, as means under ``rollout/``.

    Success is logged by Stable-Baselines3 itself. Scores that are undefined are left out.
    """

    def _on_step(self) -> bool:
        for done, info in zip(self.locals["dones"], self.locals["infos"], strict=True):
            if done:
                for name in SCORES:
                    if not math.isnan(info[name]):
                        self.logger.record_mean(f"rollout/{name}", info[name])
        return True
