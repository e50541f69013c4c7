"""The examples for Stable-Baselines3, as a user calls them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

WHY = "Stable-Baselines3 is not installed: pip install 'mpb_gym[rl]'"

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _installed() -> None:
    for name in ("torch", "sb3_contrib", "tensorboard", "tqdm"):
        pytest.importorskip(name, reason=WHY, exc_type=ImportError)


def _run(script: str, *arguments: object, code: int = 0) -> str:
    # One thread: the networks are small, and other tests run beside this one.
    env = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "COLUMNS": "120"}
    command = [sys.executable, f"examples/{script}.py", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def _logged(folder: Path) -> dict[str, list[int]]:
    """The time steps at which each figure was logged, over all files of a folder."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    found: dict[str, list[int]] = {}
    for file in sorted(folder.rglob("events.*")):
        events = EventAccumulator(str(file))
        events.Reload()
        for tag in events.Tags()["scalars"]:
            scalars = events.Scalars(tag)
            found.setdefault(tag, []).extend(each.step for each in scalars)
    return found


@pytest.mark.parametrize(
    ("script", "arguments"), [("train_ppo", ()), ("train_maskable_ppo", ("--processes",))]
)
def test_it_trains_and_what_it_saved_can_be_evaluated(
    script: str, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    said = _run(script, "--smoke", "--privacy", 0.5, "--out", tmp_path, *arguments)
    assert "128 steps" in said and str(tmp_path / "model.zip") in said
    assert (tmp_path / "checkpoints" / "model_64.zip").is_file()
    logged = _logged(tmp_path / "log")
    assert logged["validation/success"] == [64, 128]
    assert logged["validation/pqsr"] == logged["validation/n"] == [64, 128]
    assert logged["train/loss"], "and what Stable-Baselines3 logs itself"
    table = _run("evaluate_policy", tmp_path / "model.zip", "--episodes", 3)
    assert re.search(r"128 steps: MyPhone-mDoorDash-v0, explicit, validation, n = 3", table)
    assert re.search(r"^success +\d\.\d{3} +\d\.\d{3} to \d\.\d{3} +3$", table, re.MULTILINE)


def test_a_stopped_training_goes_on_where_it_was(tmp_path: Path) -> None:
    masked = ("train_maskable_ppo", "--smoke", "--policy", "element", "--out", tmp_path)
    assert "64 steps, 10 updates" in _run(*masked, "--steps", 64)
    assert "128 steps, 20 updates" in _run(*masked, "--resume", tmp_path / "model.zip")
    logged = _logged(tmp_path / "log")
    assert logged["validation/success"] == [64, 128]
    assert len(list((tmp_path / "log").iterdir())) == 1, "one curve"
    error = _run(*masked, "--resume", tmp_path / "model.zip", code=1)
    assert "has learnt for 128 steps" in error and "Traceback" not in error

    wanted = ("--episodes", 2, "--split", "train", "--json", "-")
    found = json.loads(_run("evaluate_policy", tmp_path / "model.zip", *wanted))
    assert found["metrics"]["success"]["n"] == 2 and found["split"] == "train"
    assert [row["task"].startswith("mdoordash/train-") for row in found["results"]] == [True] * 2


def test_a_wrong_path_is_named(tmp_path: Path) -> None:
    error = _run("evaluate_policy", tmp_path / "gone.zip", code=1)
    assert "gone.zip: there is no such file" in error and "Traceback" not in error
