"""A reward for doing the task without giving the user away."""

from __future__ import annotations

from typing import Any

import gymnasium as gym

from mpb_gym.errors import OptionError
from mpb_gym.wrappers.layers import AnyEnv, scored_below


class PrivacyReward(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Makes the reward of a step out of success, privacy, time and progress.

    ``success`` × [the episode ends with the task done]
    − ``op`` × cost_op − ``tr`` × cost_tr − ``fm`` × cost_fm
    − ``step``
    + ``progress`` × (``gamma`` × Φ(after) − Φ(before))

    Costs are what the step added to the penalties of each dimension, as in ``info``; over an
    episode they sum to 1 minus the score, or to more than 1 where the score has reached 0, so
    that a penalty always costs. Φ is how nearly the task's rules are met, forms that were not
    sent included (:func:`mpb_gym.audit.progress.progress`), and 0 once the episode has
    terminated. A difference of potentials changes no policy's rank (Ng, Harada and Russell,
    1999), provided that ``gamma`` is the learner's: the optimum is that of the reward without it.

    Put it below wrappers that make one action of several commands, which sum rewards.

    Args:
        env: A MyPhone environment.
        success: For an episode that ends with the task done.
        op: Weight of over-permissioning.
        tr: Weight of trap resistance.
        fm: Weight of form minimization.
        step: Cost of a step.
        progress: Weight of progress; 0 leaves it out.
        gamma: The learner's discount factor, for ``progress``.

    Raises:
        OptionError: It is another environment, a weight is negative, or ``gamma`` is not in
            (0, 1].
    """

    def __init__(
        self,
        env: AnyEnv,
        success: float = 1.0,
        op: float = 1.0,
        tr: float = 1.0,
        fm: float = 1.0,
        step: float = 0.0,
        progress: float = 0.0,
        gamma: float = 0.99,
    ) -> None:
        gym.utils.RecordConstructorArgs.__init__(
            self, success=success, op=op, tr=tr, fm=fm, step=step, progress=progress, gamma=gamma
        )
        gym.Wrapper.__init__(self, env)
        self._phone = scored_below(env, "PrivacyReward")
        weights = {"success": success, "op": op, "tr": tr, "fm": fm, "step": step}
        for name, weight in {**weights, "progress": progress}.items():
            if not weight >= 0:
                raise OptionError(f"PrivacyReward: {name} is {weight}; weights are 0 or more")
        if not 0 < gamma <= 1:
            raise OptionError(f"PrivacyReward: gamma is {gamma}; it lies above 0 and up to 1")
        self._weights, self._progress, self._gamma = weights, progress, gamma
        self._potential = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts an episode."""
        observation, info = self.env.reset(seed=seed, options=options)
        self._potential = self._phone.episode.progress() if self._progress else 0.0
        return observation, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carries out one action."""
        observation, _, terminated, truncated, info = self.env.step(action)
        weights = self._weights
        reward = -weights["step"]
        for name in ("op", "tr", "fm"):
            reward -= weights[name] * info[f"cost_{name}"]
        if (terminated or truncated) and info["is_success"]:
            reward += weights["success"]
        if self._progress:
            potential = 0.0 if terminated else self._phone.episode.progress()
            reward += self._progress * (self._gamma * potential - self._potential)
            self._potential = potential
        return observation, float(reward), terminated, truncated, info
