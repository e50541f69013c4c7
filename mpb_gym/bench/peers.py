"""Other environments to compare with, where they are installed and run."""

from __future__ import annotations

from typing import Any

import gymnasium as gym

from mpb_gym.bench.pace import Pace, Subject, passes

PONG, MINIWOB = "ALE/Pong-v5", "MiniWoB++"

_BATCH = 50
"""Steps between two looks at the clock."""


def find_peers() -> tuple[dict[str, Subject], dict[str, str]]:
    """Returns what can be stepped here by name, and why the others cannot."""
    found: dict[str, Subject] = {}
    missing: dict[str, str] = {}
    for name, make in {PONG: _pong, MINIWOB: _miniwob}.items():
        try:
            env = make()
            env.reset(seed=0)
        except ImportError as error:
            missing[name] = f"{error.name} is not installed"
        except Exception as error:  # a browser that is missing can fail in any way
            missing[name] = f"it does not run here: {type(error).__name__}: {error}"[:200]
        else:
            found[name] = _sampling(env)
    return found, missing


def _pong() -> gym.Env[Any, Any]:
    import ale_py

    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    gym.register_envs(ale_py)
    return gym.make(PONG)


def _miniwob() -> gym.Env[Any, Any]:
    import miniwob

    gym.register_envs(miniwob)
    return gym.make("miniwob/click-test-2-v1")


def _sampling(env: gym.Env[Any, Any]) -> Subject:
    """Steps an environment with actions that are drawn beforehand."""
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(_BATCH)]
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
