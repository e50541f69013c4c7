"""What is watched while a model learns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback

from mpb_gym.integrations.rl.evaluation import Result, evaluate, summary
from mpb_gym.integrations.rl.models import chooser
from mpb_gym.wrappers import ElementActions

SCORES = ("privacy", "op", "tr", "fm")
"""Entries of ``info`` that training episodes are watched by, beside success."""


class BetweenRollouts(BaseCallback):
    """Does something every so many time steps, between one rollout and the next.

    By then everything that was done has been learnt from. Stable-Baselines3's own callbacks act
    before the update, so that a checkpoint's last steps would be counted and never learnt from.

    Args:
        every: Time steps from one time to the next, rounded up to whole rollouts.
    """

    def __init__(self, every: int) -> None:
        super().__init__()
        self._every = every
        self._next = 0

    def act(self) -> None:
        """What is done."""
        raise NotImplementedError

    def _on_training_start(self) -> None:
        # A resumed training acts when the whole one would have.
        self._plan()

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self._next:
            self._plan()
            self.act()

    def _on_step(self) -> bool:
        return True

    def _plan(self) -> None:
        self._next = (self.num_timesteps // self._every + 1) * self._every


class Checkpoints(BetweenRollouts):
    """Saves the model as ``model_<time steps>.zip``.

    Args:
        folder: Where to.
        every: As of :class:`BetweenRollouts`.
    """

    def __init__(self, folder: Path, every: int) -> None:
        super().__init__(every)
        self._folder = folder

    def act(self) -> None:
        """Saves it."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self.model.save(self._folder / f"model_{self.num_timesteps}.zip")


class EvaluationCallback(BetweenRollouts):
    """Evaluates on tasks of another split now and then, and at the end.

    Logs success, PQSR, privacy, OP, TR, FM and steps under ``name/``. It is always the same
    tasks, and training is not disturbed: it has environments of its own and draws nothing from
    the learner's generators.

    Args:
        envs: Environments to evaluate on side by side, as ``Setting.make("validation")`` makes.
        every: As of :class:`BetweenRollouts`.
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
        super().__init__(every)
        self._envs, self._episodes = tuple(envs), episodes
        self._seed, self._name = seed, name
        self.results: list[Result] = []

    def _on_training_end(self) -> None:
        self.act()

    def act(self) -> None:
        """Evaluates."""
        assert isinstance(self.model, PPO | MaskablePPO)
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
