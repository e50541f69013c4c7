"""PPO of Ray's RLlib on the phone, with action masks: `python examples/train_rllib.py`.

RLlib pins Gymnasium to one version, so give it a virtual environment of its own:

    pip install mpb_gym "ray[rllib]" torch
    python examples/train_rllib.py --workers 2 --iterations 20

Each rollout worker has a phone of its own, which draws a new task at each reset.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

import mpb_gym  # noqa: F401 - registers the environments
from mpb_gym.wrappers import ElementActions, ElementObservation

NEEDS = (
    "RLlib is not installed here. It pins Gymnasium to one version; in a virtual environment of "
    'its own: pip install mpb_gym "ray[rllib]" torch'
)


class RLlibForm(gym.Wrapper[Any, Any, Any, Any]):
    """Observations as RLlib's masked PPO wants them: ``observations`` and ``action_mask``.

    Infos are left out: RLlib sends them through Ray's object store at each step.
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        super().__init__(env)
        assert isinstance(env.action_space, spaces.Discrete)
        mask = spaces.Box(0, 1, (int(env.action_space.n),), np.float32)
        flat = spaces.flatten_space(env.observation_space)
        self.observation_space = spaces.Dict({"observations": flat, "action_mask": mask})

    def reset(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts an episode."""
        return self._form(self.env.reset(**options)[0]), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carries out one action."""
        observation, reward, terminated, truncated, _ = self.env.step(action)
        return self._form(observation), float(reward), terminated, truncated, {}

    def _form(self, observation: Any) -> dict[str, Any]:
        masks = self.env.get_wrapper_attr("action_masks")()
        flat = spaces.flatten(self.env.observation_space, observation)
        return {"observations": flat, "action_mask": masks.astype(np.float32)}


def make_env(config: dict[str, Any]) -> gym.Env[Any, Any]:
    """Makes the phone of a worker.

    Args:
        config: ``id`` of the environment, ``split``, and ``steps`` of an episode at most.
    """
    env: gym.Env[Any, Any] = gym.make(
        config["id"],
        split=config["split"],
        observe=(),
        screen=(216, 480),
        max_episode_steps=config["steps"],
    )
    return RLlibForm(ElementActions(ElementObservation(env)))


def make_config(id: str, split: str, steps: int, workers: int, batch: int) -> Any:
    """Returns RLlib's configuration.

    Raises:
        SystemExit: RLlib is not installed.
    """
    try:
        from ray.rllib.algorithms.ppo import PPOConfig
        from ray.rllib.core.rl_module.rl_module import RLModuleSpec
        from ray.rllib.examples.rl_modules.classes.action_masking_rlm import (
            ActionMaskingTorchRLModule,
        )
        from ray.tune.registry import register_env
    except ImportError as error:
        raise SystemExit(f"{NEEDS} ({error})") from error
    register_env("myphone", make_env)
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={"fcnet_hiddens": [128, 128], "head_fcnet_hiddens": [128]},
    )
    return (
        PPOConfig()
        .environment("myphone", env_config={"id": id, "split": split, "steps": steps})
        .env_runners(num_env_runners=workers)
        .training(train_batch_size_per_learner=batch, minibatch_size=batch // 4, num_epochs=4)
        .rl_module(rl_module_spec=module)
    )


def main() -> None:
    """Trains, and prints a line for each iteration."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--env", default="MyPhone-mDoorDash-v0")
    parser.add_argument("--split", default="train")
    parser.add_argument("--steps", type=int, default=60, help="of an episode, at most")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--batch", type=int, default=2000, help="steps of an iteration")
    parser.add_argument("--iterations", type=int, default=20)
    chosen = parser.parse_args()
    config = make_config(chosen.env, chosen.split, chosen.steps, chosen.workers, chosen.batch)
    algorithm = config.build_algo()
    try:
        for iteration in range(chosen.iterations):
            result = algorithm.train()
            runners = result["env_runners"]
            mean = runners.get("episode_return_mean", float("nan"))  # none while no episode ends
            print(
                f"iteration {iteration}: mean return {mean:.3f}, "
                f"{runners['num_episodes']:.0f} episodes, "
                f"{result['num_env_steps_sampled_lifetime']:.0f} steps so far",
                flush=True,
            )
    finally:
        algorithm.stop()


if __name__ == "__main__":
    main()
