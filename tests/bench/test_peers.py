"""What is compared with, with a stand-in for the environment that needs a browser."""

from __future__ import annotations

import builtins
import logging
import sys
from types import SimpleNamespace
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium import spaces

from mpb_gym.bench import peers
from mpb_gym.bench.peers import MINIWOB, PONG, find_peers


class Browser(gym.Env[Any, Any]):
    """Ends after three steps, and complains at each."""

    observation_space = spaces.Discrete(1)
    action_space = spaces.Dict(
        {"action_type": spaces.Discrete(3), "coords": spaces.Box(0, 9, (2,), np.float32)}
    )
    action_space_config = SimpleNamespace(action_types=["NONE", "MOVE", "CLICK"])

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.resets = self.left = 0
        self.closed = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self.resets += 1
        self.left = 3
        return 0, {}

    def step(self, action: Any) -> Any:
        assert self.left, "an episode that has ended is not gone on with"
        logging.warning("nothing is there")
        self.kinds.append(action["action_type"])
        self.left -= 1
        return 0, 0.0, not self.left, False, {}

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    env = Browser()
    kinds = SimpleNamespace(ActionTypes=SimpleNamespace(CLICK_COORDS="CLICK"))
    monkeypatch.setitem(sys.modules, "miniwob", SimpleNamespace(action=kinds))
    monkeypatch.setitem(sys.modules, "miniwob.action", kinds)
    monkeypatch.setattr(gym, "register_envs", lambda module: None)
    monkeypatch.setattr(gym, "make", lambda id: env)
    return env


def test_a_browser_is_clicked_in_silence(
    browser: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    peer = peers._miniwob()
    pace = peer.run(0.001)
    assert set(browser.kinds) == {2}
    assert pace.done >= 3
    assert browser.resets > 1
    assert not caplog.records
    logging.warning("heard again")
    assert [each.message for each in caplog.records] == ["heard again"]
    assert not peer.alone, "the browser's time is not this process's"
    peer.close()
    assert browser.closed


def test_a_browser_that_does_not_start_says_why(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: Any) -> Any:
        raise RuntimeError("no driver")

    monkeypatch.setattr(browser, "reset", fail)
    found, missing = find_peers()
    assert MINIWOB not in found
    assert missing[MINIWOB] == "it does not run here: RuntimeError: no driver"


def test_peers_that_are_missing_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *args: Any, **kwargs: Any) -> Any:
        if name in ("ale_py", "miniwob"):
            raise ImportError(name=name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refuse)
    found, missing = find_peers()
    assert not found
    assert missing == {PONG: "ale_py is not installed", MINIWOB: "miniwob is not installed"}
