"""The example for RLlib, where its pins allow it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import examples.train_rllib as example

ROOT = Path(__file__).parents[2]


def test_it_trains_on_two_workers() -> None:
    pytest.importorskip("ray.rllib", reason=example.NEEDS, exc_type=ImportError)
    command = [sys.executable, "examples/train_rllib.py", "--iterations", "2", "--batch", "200"]
    quiet = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **quiet}, capture_output=True, text=True, check=True
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("iteration ")]
    assert len(lines) == 2 and "400 steps so far" in lines[1]


def test_without_rllib_it_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray.rllib.algorithms.ppo", None)
    with pytest.raises(
        SystemExit, match=r'virtual environment.*pip install mpb_gym "ray\[rllib\]"'
    ):
        example.make_config("MyPhone-mDoorDash-v0", "train", 10, 1, 100)


def test_observations_and_masks_are_what_rllib_is_promised() -> None:
    env = example.make_env({"id": "MyPhone-mDoorDash-v0", "split": "train", "steps": 5})
    seen, _ = env.reset(seed=0)
    for _ in range(5):
        assert env.observation_space.contains(seen)
        mask = seen["action_mask"]
        assert 0 < mask.sum() < len(mask)
        seen, _, terminated, truncated, _ = env.step(int(mask.argmax()))
    assert truncated and not terminated
