"""A training from its first step to the saved model, or from a saved model on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecEnv

from mpb_gym.errors import OptionError
from mpb_gym.generate import Split
from mpb_gym.integrations.rl.callbacks import Checkpoints, EvaluationCallback, ScoresCallback
from mpb_gym.integrations.rl.models import Model, load_model, setting_of
from mpb_gym.integrations.rl.settings import Setting

_SIDE_BY_SIDE = 8
"""Environments that an evaluation steps at a time."""


def make_envs(
    setting: Setting, count: int, seed: int, *, processes: bool = False, split: Split = "train"
) -> VecEnv:
    """Makes environments for a learner.

    Args:
        setting: What is learnt.
        count: How many.
        seed: Of the first; the others follow, and each draws its tasks from its own.
        processes: Whether each has a process of its own.
        split: Where tasks are drawn from.
    """
    kind = SubprocVecEnv if processes else DummyVecEnv
    return make_vec_env(partial(setting.make, split), count, seed, vec_env_cls=kind)


def resume(file: str | Path, seed: int, *, processes: bool = False) -> Model:
    """Loads a model to go on with, on as many environments as it had.

    It keeps its weights, its optimizer's state and its counts of time steps and updates.
    Episodes begin anew, with tasks that were not drawn before.

    Args:
        file: As ``model.save`` or a checkpoint wrote it.
        seed: That of the training.
        processes: As of :func:`make_envs`.

    Raises:
        OptionError: There is no such file, it is no model, or it carries no setting.
    """
    model = load_model(file)
    setting = setting_of(model)
    model.set_env(make_envs(setting, model.n_envs, seed + model.num_timesteps, processes=processes))
    return model


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """How long a model learns, and what is kept of it.

    Attributes:
        steps: Time steps in all, with those that a resumed model has behind it.
        out: Folder of ``model.zip`` and ``checkpoints/``.
        log: Folder for TensorBoard; nothing is logged to files without.
        checkpoint: Time steps from one checkpoint to the next, rounded up to whole rollouts.
        evaluate: Time steps from one evaluation to the next, likewise.
        episodes: Tasks of the validation split in an evaluation.
    """

    steps: int
    out: Path
    log: Path | None = None
    checkpoint: int = 50_000
    evaluate: int = 20_000
    episodes: int = 50

    def run(self, model: Model, *, progress: bool = True) -> Path:
        """Has a model learn, and saves it.

        Args:
            model: Carries its setting, see :func:`mpb_gym.integrations.rl.models.carry`.
            progress: Whether a bar shows how far it is.

        Returns:
            Where it was saved.

        Raises:
            OptionError: It has learnt for as many steps already, or carries no setting.
        """
        if model.num_timesteps >= self.steps:
            raise OptionError(
                f"the model has learnt for {model.num_timesteps:,} steps and was to do "
                f"{self.steps:,} in all; ask for more to go on"
            )
        model.tensorboard_log = None if self.log is None else str(self.log)
        setting = setting_of(model)
        count = min(_SIDE_BY_SIDE, self.episodes)
        watched = [setting.make("validation") for _ in range(count)]
        callbacks: list[BaseCallback] = [
            ScoresCallback(),
            EvaluationCallback(watched, every=self.evaluate, episodes=self.episodes),
            Checkpoints(self.checkpoints, self.checkpoint),
        ]
        model.learn(
            self.steps - model.num_timesteps,
            callback=callbacks,
            tb_log_name=type(model).__name__,
            reset_num_timesteps=model.num_timesteps == 0,
            progress_bar=progress,
        )
        saved = self.out / "model.zip"
        self.out.mkdir(parents=True, exist_ok=True)
        model.save(saved)
        for env in watched:
            env.close()
        return saved

    def smoke(self) -> Training:
        """Returns one of a few steps, to see that everything works."""
        steps = min(self.steps, 128)
        return replace(self, steps=steps, checkpoint=64, evaluate=64, episodes=2)

    @property
    def checkpoints(self) -> Path:
        """Folder of the checkpoints, which are named by their time steps."""
        return self.out / "checkpoints"
