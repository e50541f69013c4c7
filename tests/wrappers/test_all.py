"""What every wrapper promises."""

import hashlib
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv

import mpb_gym  # noqa: F401 - registers the environments
from mpb_gym import wrappers
from mpb_gym.env import actions
from mpb_gym.errors import OptionError
from mpb_gym.wrappers import (
    ArrayText,
    CostStep,
    ElementActions,
    ElementObservation,
    EvaluationOnly,
    JsonActions,
    PrivacyReward,
    ResizeScreenshot,
    TimeAwareness,
    to_text,
)

AnyEnv = gym.Env[Any, Any]

Wrap = Callable[[AnyEnv], gym.Wrapper[Any, Any, Any, Any]]

WAYS: dict[str, Wrap] = {
    "EvaluationOnly": EvaluationOnly,
    "ArrayText": lambda env: ArrayText(env, {"instruction": 300}, "code_points"),
    "ResizeScreenshot": lambda env: ResizeScreenshot(env, (84, 50), "nearest"),
    "JsonActions": JsonActions,
    "CostStep": CostStep,
    "TimeAwareness": TimeAwareness,
    "ElementActions": lambda env: ElementActions(env, elements=12, texts=9, keys=5),
    "ElementObservation": lambda env: ElementObservation(env, elements=12, texts=9, keys=5),
    "PrivacyReward": lambda env: PrivacyReward(env, fm=0.5, step=0.01, progress=0.3),
}
"""Each wrapper by name, with arguments other than its defaults."""

every = pytest.mark.parametrize("wrap", WAYS.values(), ids=WAYS)


def make(**options: Any) -> AnyEnv:
    options = {"screen": (108, 240), "observe": ("screenshot", "ui"), **options}
    env: AnyEnv = gym.make(options.pop("id", "MyPhone-mDoorDash-v0"), **options)
    return env


def _walk(env: AnyEnv, steps: int = 30) -> str:
    """A digest of all that an environment answers to random actions."""
    env.action_space.seed(3)
    seen = hashlib.sha256()

    def note(*values: Any) -> None:
        for value in values:
            if isinstance(value, dict):
                for key in sorted(value):
                    note(key, value[key])
            else:
                is_array = isinstance(value, np.ndarray)
                seen.update(value.tobytes() if is_array else repr(value).encode())

    note(*env.reset(seed=3))
    for _ in range(steps):
        values = tuple(env.step(env.action_space.sample()))
        note(*values)
        if True in values[2:-1]:
            note(*env.reset())
    return seen.hexdigest()


def test_every_wrapper_is_tested() -> None:
    found = {
        name
        for name in wrappers.__all__
        if isinstance(each := getattr(wrappers, name), type) and issubclass(each, gym.Wrapper)
    }
    assert found == set(WAYS)


@every
def test_gymnasiums_checker_has_nothing_to_say(wrap: Wrap) -> None:
    env = wrap(make(render_mode="rgb_array"))
    if isinstance(env, CostStep):
        pytest.skip("its steps have six values, which is its purpose")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*is different from the unwrapped version.*")
        check_env(env)


@every
def test_observations_and_actions_stay_inside_the_spaces(wrap: Wrap) -> None:
    env = wrap(make())
    env.action_space.seed(1)
    observation, _ = env.reset(seed=1)
    for _ in range(150):
        assert env.observation_space.contains(observation)
        action = env.action_space.sample()
        assert env.action_space.contains(action)
        observation, *rest = env.step(action)
        if True in rest[1:-1]:
            observation, _ = env.reset()


@every
def test_the_spec_rebuilds_it(wrap: Wrap) -> None:
    env = wrap(make())
    assert env.spec is not None
    again: AnyEnv = gym.make(EnvSpec.from_json(env.spec.to_json()))
    assert type(again) is type(env)
    assert again.observation_space == env.observation_space
    assert again.action_space == env.action_space
    assert _walk(again) == _walk(env)


@every
def test_the_same_seed_gives_the_same_bytes(wrap: Wrap) -> None:
    env = wrap(make())
    assert _walk(env) == _walk(env)


@every
def test_closing_frees_the_phone(wrap: Wrap) -> None:
    env = wrap(make())
    env.reset(seed=0)
    env.close()
    assert env.unwrapped._episode is None  # type: ignore[attr-defined]


@every
def test_another_environment_is_refused_in_words(wrap: Wrap) -> None:
    with pytest.raises(OptionError, match=r"wraps MyPhone environments.*this is CartPole-v1"):
        wrap(gym.make("CartPole-v1"))


@every
def test_nothing_goes_around_six_values(wrap: Wrap) -> None:
    with pytest.raises(OptionError, match=r"CostStep have six values.*outermost"):
        wrap(CostStep(make()))


def test_they_go_together_and_the_spec_rebuilds_all_of_them() -> None:
    env: AnyEnv = TimeAwareness(make(max_episode_steps=40))
    env = EvaluationOnly(JsonActions(ArrayText(ResizeScreenshot(env, (84, 84)))))
    assert env.spec is not None
    again: AnyEnv = gym.make(EnvSpec.from_json(env.spec.to_json()))
    assert str(again) == str(env)
    assert _walk(again, 60) == _walk(env, 60)


def _arrays() -> AnyEnv:
    return ArrayText(make(observe=(), screen=(64, 142)))


def test_without_texts_vector_environments_may_share_memory() -> None:
    """And every step's texts are fresh, which Gymnasium's own are not."""
    envs = AsyncVectorEnv([_arrays, _arrays])
    try:
        envs.reset(seed=1)
        one = actions.open_app("mDoorDash")
        batch = {
            name: (value, value) if isinstance(value, str) else np.stack((value, value))
            for name, value in one.items()
        }
        observation, *_ = envs.step(batch)
        assert [to_text(row) for row in observation["history"]] == ['1. open("mDoorDash")'] * 2
    finally:
        envs.close()


@pytest.mark.parametrize("name", ["ArrayText", "ResizeScreenshot", "TimeAwareness"])
def test_entries_are_changed_before_they_are_gone(name: str) -> None:
    flat = gym.wrappers.TransformObservation(make(), lambda _: 0, gym.spaces.Discrete(1))
    with pytest.raises(OptionError, match=f"{name}: needs observations that are a Dict.*Discrete"):
        WAYS[name](flat)
