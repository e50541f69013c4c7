"""Environments for learning, all made in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gymnasium as gym

import mpb_gym  # noqa: F401 - registers the environments, in worker processes too
from mpb_gym.generate import Split
from mpb_gym.wrappers import ElementActions, ElementObservation, PrivacyReward


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What is learnt, and for what reward.

    Attributes:
        id: The environment's.
        families: Which families of tasks; all of them without.
        privacy: Weight of each privacy dimension in the reward.
        step: Cost of a step.
        progress: Weight of the progress potential.
        gamma: Discount factor, of the learner and of the potential.
        elements: Elements on screen that can be picked; mDoorDash shows 18 at most.
        texts: Texts that can be typed.
        keys: HIGH keys that can be asked for.
    """

    id: str = "MyPhone-mDoorDash-v0"
    families: Sequence[str] | None = ("explicit",)
    privacy: float = 1.0
    step: float = 0.0
    progress: float = 0.0
    gamma: float = 0.99
    elements: int = 24
    texts: int = 24
    keys: int = 8

    def make(self, split: Split = "train") -> ElementActions:
        """Makes the environment: reward, arrays and one flat list of actions."""
        families = None if self.families is None else tuple(self.families)
        env: gym.Env[Any, Any] = gym.make(
            self.id, observe=(), split=split, families=families, disable_env_checker=True
        )
        env = PrivacyReward(
            env,
            op=self.privacy,
            tr=self.privacy,
            fm=self.privacy,
            step=self.step,
            progress=self.progress,
            gamma=self.gamma,
        )
        sizes = {"elements": self.elements, "texts": self.texts, "keys": self.keys}
        return ElementActions(ElementObservation(env, **sizes), **sizes)
