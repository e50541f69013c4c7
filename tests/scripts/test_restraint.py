"""The experiment on restraint: short runs, in which all happens that happens in long ones."""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from mpb_gym.agents.agent import AgentConfig
from mpb_gym.agents.planned import Helpful, Oracle
from mpb_gym.integrations.rl.demonstrations import Demonstrations
from mpb_gym.integrations.rl.evaluation import evaluate
from mpb_gym.integrations.rl.settings import Setting
from tests.scripts.loading import load

WHY = "Stable-Baselines3 is not installed: pip install 'mpb_gym[rl]'"
pytest.importorskip("torch", reason=WHY, exc_type=ImportError)
pytest.importorskip("sb3_contrib", reason=WHY, exc_type=ImportError)

pytestmark = pytest.mark.usefixtures("one_thread")

SMALL = ["--episodes", "4", "--epochs", "20", "--steps", "100", "--tasks", "3", "--seeds", "0"]
ROLLOUT = 128


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    module = load("restraint")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "ENVS", 2)
        patch.setattr(module, "PPO", {**module.PPO, "n_steps": 64, "batch_size": 64, "n_epochs": 1})
        yield module


@pytest.fixture(scope="module")
def folder(script: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a whole call leaves."""
    out = tmp_path_factory.mktemp("restraint") / "runs"
    script.main([str(out), *SMALL, "--weights", "0", "1", "--clones", "oracle"])
    return out


def test_each_run_leaves_a_file_and_each_weight_a_model(folder: Path) -> None:
    assert {file.name for file in folder.iterdir()} == {
        *("crowd_0.npz", "oracle_0.npz", "clone_oracle_0.json"),
        *("weight_0.0_0.json", "weight_0.0_0.zip", "weight_1.0_0.json", "weight_1.0_0.zip"),
    }
    found = {file.stem: json.loads(file.read_text()) for file in folder.glob("*.json")}
    effort = {"episodes": 4, "epochs": 20, "tasks": 3}
    assert found["clone_oracle_0"]["effort"] == effort
    assert found["weight_0.0_0"]["effort"] == {**effort, "steps": 100}
    assert found["weight_0.0_0"]["steps"] == ROLLOUT, "the steps taken, not those asked for"
    assert found["clone_oracle_0"]["steps"] == 0
    tasks = [[each["task"] for each in run["results"]] for run in found.values()]
    assert tasks[0] == tasks[1] == tasks[2] and len(set(tasks[0])) == 3
    assert all("/validation-" in id for id in tasks[0])
    for run in found.values():
        assert len(run["losses"]) == 20 and run["losses"][-1] < run["losses"][0]


def test_the_weight_is_all_that_differs(folder: Path, script: ModuleType) -> None:
    runs = script.runs.load_all(folder)
    ((without,), (with_,)) = (runs[f"weight_{each}"][0].curve for each in ("0.0", "1.0"))
    assert without["step"] == with_["step"] == ROLLOUT
    assert {**without, "reward": 0} == {**with_, "reward": 0}, "the first rollout is the clone's"
    assert without["reward"] == without["success"]
    assert with_["reward"] < without["reward"]


def test_a_model_does_again_what_its_file_says(folder: Path, script: ModuleType) -> None:
    from mpb_gym.integrations.rl.models import chooser, load_model, setting_of

    model = load_model(folder / "weight_1.0_0.zip")
    assert setting_of(model) == Setting(privacy=1.0, gamma=1.0)
    envs = [Setting().make("validation") for _ in range(2)]
    found = evaluate(chooser(model), envs, 3, script.UNSEEN)
    kept = script.runs.load(folder / "weight_1.0_0.json").results
    np.testing.assert_equal(list(map(asdict, found)), list(map(asdict, kept)))
    assert any(not math.isnan(each.op) for each in kept), "else nothing was put to the test"


def test_a_run_alone_is_the_run_among_others(
    folder: Path, script: ModuleType, tmp_path: Path
) -> None:
    script.main([str(tmp_path), *SMALL, "--weights", "1", "--clones"])
    (file,) = tmp_path.glob("*.json")
    alone, among = (json.loads((each / file.name).read_text()) for each in (tmp_path, folder))
    for clock in ("wall_s", "cpu_s"):
        assert alone.pop(clock) > 0 and among.pop(clock) > 0
    assert alone == among


def test_what_is_there_is_not_run_again(
    folder: Path, script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    shutil.copytree(folder, kept)
    before = {file.name: file.read_bytes() for file in kept.iterdir()}
    ran: list[tuple[object, int]] = []
    run = script.runs.load(kept / "clone_oracle_0.json")

    def note(what: object, seed: int, _: object) -> Any:
        ran.append((what, seed))
        return run

    monkeypatch.setattr(script, "run_weight", note)
    monkeypatch.setattr(script, "run_clone", note)
    (kept / "weight_0.0_0.json").unlink()  # a run that was killed
    wanted = [*SMALL, "1", "1", "--weights", "0", "1", "--clones", "oracle"]
    script.main([str(kept), *wanted])
    assert ran == [(0.0, 0), (0.0, 1), (1.0, 1), ("oracle", 1)]
    unchanged = {file.name: file.read_bytes() for file in kept.iterdir()}
    del before["weight_0.0_0.json"]
    assert before.items() <= unchanged.items()


@pytest.mark.parametrize("other", ["--episodes", "--epochs", "--steps", "--tasks"])
def test_runs_of_other_numbers_are_refused_before_anything_runs(
    folder: Path, script: ModuleType, other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "run_weight", pytest.fail)
    arguments = [str(folder), *SMALL, other, "5", "--weights", "0.5", "1", "--clones"]
    told = r"weight_1\.0_0\.json: was run with other numbers \(episodes 4, .*steps 100\)"
    with pytest.raises(SystemExit, match=told):
        script.main(arguments)


def test_clones_do_not_depend_on_steps(folder: Path, script: ModuleType) -> None:
    script.main([str(folder), *SMALL, "--steps", "5", "--weights", "--clones", "oracle"])


def test_demonstrations_of_another_number_are_refused(folder: Path, script: ModuleType) -> None:
    shown = script.demonstrated("crowd", 0, 4, folder)
    assert (shown.episodes, shown.successes) == (4, 4)
    with pytest.raises(SystemExit, match=r"crowd_0\.npz: holds 4 episodes instead of 5; give"):
        script.demonstrated("crowd", 0, 5, folder)


def test_demonstrations_are_kept_as_they_are(script: ModuleType, tmp_path: Path) -> None:
    shown = Demonstrations(
        observations={
            "nodes": np.array([[0.5], [1.0]], np.float16), "picture": np.zeros((2, 3), np.uint8)
        },
        actions=np.array([4, 2]),
        masks=np.array([[1], [128]], np.uint8),
        returns=np.array([0.25, 1.0], np.float32),
        costs=np.array([0.5, 0.0], np.float32),
        episodes=2,
        successes=1,
        left_out=3,
    )  # fmt: skip
    script.write(shown, tmp_path / "crowd_7.npz")
    assert [file.name for file in tmp_path.iterdir()] == ["crowd_7.npz"]
    found = script.read(tmp_path / "crowd_7.npz")
    assert repr(asdict(found)) == repr(asdict(shown)), "the same values, of the same types"
    assert type(found.episodes) is int


def test_one_of_eight_in_the_crowd_is_careful(script: ModuleType) -> None:
    kinds = [type(script.crowd(AgentConfig(seed=1_000_000 + each))) for each in range(800)]
    assert kinds.count(Oracle) == 100 and kinds.count(Helpful) == 700
    assert kinds[0] is Oracle


def test_all_runs_have_names_of_their_own(script: ModuleType, tmp_path: Path) -> None:
    names = [name for name, _ in script.jobs(script.parsed([str(tmp_path)]))]
    seeds = (0, 1, 2)
    kinds = ("weight_0.0", "weight_0.1", "weight_0.3", "weight_1.0", "clone_oracle", "clone_crowd")
    assert names == [f"{kind}_{seed}" for seed in seeds for kind in kinds]


def test_a_seed_decides_what_is_shown_the_weights_and_the_order(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    firsts: list[int] = []
    shown = Demonstrations(
        observations={},
        actions=np.zeros(2, np.int64),
        masks=np.zeros((2, 1), np.uint8),
        returns=np.array([1.0, 0.5], np.float32),
        costs=np.array([2.0, 1.0], np.float32),
        episodes=3,
        successes=3,
        left_out=0,
    )

    def demonstrate(env: object, agent: object, episodes: int, seed: int, gamma: float) -> Any:
        firsts.append(seed)
        return shown

    class Enough(Exception):
        pass

    def model(*_: object, seed: int, **__: object) -> Any:
        return SimpleNamespace(policy=seed)

    def clone(policy: int, given: Demonstrations, *, seed: int, **_: object) -> Any:
        raise Enough(policy, seed, given.returns.tolist())

    monkeypatch.setattr(script, "demonstrate", demonstrate)
    monkeypatch.setattr(script, "MaskablePPO", model)
    monkeypatch.setattr(script, "clone", clone)
    options = script.parsed([str(tmp_path), "--episodes", "3"])
    ran = []
    for run, what, seed in (
        *((script.run_weight, 0.0, 0), (script.run_weight, 0.5, 4)),
        *((script.run_clone, "crowd", 5), (script.run_clone, "oracle", 5)),
    ):
        with pytest.raises(Enough) as raised:
            run(what, seed, options)
        ran.append(raised.value.args)
    assert ran == [
        (0, 0, [1.0, 0.5]),
        (4, 4, [0.0, 0.0]),  # what half a weight of the costs leaves
        (5, 5, [1.0, 0.5]),
        (5, 5, [1.0, 0.5]),
    ]
    assert firsts == [1_000_000, 5_000_000, 6_000_000, 6_000_000]


class _Endless(gym.Env[int, int]):
    def __init__(self, *ends: bool) -> None:
        self.ends = ends

    def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
        return 1, 0.5, *self.ends, {"action": action}  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("terminated", "truncated", "over"),
    [(False, False, False), (False, True, True), (True, False, True), (True, True, True)],
)
def test_the_step_limit_is_an_end_for_good(
    script: ModuleType, terminated: bool, truncated: bool, over: bool
) -> None:
    env = script.LimitEnds(_Endless(terminated, truncated))
    assert env.step(1) == (1, 0.5, over, False, {"action": 1})


def _ended(success: bool, privacy: float, reward: float) -> dict[str, Any]:
    return {"is_success": success, "privacy": privacy, "episode": {"r": reward}}


def test_a_line_of_the_curve_is_of_the_episodes_that_ended(script: ModuleType) -> None:
    watch = script.Watch()
    watch.model = SimpleNamespace(num_timesteps=0)
    rollouts: list[list[dict[str, Any]]] = [
        [{"is_success": True}, _ended(True, 0.5, 1.0), _ended(False, math.nan, -1.0)],
        [{"is_success": True}],
        [_ended(True, math.nan, 0.25)],
    ]
    for number, infos in enumerate(rollouts, 1):
        watch.num_timesteps = 64 * number
        watch.locals = {"infos": infos}
        assert watch._on_step() is True
        watch._on_rollout_end()
    first, last = watch.lines
    assert first == {"step": 64, "episodes": 2, "success": 0.5, "privacy": 0.5, "reward": 0.0}
    assert math.isnan(last.pop("privacy")), "nothing was put to the test"
    assert last == {"step": 192, "episodes": 1, "success": 1.0, "reward": 0.25}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--steps", "0"], "--steps: '0' is no whole number from 1 on"),
        (["--tasks", "0"], "--tasks: '0' is no whole number from 1 on"),
        (["--episodes", "x"], "--episodes: 'x' is no whole number from 1 on"),
        (["--epochs", "-1"], "--epochs: '-1' is no whole number from 1 on"),
        (["--seeds", "0", "-1"], "--seeds: '-1' is no whole number from 0 on"),
        (["--weights", "nan"], "--weights: 'nan' is no number from 0 on"),
        (["--clones", "timid"], "--clones: invalid choice: 'timid'"),
    ],
)
def test_bad_arguments_are_refused_in_words(
    script: ModuleType,
    arguments: list[str],
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        script.main([str(tmp_path / "new"), *arguments])
    assert told in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
