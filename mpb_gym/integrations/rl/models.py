"""Trained models: each carries its setting in its own file, so that a path is all one needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3 import PPO
from stable_baselines3.common.save_util import load_from_zip_file

from mpb_gym.errors import OptionError
from mpb_gym.integrations.rl.evaluation import Choose
from mpb_gym.integrations.rl.settings import Setting

Model = PPO | MaskablePPO

_ATTRIBUTE = "mpb_gym_setting"
"""Stable-Baselines3 writes every attribute of a model into its file, checkpoints included."""


def carry(model: Model, setting: Setting) -> None:
    """Has a model carry its setting from now on, in whatever file it is saved to."""
    setattr(model, _ATTRIBUTE, setting.to_dict())


def setting_of(model: Model) -> Setting:
    """Returns the setting that a model carries.

    Raises:
        OptionError: It carries none.
    """
    data = getattr(model, _ATTRIBUTE, None)
    if data is None:
        raise OptionError("this model carries no setting; save models after carry(model, setting)")
    return Setting.from_dict(data)


def load_model(file: str | Path, device: str = "cpu") -> Model:
    """Loads a saved ``PPO`` or ``MaskablePPO``, whichever it is.

    Files of Stable-Baselines3 hold pickles: load only those that you trust.

    Args:
        file: As ``model.save`` wrote it.
        device: Where it shall compute.

    Raises:
        OptionError: There is no such file, or it is no model.
    """
    path = Path(file)
    if not path.is_file():
        raise OptionError(f"{path}: there is no such file; give a model's .zip")
    try:
        data, _, _ = load_from_zip_file(path, device=device, load_data=True)
    except ValueError as error:
        raise OptionError(f"{path}: not a model that Stable-Baselines3 saved; {error}") from error
    policy = (data or {}).get("policy_class")
    if not isinstance(policy, type):
        raise OptionError(f"{path}: holds no policy, so it is no model that can be used")
    if issubclass(policy, MaskableActorCriticPolicy):
        return MaskablePPO.load(path, device=device)
    return PPO.load(path, device=device)


def chooser(model: Model, *, deterministic: bool = True) -> Choose:
    """Returns what :func:`mpb_gym.integrations.rl.evaluation.evaluate` asks for actions.

    Args:
        model: ``PPO`` goes without masks, as it was trained.
        deterministic: Whether the likeliest action is taken, or one is drawn.
    """

    def choose(
        observations: dict[str, NDArray[Any]], masks: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        if isinstance(model, MaskablePPO):
            actions, _ = model.predict(
                observations, action_masks=masks, deterministic=deterministic
            )
        else:
            actions, _ = model.predict(observations, deterministic=deterministic)
        return np.asarray(actions, np.int64)

    return choose
