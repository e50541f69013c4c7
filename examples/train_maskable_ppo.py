"""MaskablePPO of sb3-contrib, which picks among what exists now.

    pip install 'mpb_gym[rl]'
    python examples/train_maskable_ppo.py --steps 100000 --privacy 1
    python examples/train_maskable_ppo.py --steps 200000 --resume runs/masked/model.zip
    tensorboard --logdir runs/masked/log

Observations are arrays; an action picks an element, a text or a tool. The policy is a plain
network over all numbers at once, or with `--policy element` one that scores every element, text
and tool by what it is, so that what it learns of one holds for others that it never saw.
"""

from __future__ import annotations

import argparse
from pathlib import Path

try:
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
except ImportError as error:
    raise SystemExit("Stable-Baselines3 is missing: pip install 'mpb_gym[rl]'") from error

from mpb_gym.errors import OptionError
from mpb_gym.integrations.rl.models import Model, carry
from mpb_gym.integrations.rl.policy import ElementPolicy
from mpb_gym.integrations.rl.settings import Setting
from mpb_gym.integrations.rl.training import Training, make_envs, resume

POLICIES: dict[str, str | type[MaskableActorCriticPolicy]] = {
    "plain": "MultiInputPolicy",
    "element": ElementPolicy,
}


def parse() -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add = parser.add_argument
    add("--env", default=Setting().id)
    add("--family", action="append", help="of tasks; explicit by default, 'all' for every one")
    add("--policy", choices=POLICIES, default="plain")
    add("--privacy", type=float, default=1.0, help="weight of each privacy dimension")
    add("--progress", type=float, default=0.5, help="weight of the progress potential")
    add("--steps", type=int, default=100_000, help="in all, those before --resume included")
    add("--envs", type=int, default=8)
    add("--processes", action="store_true", help="a process for each environment")
    add("--seed", type=int, default=0)
    add(
        "--out",
        type=Path,
        default=Path("runs/masked"),
        help="for the model and its checkpoints",
    )
    add("--log", type=Path, help="for TensorBoard; OUT/log by default")
    add(
        "--resume",
        type=Path,
        help="goes on with this model, its setting, policy and number of envs",
    )
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
        arrays="parts" if chosen.policy == "element" else "flat",
    )
    envs = make_envs(setting, chosen.envs, chosen.seed, processes=chosen.processes)
    model = MaskablePPO(
        POLICIES[chosen.policy],
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
