"""Stable-Baselines3's PPO, out of the box, on a phone that it sees and reads.

    pip install 'mpb_gym[rl]'
    python examples/train_ppo.py --steps 100000 --privacy 1
    python examples/train_ppo.py --steps 200000 --resume runs/ppo/model.zip
    tensorboard --logdir runs/ppo/log

Observations are a small screenshot and arrays; an action picks an element, a text or a tool.
PPO knows no masks: what does not exist now can be picked, costs a step and does nothing, so
that most of what it does at first is in vain. `train_maskable_ppo.py` is the better start.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

try:
    from stable_baselines3 import PPO
except ImportError as error:
    raise SystemExit("Stable-Baselines3 is missing: pip install 'mpb_gym[rl]'") from error

from mpb_gym.errors import OptionError
from mpb_gym.integrations.rl.models import Model, carry
from mpb_gym.integrations.rl.settings import Setting
from mpb_gym.integrations.rl.training import Training, make_envs, resume

OBSERVE: dict[str, dict[str, Any]] = {
    "both": {"screenshot": 84, "arrays": "flat"},
    "arrays": {"screenshot": 0, "arrays": "flat"},
    "pixels": {"screenshot": 84, "arrays": "none"},
}


def parse() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add = parser.add_argument
    add("--env", default=Setting().id)
    add("--family", action="append", help="of tasks; explicit by default, 'all' for every one")
    add("--observe", choices=OBSERVE, default="both")
    add("--privacy", type=float, default=1.0, help="weight of each privacy dimension")
    add("--progress", type=float, default=0.5, help="weight of the progress potential")
    add("--steps", type=int, default=100_000, help="in all, those before --resume included")
    add("--envs", type=int, default=8)
    add("--processes", action="store_true", help="a process for each environment")
    add("--seed", type=int, default=0)
    add("--out", type=Path, default=Path("runs/ppo"), help="for the model and its checkpoints")
    add("--log", type=Path, help="for TensorBoard; OUT/log by default")
    add("--resume", type=Path, help="goes on with this model, its setting and number of envs")
    add("--smoke", action="store_true", help="learns next to nothing in less than a minute")
    return parser.parse_args()


def make_model(chosen: argparse.Namespace) -> Model:
    """Makes a model that has learnt nothing yet."""
    families = chosen.family or ["explicit"]
    setting = Setting(
        id=chosen.env,
        families=None if "all" in families else families,
        privacy=chosen.privacy,
        progress=chosen.progress,
        **OBSERVE[chosen.observe],
    )
    envs = make_envs(setting, chosen.envs, chosen.seed, processes=chosen.processes)
    model = PPO(
        "MultiInputPolicy",
        envs,
        n_steps=32 if chosen.smoke else 256,
        batch_size=32 if chosen.smoke else 256,
        gamma=setting.gamma,
        ent_coef=0.01,
        seed=chosen.seed,
        device="cpu",
    )
    carry(model, setting)
    return model


def main() -> None:
    """Trains, and says where the model is."""
    chosen = parse()
    training = Training(steps=chosen.steps, out=chosen.out, log=chosen.log or chosen.out / "log")
    if chosen.smoke:
        chosen.envs = 2
        training = training.smoke()
    try:
        if chosen.resume:
            model = resume(chosen.resume, chosen.seed, processes=chosen.processes)
        else:
            model = make_model(chosen)
        saved = training.run(model)
    except OptionError as error:
        raise SystemExit(str(error)) from error
    print(f"{model.num_timesteps} steps, {model._n_updates} updates; {saved}")


if __name__ == "__main__":
    main()
