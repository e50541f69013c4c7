"""Other environments to compare with, where they are installed and run."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import gymnasium as gym

from mpb_gym.bench.pace import Pace, Subject, passes

PONG, MINIWOB = "ALE/Pong-v5", "MiniWoB++"


class Peer(NamedTuple):
    """Another environment.

    Attributes:
        run: Steps it.
        close: Frees it.
        alone: Whether this process does all of its work, so that its processor's time counts.
    """

    run: Subject
    close: Callable[[], None]
    alone: bool = True


def find_peers() -> tuple[dict[str, Peer], dict[str, str]]:
    """Returns what can be stepped here by name, and why the others cannot."""
    found: dict[str, Peer] = {}
    missing: dict[str, str] = {}
    for name, make in {PONG: _pong, MINIWOB: _miniwob}.items():
        try:
            found[name] = make()
        except ImportError as error:
            missing[name] = f"{error.name} is not installed"
        except Exception as error:  # a browser that is missing can fail in any way
            missing[name] = f"it does not run here: {type(error).__name__}: {error}"[:200]
    return found, missing


def _pong() -> Peer:
    import ale_py

    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    gym.register_envs(ale_py)
    env = gym.make(PONG)
    return Peer(_stepping(env, _sampled(env, 50)), env.close)


def _miniwob() -> Peer:
    """Clicks anywhere; most other random actions name things that are not there."""
    with _quiet():
        import miniwob
        from miniwob.action import ActionTypes

        gym.register_envs(miniwob)
        env = gym.make("miniwob/click-test-2-v1")
        env.reset(seed=0)
    kinds = env.unwrapped.action_space_config.action_types  # type: ignore[attr-defined]
    click = kinds.index(ActionTypes.CLICK_COORDS)
    run = _stepping(env, [{**each, "action_type": click} for each in _sampled(env, 2)])

    def quietly(seconds: float) -> Pace:
        with _quiet():
            return run(seconds)

    return Peer(quietly, env.close, alone=False)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keeps back the warnings that a browser's driver logs."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(before)


def _sampled(env: gym.Env[Any, Any], count: int) -> list[Any]:
    """Draws actions for the steps between two looks at the clock."""
    env.action_space.seed(0)
    return [env.action_space.sample() for _ in range(count)]


def _stepping(env: gym.Env[Any, Any], actions: Sequence[Any]) -> Subject:
    """Steps an environment with the same actions over and over, through all its episodes."""
    over = [True]

    def prepare() -> None:
        if over[0]:
            env.reset()
            over[0] = False

    def once() -> int:
        for count, action in enumerate(actions, 1):
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                over[0] = True
                return count
        return len(actions)

    def run(seconds: float) -> Pace:
        return passes(prepare, once, seconds)

    return run
