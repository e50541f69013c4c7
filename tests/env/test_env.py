"""The environment as Gymnasium users meet it."""

import copy
import json
import math
import os
import pickle
import subprocess
import sys
import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv

import mpb_gym  # noqa: F401 - registers the environments
from mpb_gym.bench.stepping import oracle_actions
from mpb_gym.commands import Click, Terminate
from mpb_gym.env import actions
from mpb_gym.errors import EpisodeOver, OptionError, UnknownNameError

ID = "MyPhone-mDoorDash-v0"
SMALL = (108, 240)
INFO = {
    "is_success", "privacy", "op", "tr", "fm", "cost", "cost_op", "cost_tr", "cost_fm", "task",
    "session", "tool_result", "action_error", "scorecard",
}  # fmt: skip


def _make(**options: Any) -> gym.Env[Any, Any]:
    options.setdefault("screen", SMALL)
    return gym.make(options.pop("id", ID), **options)


@pytest.mark.parametrize("observe", [("screenshot",), ("screenshot", "ui"), ("ui",), ()])
def test_gymnasiums_checker_has_nothing_to_say(observe: tuple[str, ...]) -> None:
    env = _make(observe=observe, render_mode="rgb_array")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def test_the_default_screen_is_native() -> None:
    space = gym.make(ID).observation_space
    assert isinstance(space, gym.spaces.Dict)
    assert space["screenshot"].shape == (2400, 1080, 3)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_twenty_thousand_random_actions_stay_inside_the_space(seed: int) -> None:
    env = _make(observe=("screenshot", "ui"))
    env.action_space.seed(seed)
    env.reset(seed=seed)
    for _ in range(6_667):
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        assert env.observation_space.contains(observation)
        assert set(info) == INFO
        assert reward in (0.0, 1.0)
        if terminated or truncated:
            env.reset()


def test_reset_and_step_have_the_same_info() -> None:
    env = _make()
    _, info = env.reset(seed=1, options={"task": "mdoordash/001"})
    _, _, _, _, after = env.step(actions.wait())
    assert set(info) == set(after) == INFO
    assert info["task"] == "mdoordash/001"
    assert math.isnan(info["privacy"]) and info["cost"] == 0.0
    json.dumps(after["scorecard"])


def test_a_seed_decides_the_task() -> None:
    env = _make()
    drawn = [[env.reset(seed=seed)[1]["task"] for seed in range(8)] for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 1


def test_saying_done_at_once_is_a_false_completion() -> None:
    env = _make()
    env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(actions.terminate("success"))
    assert (reward, terminated, truncated) == (0.0, True, False)
    assert not info["is_success"]
    assert info["scorecard"]["false_complete"]


def test_the_step_limit_truncates() -> None:
    env = _make()
    env.reset(options={"task": "mdoordash/001"})
    for _ in range(99):
        assert env.step(actions.wait())[2:4] == (False, False)
    assert env.step(actions.wait())[2:4] == (False, True)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({}, "malformed_action"),
        ("click", "malformed_action"),
        ({"action_type": 99}, "bad_argument"),
        ({"action_type": 0.5}, "bad_argument"),
        ({"action_type": True}, "bad_argument"),
        ({"action_type": 0}, "missing_argument"),
        ({"action_type": 0, "coordinate": np.array([0.5, 2.0])}, "out_of_range"),
        ({"action_type": 0, "coordinate": None}, "bad_argument"),
        ({"action_type": 0, "coordinate": (0, 0), "colour": 1}, "unknown_argument"),
    ],
)
def test_a_malformed_action_counts_as_a_step_and_says_why(action: Any, code: str) -> None:
    env = _make().unwrapped
    env.reset(seed=0)
    before = env.episode.record().ends[-1]  # type: ignore[attr-defined]
    _, reward, terminated, _, info = env.step(action)
    assert info["action_error"].startswith(f"{code}: ")
    assert (reward, terminated) == (0.0, False)
    assert env.episode.view.step == 1  # type: ignore[attr-defined]
    assert env.episode.record().ends[-1] == before  # type: ignore[attr-defined]


def test_codec_and_helpers_agree() -> None:
    assert actions.decode(actions.click(0.5, 0.25)) == Click(coordinate=(0.5, 0.25))
    assert actions.decode(actions.from_json({"action": "terminate"})) == Terminate()
    assert _make().action_space.contains(actions.click(0.5, 0.2))
    with pytest.raises(OptionError, match="out_of_range"):
        actions.from_json({"action": "click", "coordinate": [2, 2]})


def test_bad_options_are_named() -> None:
    with pytest.raises(UnknownNameError, match="mdoordash"):
        _make(app="mDordash", id="MyPhone-v0")
    with pytest.raises(UnknownNameError, match="unknown task"):
        _make().reset(options={"task": "mdoordash/999"})
    for options in ({"screen": (10, 10)}, {"observe": ("sound",)}, {"user": "maybe"}):
        with pytest.raises(OptionError):
            _make(**options).reset()
    with pytest.raises(OptionError, match="only task"):
        _make().reset(options={"level": 3})
    with pytest.raises(EpisodeOver):
        _make().unwrapped.step(actions.wait())


def test_one_name_stands_for_a_list_of_one() -> None:
    env = _make(observe="ui", tasks="mdoordash/002", families="explicit")
    observation, info = env.reset(seed=0)
    assert set(observation) == {"instruction", "history", "imy", "ui"}
    assert info["task"] == "mdoordash/002"


def test_options_that_are_no_dictionary_are_named() -> None:
    env: Any = _make()
    for wrong in (["task"], "mdoordash/001", 1):
        with pytest.raises(OptionError, match="options: expected a dictionary"):
            env.reset(options=wrong)


def test_after_the_end_a_reset_is_asked_for() -> None:
    env = _make()
    env.reset(seed=0)
    env.step(actions.terminate("fail"))
    with pytest.raises(EpisodeOver, match=r"reset\(\)"):
        env.step(actions.wait())


@pytest.mark.parametrize("at", [0, 20, 36])
def test_a_deep_copy_goes_its_own_way_from_the_same_moment(at: int) -> None:
    env = _make(observe=("screenshot", "ui"))
    way = oracle_actions("mdoordash/001")
    env.reset(seed=3, options={"task": "mdoordash/001"})
    for action in way[:at]:
        env.step(action)
    twin = copy.deepcopy(env)
    assert twin.spec == env.spec and twin.unwrapped is not env.unwrapped
    elsewhere = copy.deepcopy(env)
    if at < len(way):
        elsewhere.step(actions.terminate("fail"))
    for action in way[at:]:
        (ours, *scores, info), (theirs, *others, told) = env.step(action), twin.step(action)
        assert all(np.array_equal(ours[key], theirs[key]) for key in ours)
        assert (scores, info) == (others, told)
    ours, theirs = (each.get_wrapper_attr("episode") for each in (env, twin))
    assert ours.record() == theirs.record()
    assert ours.done and ours.how == "success"
    assert env.reset()[1]["task"] == twin.reset()[1]["task"]


def test_an_environment_without_an_episode_can_be_copied() -> None:
    env = _make()
    assert copy.deepcopy(env).reset(seed=5)[1]["task"] == env.reset(seed=5)[1]["task"]


def test_an_env_can_be_rebuilt_from_its_spec() -> None:
    env = _make(observe=("ui",))
    assert env.spec is not None
    again = gym.make(gym.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert again.observation_space == env.observation_space
    pickle.loads(pickle.dumps(env.spec))


def test_render_shows_the_screen() -> None:
    env = _make(render_mode="rgb_array")
    observation, _ = env.reset(seed=0)
    assert np.array_equal(env.render(), observation["screenshot"])  # type: ignore[arg-type]


def test_observations_do_not_share_memory() -> None:
    env = _make()
    first, _ = env.reset(seed=0)
    kept = first["screenshot"].copy()
    for action in (actions.open_app("mDoorDash"), actions.wait(), actions.system_button("home")):
        later, *_ = env.step(action)
        assert not np.shares_memory(first["screenshot"], later["screenshot"])
        assert np.array_equal(first["screenshot"], kept)


@pytest.mark.parametrize("processes", [False, True])
def test_vector_envs_show_fresh_texts(processes: bool) -> None:
    envs = gym.make_vec(ID, num_envs=2, screen=SMALL, processes=processes)
    try:
        envs.reset(seed=1)
        one = actions.open_app("mDoorDash")
        batch = {name: [one[name], one[name]] for name in one}
        batched = {
            name: tuple(values) if isinstance(values[0], str) else np.stack(values)
            for name, values in batch.items()
        }
        observation, *_ = envs.step(batched)
        assert observation["history"] == ('1. open("mDoorDash")',) * 2
        assert all("phone_number" in text for text in observation["imy"])
    finally:
        envs.close()


def test_shared_memory_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="shared_memory=False"):
        AsyncVectorEnv([lambda: _make(), lambda: _make()])


HASH = """
import hashlib, gymnasium as gym, mpb_gym, numpy as np
env = gym.make("MyPhone-mDoorDash-v0", screen=(108, 240), observe=("screenshot", "ui"))
env.action_space.seed(5)
seen = hashlib.sha256()
for episode in range(2):
    observation, _ = env.reset(seed=5 + episode)
    for _ in range(60):
        for key in sorted(observation):
            value = observation[key]
            seen.update(value.tobytes() if isinstance(value, np.ndarray) else value.encode())
        observation, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            break
    seen.update(env.unwrapped.episode.record().text().encode())
print(seen.hexdigest())
"""


def test_same_seed_and_actions_same_bytes_in_other_processes() -> None:
    hashes = {
        subprocess.run(
            [sys.executable, "-c", HASH],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "4242")
    }
    assert len(hashes) == 1


def test_the_tree_as_text_is_the_tree() -> None:
    env = _make(observe=("ui",)).unwrapped
    observation, _ = env.reset(seed=3)
    env.action_space.seed(3)
    for _ in range(200):
        tree = env.episode.view.elements()  # type: ignore[attr-defined]
        assert json.loads(observation["ui"]) == tree
        observation, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            observation, _ = env.reset()
