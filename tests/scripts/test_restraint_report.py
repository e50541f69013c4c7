"""Curves and tables of the experiment on restraint, of made-up runs."""

from __future__ import annotations

import json
import math
import statistics
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mpb_gym.integrations.rl.evaluation import Result
from tests.scripts.loading import load

REPORT, RUNS = load("restraint_report"), load("runs")
NAN = math.nan
OLD = "# Page\n\n<!-- restraint -->\nold\n<!-- /restraint -->\n\nWhat follows.\n"
TRAINED = {"losses": [1.0], "wall_s": 150.0, "cpu_s": 90.0}


def result(number: int, success: bool, *scores: float) -> Result:
    privacy = float(np.nanmean(scores)) if not np.all(np.isnan(scores)) else NAN
    op, tr, fm = scores
    return Result(
        task=f"a/{number}", success=success, privacy=privacy, op=op, tr=tr, fm=fm, steps=9
    )


def run(*results: Result, **more: Any) -> Any:
    return RUNS.Run(**{**TRAINED, "results": list(results), **more})


def line(step: float, success: float, privacy: float) -> dict[str, float]:
    return {"step": step, "episodes": 4, "success": success, "privacy": privacy, "reward": 0.0}


def careful(seed: int) -> list[Result]:
    return [
        result(0, True, 1, 1, 1),
        result(1, True, 1, NAN, 0.75),
        result(2, seed != 1, 1, NAN, NAN),
        result(3, seed == 0, NAN, NAN, NAN),
    ]


def careless(seed: int) -> list[Result]:
    return [
        result(0, True, 0, 0, seed / 4),
        result(1, seed != 2, 0.5, NAN, 0.25),
        result(2, True, NAN, NAN, 0),
        result(3, True, 0, 1, NAN),
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three seeds of two weights, one of the third and of a clone."""
    out = tmp_path / "runs"
    out.mkdir()
    kinds = {
        "weight_10.0": (careful, [0]),
        "weight_0.0": (careless, [0, 1, 2]),
        "weight_1.0": (careful, [0, 1, 2]),
        "clone_crowd": (careless, [0]),
    }
    for name, (results, seeds) in kinds.items():
        for seed in seeds:
            trained = {}
            if name.startswith("weight"):
                curve = [line(4096 * each, each / 3, NAN if each == 1 else 0.5) for each in (1, 2)]
                trained = {"curve": curve, "steps": 8192, "cpu_s": 60.0 * (seed + 2)}
            RUNS.save(run(*results(seed), **trained), out / f"{name}_{seed}.json")
    return out


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.md"
    file.write_text(OLD)
    return file


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def recomputed(folder: Path, name: str) -> dict[str, tuple[list[float], int]]:
    """From the files themselves: of each metric the seeds' means, and the number of episodes."""
    means: dict[str, list[float]] = {}
    numbers: dict[str, int] = {}
    for file in sorted(folder.glob(f"{name}_*.json")):
        results = json.loads(file.read_text())["results"]
        for each in results:
            enough = each["privacy"] is None or each["privacy"] >= 0.7
            each["pqsr"] = each["success"] and enough
        for metric in ("success", "privacy", "op", "tr", "fm", "pqsr"):
            known = [float(each[metric]) for each in results if each[metric] is not None]
            means.setdefault(metric, []).append(statistics.mean(known))
            numbers[metric] = numbers.get(metric, 0) + len(known)
    return {metric: (values, numbers[metric]) for metric, values in means.items()}


def test_the_table_is_what_the_files_hold(folder: Path, page: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    figure = tmp_path / "figure.png"
    REPORT.main([str(folder), "--page", str(page), "--figure", str(figure)])
    before, after = "# Page\n\n<!-- restraint -->\n", "\n<!-- /restraint -->\n\nWhat follows.\n"
    text = page.read_text()
    assert text.startswith(before) and text.endswith(after)
    lines = text.splitlines()
    head = lines.index("| policy | seeds | success | privacy | OP | TR | FM | PQSR(0.7) |")
    rows = {cells(row)[0]: cells(row)[1:] for row in lines[head + 2 : head + 6]}
    assert list(rows) == [
        *("clone of the crowd", "PPO, privacy weight 0", "PPO, privacy weight 1"),
        "PPO, privacy weight 10",
    ], "the lowest weight first, by number"
    names = ("clone_crowd", "weight_0.0", "weight_1.0", "weight_10.0")
    for (seeds, *found), name in zip(rows.values(), names, strict=True):
        for cell, (values, n) in zip(found, recomputed(folder, name).values(), strict=True):
            assert int(seeds) == len(values)
            told = f"{statistics.mean(values):.2f}"
            if len(values) > 1:  # 4.303 is Student's t for three values
                told += f" ± {4.303 * statistics.stdev(values) / math.sqrt(len(values)):.2f}"
            assert cell == f"{told} ({n})", name
    with Image.open(figure) as picture:
        assert picture.size == (990, 374)
        assert len(picture.convert("RGB").getcolors(1 << 20) or ()) > 100


def test_weights_are_sorted_as_numbers() -> None:
    names = ["weight_10.0", "clone_crowd", "weight_2.0", "weight_1e-05"]
    found = {name: {0: run(*careful(0))} for name in names}
    assert REPORT.weights(found) == ["weight_1e-05", "weight_2.0", "weight_10.0"]


def test_weights_are_compared_seed_by_seed(folder: Path) -> None:
    (folder / "weight_1.0_1.json").unlink()
    _, told = REPORT.differences(RUNS.load_all(folder))
    with_, without = (recomputed(folder, f"weight_{each}") for each in ("1.0", "0.0"))
    parts = []
    for metric, head in REPORT.HEADS.items():
        (first, last), (zero, _, two) = with_[metric][0], without[metric][0]
        rises = [first - zero, last - two]
        half = 12.706 * statistics.stdev(rises) / math.sqrt(2)
        parts.append(f"{head} {statistics.mean(rises):.2f} ± {half:.2f}")
    assert parts[4] == "FM 0.71 ± 1.06", "worked out by hand"
    assert told == f"Weight 1 less weight 0, of the same seed (n = 2): {', '.join(parts)}."


def test_nothing_is_compared_without_both_weights(folder: Path) -> None:
    found = RUNS.load_all(folder)
    assert len(REPORT.differences(found)) == 2
    del found["weight_0.0"]
    assert REPORT.differences(found) == []
    found["weight_0.0"] = {7: found["weight_1.0"][0]}
    assert REPORT.differences(found) == []


def test_what_training_took_is_told(folder: Path) -> None:
    found = RUNS.load_all(folder)
    assert REPORT.cost(found) == [
        "",
        "4 unseen tasks each; 8,192 steps of PPO. A run, imitation included, took 2 to 4 minutes "
        "of one core's time (2 by the clock, beside others).",
    ]
    assert REPORT.cost({"clone_crowd": found["clone_crowd"]}) == []


@pytest.mark.parametrize(
    ("count", "point"),
    [(2, 12.706), (3, 4.303), (4, 3.182), (6, 2.571), (9, 2.306), (11, 2.228), (31, 2.042)],
)
def test_points_of_students_t(count: int, point: float) -> None:
    assert REPORT.student(count) == pytest.approx(point, abs=0.001)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ([], "–"),
        ([NAN, NAN], "–"),
        ([0.25], "0.25"),
        ([0.25, NAN], "0.25"),
        ([0.5, 0.5, 0.5], "0.50 ± 0.00"),
        ([0.2, 0.4, 0.6], "0.40 ± 0.50"),
        ([0.2, NAN, 0.4, 0.6], "0.40 ± 0.50"),
        ([0.4 + each / 1000 for each in range(12)], "0.41 ± 0.00"),
    ],
)
def test_means_are_of_the_seeds_that_have_a_value(values: list[float], told: str) -> None:
    assert REPORT.interval(values) == told


def test_a_score_that_no_episode_has_is_no_number() -> None:
    found = {"weight_0.5": {0: run(result(0, False, 1, NAN, NAN))}}
    told = ["1", "0.00 (1)", "1.00 (1)", "1.00 (1)", "– (0)", "– (0)", "0.00 (1)"]
    assert cells(REPORT.table(found)[2]) == ["PPO, privacy weight 0.5", *told]


def test_curves_are_put_together_where_each_seed_has_a_value() -> None:
    seeds = {
        0: run(curve=[line(1, 0.2, 0.5), line(2, 0.4, NAN), line(3, 0.6, 0.5)]),
        1: run(curve=[line(1, 0.4, 0.7), line(3, 1.0, 0.7), line(4, 1.0, 0.7)]),
    }
    low, high = REPORT.band(seeds, "success")
    assert low == pytest.approx((1, 0.2, 0.3, 0.4)) and high == pytest.approx((3, 0.6, 0.8, 1.0))
    assert [each.step for each in REPORT.band({0: seeds[0]}, "privacy")] == [1, 3]
    assert REPORT.band({0: run(curve=[])}, "success") == []


def test_every_weight_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    from matplotlib.axes import Axes

    drawn: list[str] = []
    plot = Axes.plot

    def note(self: Axes, *arguments: Any, **more: Any) -> Any:
        drawn.append(more["label"])
        return plot(self, *arguments, **more)

    monkeypatch.setattr(Axes, "plot", note)
    names = [f"weight_{each / 10}" for each in range(9)]
    curve = [line(1, 0.5, 0.5), line(2, 0.6, NAN)]
    REPORT.draw({name: {0: run(curve=curve)} for name in names}, tmp_path / "figure.png")
    labels = [f"{each / 10:g} (n = 1)" for each in range(9)]
    assert drawn == labels * 2 and (tmp_path / "figure.png").is_file()


def test_without_weights_there_is_a_table_and_no_figure(page: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    RUNS.save(run(*careful(0)), tmp_path / "clone_oracle_0.json")
    REPORT.main([str(tmp_path), "--page", str(page), "--figure", str(tmp_path / "figure.png")])
    assert "| clone of the oracle | 1 | " in page.read_text()
    assert not (tmp_path / "figure.png").exists()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"results": careful(0)[:3]}, "evaluated on different tasks"),
        ({"results": careful(0)[::-1]}, "evaluated on different tasks"),
        ({"effort": {"episodes": 5}}, "shown different numbers of episodes or epochs"),
        ({"effort": {"epochs": 5}}, "shown different numbers of episodes or epochs"),
        ({"steps": 4096}, "trained for different numbers of steps"),
    ],
)
def test_runs_that_are_not_alike_are_refused_and_nothing_is_written(
    changes: dict[str, Any], told: str, folder: Path, page: Path, tmp_path: Path
) -> None:
    odd = {"results": careful(0), "steps": 8192, **changes}
    RUNS.save(run(**odd), folder / "weight_5.0_0.json")
    figure = tmp_path / "figure.png"
    with pytest.raises(SystemExit, match=f"weight_5.0_0 were {told}; keep them in folders of"):
        REPORT.main([str(folder), "--page", str(page), "--figure", str(figure)])
    assert page.read_text() == OLD and not figure.exists()


def test_an_empty_folder_or_a_page_without_a_place_leaves_all_as_it_was(
    folder: Path, page: Path, tmp_path: Path
) -> None:
    figure = ["--figure", str(tmp_path / "figure.png")]
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(SystemExit, match="there are no finished runs"):
        REPORT.main([str(empty), "--page", str(page), *figure])
    assert page.read_text() == OLD
    page.write_text("no place")
    with pytest.raises(SystemExit, match="once each, in this order"):
        REPORT.main([str(folder), "--page", str(page), *figure])
    assert page.read_text() == "no place" and not (tmp_path / "figure.png").exists()
