"""What lies below a wrapper, and refusing what a wrapper cannot wrap."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium as gym
from gymnasium import spaces

from mpb_gym.env.env import MyPhoneEnv
from mpb_gym.errors import OptionError

AnyEnv = gym.Env[Any, Any]


class SixValued:
    """Marks a wrapper whose steps have six values, which no other wrapper can unpack."""


class Scoreless:
    """Marks a wrapper that keeps scores and costs to itself."""


def layers(env: AnyEnv) -> Iterator[AnyEnv]:
    """Yields an environment and everything that it wraps, from the outside in."""
    while True:
        yield env
        if not isinstance(env, gym.Wrapper):
            return
        env = env.env


def phone_below(env: AnyEnv, wrapper: str) -> MyPhoneEnv:
    """Returns the phone that an environment wraps.

    Args:
        env: What is to be wrapped.
        wrapper: The name of what wraps it, for the message.

    Raises:
        OptionError: It is no phone, or a wrapper below must be the outermost one.
    """
    for layer in layers(env):
        if isinstance(layer, SixValued):
            raise OptionError(
                f"{wrapper}: steps of {type(layer).__name__} have six values, so it must be "
                f"the outermost wrapper; put {wrapper} below it"
            )
    phone = env.unwrapped
    if not isinstance(phone, MyPhoneEnv):
        raise OptionError(
            f"{wrapper}: wraps MyPhone environments, as gym.make('MyPhone-v0') makes them; "
            f"this is {_name(env)}"
        )
    return phone


def entries_below(env: AnyEnv, wrapper: str) -> dict[str, spaces.Space[Any]]:
    """Returns the entries of a phone's observations by name.

    Args:
        env: What is to be wrapped.
        wrapper: The name of what wraps it, for the message.

    Raises:
        OptionError: It is no phone, or its observations have no entries any more.
    """
    phone_below(env, wrapper)
    if not isinstance(env.observation_space, spaces.Dict):
        raise OptionError(
            f"{wrapper}: needs observations that are a Dict; those of {_name(env)} are "
            f"{type(env.observation_space).__name__}; put {wrapper} below what made them so"
        )
    return dict(env.observation_space.spaces)


def scored_below(env: AnyEnv, wrapper: str) -> MyPhoneEnv:
    """Returns the phone that an environment wraps, if its infos tell of scores and costs.

    Args:
        env: What is to be wrapped.
        wrapper: The name of what wraps it, for the message.

    Raises:
        OptionError: It is no phone, or a wrapper below keeps the scores to itself.
    """
    phone = phone_below(env, wrapper)
    for layer in layers(env):
        if isinstance(layer, Scoreless):
            raise OptionError(
                f"{wrapper}: needs scores and costs in info, which {type(layer).__name__} takes "
                f"away; leave one of them out"
            )
    return phone


def _name(env: AnyEnv) -> str:
    return env.spec.id if env.spec is not None else type(env.unwrapped).__name__
