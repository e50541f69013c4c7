"""Files of finished runs."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mpb_gym.integrations.rl.evaluation import Result
from tests.scripts.loading import load

RUNS = load("runs")
NAN = math.nan
RESULT = Result(task="a/1", success=True, privacy=0.5, op=0.5, tr=NAN, fm=NAN, steps=7)


def run(**changes: Any) -> Any:
    line = {"step": 64, "episodes": 3, "success": 0.5, "privacy": NAN, "reward": -0.25}
    values: dict[str, Any] = {
        "effort": {"episodes": 2, "steps": 60},
        "losses": [1.5, 0.5],
        "curve": [line],
        "steps": 64,
        "wall_s": 2.5,
        "cpu_s": 1.25,
        "results": [RESULT],
    }
    return RUNS.Run(**{**values, **changes})


def test_what_is_saved_can_be_read_again(tmp_path: Path) -> None:
    RUNS.save(run(), tmp_path / "weight_0.5_0.json")
    assert [file.name for file in tmp_path.iterdir()] == ["weight_0.5_0.json"]
    found = RUNS.load(tmp_path / "weight_0.5_0.json")
    np.testing.assert_equal(asdict(found), asdict(run()))
    assert found.tasks == ["a/1"]


def test_it_is_json_as_all_programs_read_it(tmp_path: Path) -> None:
    RUNS.save(run(), tmp_path / "run.json")

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    data = json.loads((tmp_path / "run.json").read_text(), parse_constant=refuse)
    assert data["results"] == [{**asdict(RESULT), "tr": None, "fm": None}]
    assert data["curve"][0]["privacy"] is None and data["curve"][0]["reward"] == -0.25


def test_a_run_that_cannot_be_written_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="JSON"):
        RUNS.save(run(losses=[math.inf]), tmp_path / "run.json")
    assert not (tmp_path / "run.json").exists()


def test_files_of_before_efforts_were_noted_are_read(tmp_path: Path) -> None:
    old = {"losses": [1.0], "wall_s": 1.0, "cpu_s": 1.0, "results": [asdict(RESULT)]}
    (tmp_path / "clone_crowd_2.json").write_text(json.dumps(old))  # with NaN, as it was then
    found = RUNS.load_all(tmp_path)["clone_crowd"][2]
    assert (found.effort, found.steps, found.curve) == ({}, 0, [])
    assert math.isnan(found.results[0].fm) and found.results[0].op == 0.5


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"losses": [1.0',
        '{"results": 3}',
        '{"losses": [], "wall_s": 1, "cpu_s": 1}',
        '{"losses": [], "wall_s": 1, "cpu_s": 1, "results": [{"task": "a/1"}]}',
    ],
)
def test_what_is_no_run_is_named_with_what_to_do(text: str, tmp_path: Path) -> None:
    (tmp_path / "weight_1.0_0.json").write_text(text)
    with pytest.raises(SystemExit, match=r"weight_1\.0_0\.json: not a finished run .*delete it"):
        RUNS.load_all(tmp_path)


def test_a_folder_is_read_by_name_and_seed(tmp_path: Path) -> None:
    names = ("weight_0.5_0", "weight_0.5_12", "weight_1e-05_3", "clone_oracle_1")
    for number, name in enumerate(names):
        RUNS.save(run(steps=number), tmp_path / f"{name}.json")
    (tmp_path / "crowd_0.npz").touch()
    (tmp_path / "weight_0.1_0.77.partial").touch()  # of a process that was killed
    found = RUNS.load_all(tmp_path)
    seeds = {name: sorted(each) for name, each in found.items()}
    assert seeds == {"weight_0.5": [0, 12], "weight_1e-05": [3], "clone_oracle": [1]}
    assert found["weight_0.5"][12].steps == 1
    assert sorted(name for name, _ in RUNS.each_of(found)) == sorted(names)


@pytest.mark.parametrize("name", ["weight_0.5", "weight_much_0", "other_0.5_0", "clone_crowd_x"])
def test_a_name_that_says_not_of_what_is_refused(name: str, tmp_path: Path) -> None:
    RUNS.save(run(), tmp_path / f"{name}.json")
    with pytest.raises(SystemExit, match=r"\.json: a run is called weight_NUMBER_SEED\.json or"):
        RUNS.load_all(tmp_path)


def test_a_folder_without_runs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"no finished runs; scripts/restraint\.py makes them"):
        RUNS.load_all(tmp_path)
