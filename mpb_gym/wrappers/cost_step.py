"""Costs beside rewards, as safe reinforcement learning takes them."""

from __future__ import annotations

from typing import Any

import gymnasium as gym

from mpb_gym.wrappers.layers import AnyEnv, SixValued, scored_below


class CostStep(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs, SixValued):
    """Steps with six values, as in Safety-Gymnasium.

    ``observation, reward, cost, terminated, truncated, info = env.step(action)``, where cost
    is ``info["cost"]``: what this step added to the privacy penalties. Whoever takes five
    values finds the cost in ``info`` and needs no wrapper; that goes for Gymnasium's own
    wrappers too, so this one must be the outermost.

    Args:
        env: A MyPhone environment.

    Raises:
        OptionError: It is another environment, or a wrapper below hides its costs.
    """

    def __init__(self, env: AnyEnv) -> None:
        gym.utils.RecordConstructorArgs.__init__(self)
        gym.Wrapper.__init__(self, env)
        scored_below(env, "CostStep")

    def step(  # type: ignore[override] # six values are its purpose
        self, action: Any
    ) -> tuple[Any, float, float, bool, bool, dict[str, Any]]:
        """Carries out one action.

        Returns:
            Observation, reward, cost, terminated, truncated and info.
        """
        observation, reward, terminated, truncated, info = self.env.step(action)
        return observation, float(reward), float(info["cost"]), terminated, truncated, info
