"""Many environments at once: the same, however many processes share them."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import AlreadyPendingCallError, ClosedEnvironmentError, NoAsyncCallError
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import mpb_gym  # noqa: F401 - registers the environments
from mpb_gym.env import actions
from mpb_gym.env.infos import CARD, Cards, Stack
from mpb_gym.env.parallel import ParallelVectorEnv
from mpb_gym.env.vector import make_vector
from mpb_gym.errors import InfrastructureError, OptionError, UnknownNameError
from mpb_gym.wrappers import JsonActions, ResizeScreenshot, TimeAwareness

ID = "MyPhone-v0"
SMALL = (108, 240)
STEPS = 40


def _make(**options: Any) -> VectorEnv[Any, Any, Any]:
    given: dict[str, Any] = {"screen": SMALL, "num_envs": 3, "observe": ("screenshot", "ui")}
    return gym.make_vec(ID, **(given | options))


@pytest.fixture
def two() -> Iterator[ParallelVectorEnv]:
    """Three environments in two processes."""
    envs = _make(processes=2)
    assert isinstance(envs, ParallelVectorEnv)
    yield envs
    envs.close()


def _plain(value: Any) -> Any:
    """Something that compares, NaN with itself and arrays with their type."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, np.ndarray):
        shown = [_plain(each) for each in value] if value.dtype == object else value.tobytes()
        return value.dtype, value.shape, shown
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return value


def _trajectory(envs: VectorEnv[Any, Any, Any], manual: bool = False) -> list[Any]:
    envs.action_space.seed(5)
    seen: list[Any] = [_plain(envs.reset(seed=7))]
    for _ in range(STEPS):
        step = envs.step(envs.action_space.sample())
        seen.append(_plain(step))
        over = step[2] | step[3]
        if manual and over.any():
            seen.append(_plain(envs.reset(options={"reset_mask": over})))
    envs.close()
    return seen


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_processes_change_nothing(mode: AutoresetMode, context: str) -> None:
    options = {"autoreset_mode": mode, "max_episode_steps": 7}
    manual = mode is AutoresetMode.DISABLED
    alone = _make(processes=False, **options)
    assert isinstance(alone, SyncVectorEnv)
    expected = _trajectory(alone, manual)
    assert any(any(step[3][2]) for step in expected[1:] if len(step) == 5), "none was cut off"
    assert _trajectory(_make(processes=2, context=context, **options), manual) == expected


def test_as_many_processes_as_one_likes_change_nothing() -> None:
    expected = _trajectory(_make(processes=1))
    assert _trajectory(_make(processes=3)) == expected
    assert _trajectory(gym.make_vec(
        ID, num_envs=3, vectorization_mode="sync", screen=SMALL, observe=("screenshot", "ui")
    )) == expected  # fmt: skip


def _wrapped() -> gym.Env[Any, Any]:
    env = gym.make(ID, screen=SMALL, observe=("screenshot", "ui"))
    return TimeAwareness(ResizeScreenshot(env, (50, 60)))


def _same_size() -> gym.Env[Any, Any]:
    env = gym.make(ID, screen=SMALL, disable_env_checker=True)  # it minds shared memory
    space: Any = env.observation_space
    return gym.wrappers.TransformObservation(
        env, lambda seen: {**seen, "screenshot": 255 - seen["screenshot"]}, space
    )


def _words() -> gym.Env[Any, Any]:
    return JsonActions(gym.make(ID, screen=SMALL, observe=("ui",)))


@pytest.mark.parametrize("make", [_wrapped, _same_size, _words])
def test_processes_change_nothing_of_what_wrappers_make(make: Any) -> None:
    expected = _trajectory(SyncVectorEnv([make] * 3))
    assert _trajectory(ParallelVectorEnv([make] * 3, 2)) == expected


def test_as_many_numbers_as_environments() -> None:
    envs = ParallelVectorEnv([_words] * 3, 2)
    envs.reset(seed=0)
    with pytest.raises(OptionError, match="2 values for 3 environments"):
        envs.step(('{"action": "wait"}',) * 2)
    envs.close()


def _waiting(envs: ParallelVectorEnv) -> dict[str, Any]:
    """Actions that leave all screens as they are."""
    kinds = np.full(envs.num_envs, actions.wait()["action_type"])
    return dict(envs.action_space.sample()) | {"action_type": kinds}


def test_it_says_what_gymnasium_asks_for(two: ParallelVectorEnv) -> None:
    assert two.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    observation, _ = two.reset(seed=0)
    assert two.observation_space.contains(observation)
    assert two.single_action_space == gym.make(ID, screen=SMALL).action_space
    assert two.spec is not None and two.spec.id == ID
    assert two.num_envs == 3


def test_observations_are_copies_unless_asked_otherwise() -> None:
    for copy in (True, False):
        envs = _make(processes=2, copy=copy)
        envs.action_space.seed(0)
        first, _ = envs.reset(seed=0)
        kept = first["screenshot"].copy()
        for _ in range(9):
            envs.step(envs.action_space.sample())
        assert np.array_equal(first["screenshot"], kept) == copy
        envs.close()


def test_this_process_is_one_of_them() -> None:
    for processes in (1, 3):
        envs = _make(processes=processes)
        assert isinstance(envs, ParallelVectorEnv)
        assert len(multiprocessing.active_children()) == processes - 1
        envs.close()


def test_arrays_are_written_again_only_when_nobody_holds_them(two: ParallelVectorEnv) -> None:
    def screen() -> NDArray[np.uint8]:
        pixels: NDArray[np.uint8] = two.step(two.action_space.sample())[0]["screenshot"]
        return pixels

    two.action_space.seed(0)
    two.reset(seed=0)
    places = {screen().ctypes.data for _ in range(6)}  # each is let go before the next
    assert len(places) == 1
    held: list[NDArray[np.uint8]] = []
    copies = []
    for _ in range(6):
        held.append(screen()[1:, 100:])  # a part of it holds all of it
        copies.append(held[-1].copy())
        assert not any(np.may_share_memory(held[-1], each) for each in held[:-1])
    assert all(map(np.array_equal, held, copies))
    assert not np.array_equal(held[0], held[-1])


def test_arrays_are_ones_own(two: ParallelVectorEnv) -> None:
    """Whoever draws on them changes neither what is on the screens nor what comes next."""
    shown, _ = two.reset(seed=0)
    before = shown["screenshot"].copy()
    for held in ([], [two.step(_waiting(two))[0] for _ in range(5)]):
        observation = two.step(_waiting(two))[0]
        observation["screenshot"][:] = 7
        mask = np.array([True, False, False])
        options = {"reset_mask": mask, "task": "mdoordash/001"}
        after, _ = two.reset(seed=[0, None, None], options=options)
        assert np.array_equal(after["screenshot"][1:], before[1:])
        assert np.array_equal(two.step(_waiting(two))[0]["screenshot"][1:], before[1:])
        del held


def test_a_mask_resets_only_some(two: ParallelVectorEnv) -> None:
    two.reset(seed=0)
    two.action_space.seed(0)
    before = two.step(two.action_space.sample())[0]
    mask = np.array([False, True, False])
    seeds: Any = [None, np.int64(9), None]
    observation, infos = two.reset(seed=seeds, options={"reset_mask": mask})
    assert infos["_task"].tolist() == [False, True, False]
    assert observation["history"][0] == before["history"][0] != ""
    assert observation["history"][1] == ""
    for bad in (np.zeros(3, np.bool_), np.ones(2, np.bool_), [True] * 3):
        with pytest.raises(OptionError, match="reset_mask"):
            two.reset(options={"reset_mask": bad})


def test_an_exception_comes_back_with_its_trace_and_leaves_the_rest_alive(
    two: ParallelVectorEnv,
) -> None:
    two.reset(seed=0)
    with pytest.raises(UnknownNameError, match="unknown task") as raised:
        two.reset(options={"task": "mdoordash/999"})
    assert "load_assignment" in "".join(raised.value.__notes__)
    observation, _ = two.reset(seed=0, options={"task": "mdoordash/001"})
    assert len(set(observation["instruction"])) == 1


def test_a_process_that_is_gone_is_named(two: ParallelVectorEnv) -> None:
    two.reset(seed=0)
    (other,) = multiprocessing.active_children()
    assert other.pid is not None
    os.kill(other.pid, signal.SIGKILL)
    other.join()
    with pytest.raises(InfrastructureError, match=r"environments 1 to 2 .*exit code -9"):
        two.step(two.action_space.sample())


def test_attributes_and_methods_of_each() -> None:
    envs = _make(processes=2, render_mode="rgb_array", observe=("screenshot",))
    assert isinstance(envs, ParallelVectorEnv)
    observation, _ = envs.reset(seed=[3, 4, 5])
    assert np.array_equal(np.stack(envs.render()), observation["screenshot"])
    assert envs.np_random_seed == (3, 4, 5)
    assert len(envs.np_random) == 3
    envs.set_attr("nickname", ["a", "b", "c"])
    assert envs.get_attr("nickname") == ("a", "b", "c")
    envs.set_attr("nickname", "d")
    assert envs.get_attr("nickname") == ("d", "d", "d")
    with pytest.raises(OptionError, match="2 values for 3"):
        envs.set_attr("nickname", ["e", "f"])
    with pytest.raises(AttributeError, match="no_such_thing"):
        envs.call("no_such_thing")
    envs.close()


def test_a_step_can_be_begun_and_awaited(two: ParallelVectorEnv) -> None:
    two.reset(seed=0)
    with pytest.raises(NoAsyncCallError):
        two.step_wait()
    two.step_async(two.action_space.sample())
    with pytest.raises(AlreadyPendingCallError):
        two.reset()
    assert len(two.step_wait()[1]) == 3
    two.close()
    with pytest.raises(ClosedEnvironmentError):
        two.reset()


def test_bad_arguments_are_named(two: ParallelVectorEnv) -> None:
    two.reset(seed=0)
    batch = two.action_space.sample()
    with pytest.raises(OptionError, match="2 values of 'text' for 3"):
        two.step(batch | {"text": ("", "")})
    with pytest.raises(OptionError, match="a batch of each of action_type"):
        two.step({key: batch[key] for key in batch if key != "text"})
    with pytest.raises(OptionError, match="a batch of each"):
        two.step([actions.wait()] * 3)
    with pytest.raises(OptionError, match="2 seeds for 3"):
        two.reset(seed=[1, 2])
    for wrong in (
        {"processes": 4},
        {"processes": -1},
        {"autoreset_mode": "Sometimes"},
        {"num_envs": 0},
    ):
        with pytest.raises(OptionError, match=next(iter(wrong))):
            _make(**wrong)
    with pytest.raises(OptionError, match="observe"):
        _make(observe=("sound",))


def test_one_core_needs_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mpb_gym.env.vector._cores", lambda: 1)
    envs = make_vector(2, screen=SMALL)
    assert isinstance(envs, SyncVectorEnv)
    envs.close()


def test_stable_baselines_processes_see_the_same() -> None:
    vec_env = pytest.importorskip("stable_baselines3.common.vec_env")
    count = 2

    def make() -> gym.Env[Any, Any]:
        env = gym.make(ID, screen=SMALL, max_episode_steps=7)
        return gym.wrappers.FilterObservation(env, ["screenshot"])

    ours = _make(num_envs=count, processes=2, max_episode_steps=7, autoreset_mode="SameStep")
    theirs = vec_env.SubprocVecEnv([make] * count, start_method="fork")
    try:
        theirs.seed(7)
        expected = theirs.reset()
        observation, _ = ours.reset(seed=7)
        assert np.array_equal(observation["screenshot"], expected["screenshot"])
        ours.action_space.seed(5)
        cut = 0
        for _ in range(STEPS):
            batch = ours.action_space.sample()
            each = [{key: batch[key][number] for key in batch} for number in range(count)]
            observation, rewards, terminated, truncated, infos = ours.step(batch)
            expected, paid, over, theirs_infos = theirs.step(each)
            assert np.array_equal(observation["screenshot"], expected["screenshot"])
            assert rewards.tolist() == paid.tolist()
            assert (terminated | truncated).tolist() == over.tolist()
            for number in np.flatnonzero(over):
                final = infos["final_obs"][number]["screenshot"]
                shown = theirs_infos[number]["terminal_observation"]["screenshot"]
                assert np.array_equal(final, shown)
                cut += 1
        assert cut > count
    finally:
        ours.close()
        theirs.close()


KINDS = [st.booleans(), st.floats(-1, 1), st.floats(-1, 1).map(np.float64), st.integers(-9, 9),
         st.text(max_size=3), st.none() | st.floats(-1, 1), st.lists(st.integers(), max_size=2),
         st.just(np.arange(3))]  # fmt: skip


@st.composite
def _rounds(draw: st.DrawFn) -> list[list[list[dict[str, Any]]]]:
    """Some rounds of the infos of three environments, as they come."""
    kinds = [draw(st.sampled_from(KINDS)) for _ in range(3)]
    shape: dict[str, Any] = {f"k{number}": kind for number, kind in enumerate(kinds)}
    cards = st.fixed_dictionaries({"a": KINDS[1], "in": st.fixed_dictionaries({"b": KINDS[6]})})
    info = st.fixed_dictionaries({**shape, CARD: cards})
    less = st.fixed_dictionaries({**dict(list(shape.items())[:1]), CARD: cards})
    ended = st.tuples(st.just({"final_obs": {"x": 1}, "final_info": {"k": 2}}), info).map(list)
    usual = st.lists(info, min_size=1, max_size=1)
    one = st.one_of(usual, usual, ended, st.lists(less, max_size=1))
    return draw(st.lists(st.lists(one, min_size=3, max_size=3), min_size=1, max_size=4))


@given(rounds=_rounds(), steady=st.booleans())
def test_infos_are_stacked_as_gymnasium_stacks_them(
    rounds: list[list[list[dict[str, Any]]]], steady: bool
) -> None:
    gymnasiums: Any = VectorEnv()
    gymnasiums.num_envs = 3
    cards, stack = Cards(3), Stack(3, gymnasiums._add_info)
    for infos in [*rounds, *rounds[-1:] * steady]:
        expected: dict[str, Any] = {}
        for number, sent in enumerate(infos):
            for info in sent:
                expected = gymnasiums._add_info(expected, info, number)
        arrived = [
            [*sent[:-1], *(dict(cards.trimmed(info, number)) for info in sent[-1:])]
            for number, sent in enumerate(infos)
        ]
        assert _plain(stack.stacked(arrived)) == _plain(expected)


def test_a_scorecard_is_sent_only_when_it_changes() -> None:
    cards = Cards(1)
    info = {"cost": 0.0, CARD: {"op": 1.0}}
    assert cards.trimmed(info, 0) == info
    assert cards.trimmed(dict(info), 0) == {"cost": 0.0}
    changed = {"cost": 0.0, CARD: {"op": 0.5}}
    assert cards.trimmed(changed, 0) == changed
