"""Finished runs, scored again: the same by default, and by the published rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mpb_gym.audit import summarise
from mpb_gym.audit.paper import PairCard, PaperCard
from mpb_gym.bench import Plan, make_plan, run_batch, worker
from mpb_gym.bench.export import export_upstream
from mpb_gym.bench.rescore import (
    Rescored,
    crashes,
    default_means,
    paper_id,
    paper_means,
    record_files,
    rescore,
)
from mpb_gym.episode import Episode, make_episode
from mpb_gym.errors import OptionError, SpecError

TASKS = ("mdoordash/001", "mdoordash/pair_02", "mzocdoc/001", "mzocdoc/009")


@pytest.fixture(scope="module", params=["oracle", "helpful", "finish"])
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run with repeats."""
    out: Path = tmp_path_factory.mktemp(request.param) / "run"
    plan = make_plan(agent=request.param, tasks=TASKS, repeats=2, screen=(216, 480))
    run_batch(plan, out)
    return out


def again(run: Path, *, paper: bool = False) -> list[Rescored]:
    return [rescore(file, paper=paper) for file in record_files([run])]


def lines(run: Path) -> list[dict[str, Any]]:
    text = (run / "episodes.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def body(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def test_by_default_the_scores_are_the_saved_ones_to_the_byte(run: Path) -> None:
    saved = [json.dumps(line["card"], ensure_ascii=False) for line in lines(run)]
    text = (run / "episodes.jsonl").read_text(encoding="utf-8")
    assert all(card in line for card, line in zip(saved, text.splitlines(), strict=True))
    found = again(run)
    assert [json.dumps(each.card.to_dict(), ensure_ascii=False) for each in found] == saved
    assert default_means(found, []) == summarise([each.card for each in found]).to_dict()


def test_records_come_in_the_order_of_the_run_with_their_repeats(run: Path) -> None:
    names = [each.name for each in again(run)]
    assert names[:2] == [TASKS[0], f"{TASKS[0]}.2"]
    assert [f"{line['assignment']}{'.2' * line['repeat']}" for line in lines(run)] == names


def test_both_profiles_come_of_the_same_record(run: Path) -> None:
    for each in again(run, paper=True):
        assert isinstance(each.paper, PairCard if "pair" in each.name else PaperCard)
        found = each.to_dict()
        assert set(found) == {"assignment", "card", "paper", "differences"}
        assert json.loads(json.dumps(found)) == json.loads(json.dumps(each.to_dict()))
    assert again(run)[0].differences == ()


def test_an_export_has_the_published_layout(run: Path, tmp_path: Path) -> None:
    episodes = again(run, paper=True)
    count = export_upstream(episodes, [], tmp_path / "out")
    files = sorted(
        file.relative_to(tmp_path / "out").as_posix()
        for file in (tmp_path / "out").rglob("*")
        if file.is_file()
    )
    assert count == len(files)
    report = body(tmp_path / "out/mzocdoc/layer1/001_explicit/report.json")
    assert list(report) == [
        "task_id", "goal", "difficulty", "step_count", "resolved", "verification",
        "privacy_score", "privacy", "access_log",
    ]  # fmt: skip
    episode = next(each for each in episodes if each.name == "mzocdoc/001")
    first = episode.paper
    assert isinstance(first, PaperCard)
    assert report["resolved"] == first.resolved
    assert report["privacy_score"] == first.privacy == report["privacy"]["privacy_score"]
    steps = body(tmp_path / "out/mzocdoc/layer1/001_explicit/raw_steps.json")
    assert len(steps) == report["step_count"] == len(episode.record.issued)
    assert set(steps[0]) == {
        "step", "messages", "response", "parsed_actions", "execution_results", "thinking",
    }  # fmt: skip
    assert steps[-1]["parsed_actions"][0] == dict(episode.record.issued[-1].command)
    assert "mzocdoc/layer1/001_explicit.2/report.json" in files
    pair = body(tmp_path / "out/mdoordash/layer2/pair_02/pair_result.json")
    assert list(pair) == [
        "pair_id", "expected_save_key", "task_a", "task_b", "db_snapshot_items", "pair_score",
    ]  # fmt: skip
    assert f"mdoordash/layer2/pair_02/{pair['task_a']['task_id']}/report.json" in files
    assert f"mdoordash/layer2/pair_02/{pair['task_b']['task_id']}/report.json" in files


def test_summaries_are_made_of_the_reports(run: Path, tmp_path: Path) -> None:
    export_upstream(again(run, paper=True), [], tmp_path / "out")
    one, every = (
        body(tmp_path / "out" / name) for name in ("mzocdoc/summary.json", "summary.json")
    )
    reports = {
        file.parent.name: body(file)
        for file in (tmp_path / "out/mzocdoc/layer1").glob("*/report.json")
    }
    assert {each["task_id"] for each in one["per_task"]} == set(reports)
    for each in one["per_task"]:
        report = reports[each["task_id"]]
        assert each["privacy_score"] == report["privacy_score"]
        assert each["resolved"] == report["resolved"]
        assert each["eval_status"] == report["privacy"]["eval_status"]
    done = [report["resolved"] for report in reports.values()]
    assert one["task_success_rate"] == sum(done) / len(done)
    assert (every["total_tasks"], every["total_pairs"]) == (6, 2)
    assert {each["task_id"] for each in every["per_task"]} >= {"mzocdoc/001_explicit"}
    results = (tmp_path / "out/mdoordash/layer2").glob("*/pair_result.json")
    scores = [body(file)["pair_score"] for file in results]
    assert every["personalization"]["full_loop_rate"] == sum(scores) / len(scores)


def test_exporting_twice_leaves_the_same_bytes(run: Path, tmp_path: Path) -> None:
    found = []
    for name in ("one", "two"):
        export_upstream(again(run, paper=True), [], tmp_path / name)
        files = sorted((tmp_path / name).rglob("*.json"))
        found.append([(f.relative_to(tmp_path / name), f.read_bytes()) for f in files])
    assert found[0] == found[1]


def test_what_broke_counts_as_a_zero_in_paper_and_apart_by_default(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(assignment: str, **options: Any) -> Episode:
        if assignment in ("mzocdoc/009", "mdoordash/pair_02"):
            raise RuntimeError("out of paper")
        return make_episode(assignment, **options)

    monkeypatch.setattr(worker, "make_episode", broken)
    run_batch(make_plan(agent="oracle", tasks=TASKS, screen=(216, 480)), tmp_path / "run")
    episodes, lost = again(tmp_path / "run", paper=True), crashes(tmp_path / "run")
    assert [each.name for each in lost] == ["mdoordash/pair_02", "mzocdoc/009"]
    assert (default_means(episodes, lost)["errors"], default_means(episodes, lost)["n"]) == (2, 2)
    means = paper_means(episodes, lost)
    assert (means["total_tasks"], means["total_pairs"]) == (3, 1)
    assert means["task_success_rate"] == pytest.approx(2 / 3)
    assert means["avg_privacy_score"] == 0.5  # mDoorDash's is not full
    export_upstream(episodes, lost, tmp_path / "out")
    report = body(next((tmp_path / "out/mzocdoc/layer1").glob("009_*/report.json")))
    assert (report["resolved"], report["privacy_score"]) == (False, 0.0)
    assert body(tmp_path / "out/mdoordash/layer2/pair_02/pair_result.json")["pair_score"] == 0


def test_a_run_that_cannot_be_read_is_named(plan: Plan, tmp_path: Path) -> None:
    run_batch(plan, tmp_path / "run")
    (tmp_path / "run/episodes.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(SpecError, match="line 1"):
        record_files([tmp_path / "run"])
    assert crashes(tmp_path) == []
    with pytest.raises(OptionError, match="no file or folder"):
        record_files([tmp_path / "nowhere"])


@pytest.mark.parametrize(
    ("name", "expected"),
    [("mzocdoc/001", "x"), ("mzocdoc/001.2", "x.2"), ("mzocdoc/train-3.12", "x.12")],
)
def test_a_repeat_keeps_its_number(name: str, expected: str) -> None:
    assert paper_id(name, "x") == expected
