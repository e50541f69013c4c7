"""Learning from pixels: a short run of it."""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from mpb_gym.integrations.rl.evaluation import Result
from tests.scripts.loading import load

WHY = "Stable-Baselines3 is not installed: pip install 'mpb_gym[rl]'"
pytest.importorskip("torch", reason=WHY, exc_type=ImportError)
pytest.importorskip("sb3_contrib", reason=WHY, exc_type=ImportError)

pytestmark = pytest.mark.usefixtures("one_thread")

OLD = "# Page\n<!-- pixels -->\nold\n<!-- /pixels -->\nWhat follows.\n"


@pytest.fixture
def script() -> Iterator[ModuleType]:
    module = load("pixels")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "ENVS", 2)
        patch.setattr(module, "PPO", {**module.PPO, "n_steps": 8, "batch_size": 8, "n_epochs": 1})
        yield module


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.md"
    file.write_text(OLD)
    return file


def test_the_table_is_what_the_results_hold(
    script: ModuleType, page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = ["--episodes", "3", "--steps", "20", "--tasks", "3"]
    script.main([*small, "--page", str(page), "--keep", str(tmp_path / "kept")])
    kept = {file.stem: json.loads(file.read_text()) for file in (tmp_path / "kept").iterdir()}
    assert set(kept) == {"pixels_clone", "pixels_ppo"}
    assert kept["pixels_clone"]["effort"] == {"episodes": 3, "tasks": 3}
    assert kept["pixels_ppo"]["effort"] == {"episodes": 3, "tasks": 3, "steps": 20}
    assert (kept["pixels_clone"]["steps"], kept["pixels_ppo"]["steps"]) == (0, 32)
    assert len(kept["pixels_clone"]["losses"]) == 8
    cells = []
    for run in (kept["pixels_clone"], kept["pixels_ppo"]):
        assert len({each["task"] for each in run["results"]}) == 3
        assert all("/validation-" in each["task"] for each in run["results"])
        success = statistics.mean(float(each["success"]) for each in run["results"])
        steps = statistics.mean(each["steps"] for each in run["results"])
        cells.append(f"3 | {success:.2f} | {steps:.1f} |")
    assert page.read_text() == (
        "# Page\n<!-- pixels -->\n"
        "| from 84 x 84 pixels | unseen tasks | success | steps |\n|---|---|---|---|\n"
        f"| clone of the oracle, 3 episodes | {cells[0]}\n"
        f"| after 32 steps of PPO | {cells[1]}\n\n"
        "One seed; 0 minutes by the clock, on one core of a machine in use.\n"
        "<!-- /pixels -->\nWhat follows.\n"
    ), "the steps taken, not those asked for"


def test_a_row_is_the_mean_of_its_results(script: ModuleType) -> None:
    results = [
        Result(task=f"a/{steps}", success=done, privacy=1, op=1, tr=1, fm=1, steps=steps)
        for done, steps in ((True, 7), (True, 8), (False, 100))
    ]
    run = script.runs.Run(effort={"episodes": 9}, losses=[], wall_s=1.0, cpu_s=1.0, results=results)
    assert script.row(run) == "| clone of the oracle, 9 episodes | 3 | 0.67 | 38.3 |"


def test_only_the_screenshot_is_seen(script: ModuleType) -> None:
    env = script.SETTING.make()
    observation, _ = env.reset(seed=0)
    assert {name: value.shape for name, value in observation.items()} == {"screenshot": (84, 84, 3)}
    assert env.unwrapped.episode.task.family == "cancel_all"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--tasks", "0"], "--tasks: '0' is no whole number from 1 on"),
        (["--episodes", "-3"], "--episodes: '-3' is no whole number from 1 on"),
        (["--steps", "1.5"], "--steps: '1.5' is no whole number from 1 on"),
        (["--seed", "-1"], "--seed: '-1' is no whole number from 0 on"),
    ],
)
def test_bad_arguments_are_refused_in_words(
    script: ModuleType, arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        script.main(arguments)
    assert told in capsys.readouterr().err


def test_a_page_without_a_place_is_refused_before_anything_is_trained(
    script: ModuleType, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def train(options: argparse.Namespace) -> None:
        pytest.fail("it trains")

    monkeypatch.setattr(script, "train", train)
    page.write_text("no place")
    with pytest.raises(SystemExit, match="once each, in this order"):
        script.main(["--page", str(page)])
