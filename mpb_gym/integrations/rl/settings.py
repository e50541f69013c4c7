"""Environments for learning, all made in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

import gymnasium as gym
from gymnasium.wrappers import FilterObservation

import mpb_gym  # noqa: F401 - registers the environments, in worker processes too
from mpb_gym.errors import OptionError
from mpb_gym.generate import Split
from mpb_gym.wrappers import (
    ElementActions,
    ElementObservation,
    FlatArrays,
    PrivacyReward,
    ResizeScreenshot,
)

Arrays = Literal["parts", "flat", "none"]

_SCREEN = (216, 480)
"""Size that screenshots are drawn at before they are made square."""


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
        screenshot: Width and height of a square screenshot among the observations, which
            Stable-Baselines3's network for images takes from 36 on; none with 0.
        arrays: What is on screen as arrays: in ``parts``, as ``ElementPolicy`` needs them;
            ``flat``, one vector for plain networks; or ``none``, and the screenshot alone.
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
    screenshot: int = 0
    arrays: Arrays = "parts"

    def make(self, split: Split = "train") -> ElementActions:
        """Makes the environment: reward, observations and one flat list of actions.

        Raises:
            OptionError: Nothing would be observed, or a value cannot be used.
        """
        if self.arrays not in get_args(Arrays):
            raise OptionError(
                f"Setting: arrays is {self.arrays!r}; it is one of {', '.join(get_args(Arrays))}"
            )
        if self.arrays == "none" and not self.screenshot:
            raise OptionError("Setting: without arrays there must be a screenshot to look at")
        families = None if self.families is None else tuple(self.families)
        env: gym.Env[Any, Any] = gym.make(
            self.id,
            observe=("screenshot",) if self.screenshot else (),
            screen=_SCREEN,
            split=split,
            families=families,
            disable_env_checker=True,
        )
        if self.screenshot:
            env = ResizeScreenshot(env, (self.screenshot, self.screenshot))
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
        if self.arrays == "none":
            env = FilterObservation(env, ["screenshot"])
        else:
            env = ElementObservation(env, **sizes)
        if self.arrays == "flat":
            env = FlatArrays(env)
        return ElementActions(env, **sizes)

    def to_dict(self) -> dict[str, Any]:
        """Returns it as JSON-able data."""
        families = None if self.families is None else list(self.families)
        return {**asdict(self), "families": families}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Setting:
        """Reads what :meth:`to_dict` returns.

        Raises:
            OptionError: It has an entry that no setting has.
        """
        known = [field.name for field in fields(cls)]
        if unknown := sorted(set(data) - set(known)):
            raise OptionError(
                f"Setting: {', '.join(unknown)} is not known; there are {', '.join(known)}"
            )
        values = dict(data)
        if values.get("families") is not None:
            values["families"] = tuple(values["families"])
        return cls(**values)
