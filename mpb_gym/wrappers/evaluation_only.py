"""Scores at the end of an episode, and nothing to learn from before."""

from __future__ import annotations

from typing import Any

import gymnasium as gym

from mpb_gym.wrappers.layers import AnyEnv, Scoreless, scored_below

KEPT = ("task", "session", "tool_result", "action_error")
"""What is left of info while an episode runs: nothing that tells how well it goes."""


class EvaluationOnly(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs, Scoreless):
    """Keeps scores away from whoever trains.

    Rewards are 0. ``info`` holds ``task``, ``session``, ``tool_result`` and ``action_error``;
    on the step that ends the episode, and there alone, also ``scorecard``. It is a guard
    against mistakes, not against Python: ``env.unwrapped`` is still the phone.

    Args:
        env: A MyPhone environment.

    Raises:
        OptionError: It is another environment.
    """

    def __init__(self, env: AnyEnv) -> None:
        gym.utils.RecordConstructorArgs.__init__(self)
        gym.Wrapper.__init__(self, env)
        scored_below(env, "EvaluationOnly")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        return observation, _without_scores(info)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carries out one action, for no reward."""
        observation, _, terminated, truncated, info = self.env.step(action)
        shown = _without_scores(info)
        if terminated or truncated:
            shown["scorecard"] = info["scorecard"]
        return observation, 0.0, terminated, truncated, shown


def _without_scores(info: dict[str, Any]) -> dict[str, Any]:
    return {name: info[name] for name in KEPT}
