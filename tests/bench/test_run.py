"""Runs: complete, the same every time, resumable, and honest about what broke."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from mpb_gym.audit import Record, score
from mpb_gym.bench import Job, Outcome, Plan, make_plan, run_batch, worker
from mpb_gym.bench.executors import in_processes
from mpb_gym.bench.worker import Work
from mpb_gym.episode import Episode, make_episode
from mpb_gym.errors import InfrastructureError, OptionError
from mpb_gym.spec.library import load_assignment


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a run's folder."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def lines(folder: Path) -> list[dict[str, Any]]:
    """The episodes of a run's folder."""
    text = (folder / "episodes.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the episodes that are made."""
    made: list[str] = []

    def counting(assignment: str, **options: Any) -> Episode:
        made.append(assignment)
        return make_episode(assignment, **options)

    monkeypatch.setattr(worker, "make_episode", counting)
    return made


def failing(
    monkeypatch: pytest.MonkeyPatch, victim: str, error: Exception, times: int
) -> Callable[[], int]:
    """Makes an episode break so many times; returns how often it was tried."""
    tried = 0

    def broken_at_first(assignment: str, **options: Any) -> Episode:
        nonlocal tried
        if assignment == victim:
            tried += 1
            if tried <= times:
                raise error
        return make_episode(assignment, **options)

    monkeypatch.setattr(worker, "make_episode", broken_at_first)
    return lambda: tried


def test_a_run_leaves_a_line_and_a_record_of_each_episode(plan: Plan, tmp_path: Path) -> None:
    result = run_batch(plan, tmp_path / "run")
    found = lines(tmp_path / "run")
    assert [line["assignment"] for line in found] == list(plan.assignments)
    assert [line["seed"] for line in found] == [plan.episode_seed(id) for id in plan.assignments]
    assert [line["app"] for line in found] == ["mdoordash"] * 4
    assert [line["family"] for line in found][-1] == "pair"
    assert [line["steps"] for line in found] == [1, 1, 1, 2]
    assert json.loads((tmp_path / "run/summary.json").read_text(encoding="utf-8")) == result
    assert (result["n"], result["n_tasks"], result["n_pairs"], result["errors"]) == (4, 3, 1, 0)
    assert (result["success_rate"], result["false_complete_rate"]) == (0, 1)


def test_scores_are_those_of_the_saved_records(plan: Plan, tmp_path: Path) -> None:
    run_batch(plan, tmp_path / "run")
    for line in lines(tmp_path / "run"):
        record = Record.load(tmp_path / "run" / line["record"])
        assert record.seed == line["seed"]
        assert score(load_assignment(line["assignment"]), record).to_dict() == line["card"]


def test_two_runs_leave_the_same_bytes_however_many_processes(plan: Plan, tmp_path: Path) -> None:
    run_batch(plan, tmp_path / "one")
    run_batch(plan, tmp_path / "two", workers=2)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_each_episode_is_written_down_when_it_ends(plan: Plan, tmp_path: Path) -> None:
    seen: list[int] = []
    run_batch(plan, tmp_path / "run", on_done=lambda _: seen.append(len(lines(tmp_path / "run"))))
    assert seen == [1, 2, 3, 4]


def test_an_interrupted_run_goes_on_where_it_stopped(
    plan: Plan, tmp_path: Path, counted: list[str]
) -> None:
    run_batch(plan, tmp_path / "whole")
    counted.clear()

    def stop_after_two(_: Outcome) -> None:
        if len(counted) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_batch(plan, tmp_path / "run", on_done=stop_after_two)
    told: list[str] = []
    run_batch(plan, tmp_path / "run", on_done=lambda outcome: told.append(outcome.assignment))
    assert counted == list(plan.assignments)
    assert told == list(plan.assignments)
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_a_killed_run_leaves_no_workers_behind_and_goes_on(tmp_path: Path) -> None:
    command = ["run", "--agent", "random", "--workers", "2", "--out", str(tmp_path / "run")]
    code = f"from mpb_gym.cli import main; main({command!r})"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=PIPE, stderr=PIPE)
    written = tmp_path / "run/episodes.jsonl"
    while process.poll() is None and not (written.exists() and written.read_bytes()):
        time.sleep(0.005)
    process.kill()
    process.communicate(timeout=30)  # comes back when nobody holds the pipes any more
    plan = make_plan(agent="random")
    assert 0 < len(lines(tmp_path / "run")) < len(plan.assignments)
    resumed = run_batch(plan, tmp_path / "run")
    assert resumed == run_batch(plan, tmp_path / "whole", workers=2)
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_a_finished_run_is_not_run_again(plan: Plan, tmp_path: Path, counted: list[str]) -> None:
    first = run_batch(plan, tmp_path / "run")
    counted.clear()
    assert run_batch(plan, tmp_path / "run") == first
    assert counted == []


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda line: line[: len(line) // 2], id="truncated"),
        pytest.param(lambda line: "\x00" * 20, id="zeros"),
        pytest.param(lambda line: line.replace('"card": {', '"card": {"x": {}, ')[:-2], id="cut"),
        pytest.param(lambda line: '{"card": {}}', id="not-a-line"),
        pytest.param(lambda line: line.replace('"seed": ', '"seed": 1'), id="other-seed"),
    ],
)
def test_a_damaged_line_is_reported_and_only_its_episode_run_again(
    plan: Plan, tmp_path: Path, counted: list[str], damage: Callable[[str], str]
) -> None:
    run_batch(plan, tmp_path / "run")
    before = contents(tmp_path / "run")
    file = tmp_path / "run/episodes.jsonl"
    whole = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([*whole[:3], damage(whole[3])]), encoding="utf-8")
    counted.clear()
    notices: list[str] = []
    run_batch(plan, tmp_path / "run", on_notice=notices.append)
    assert len(notices) == 1
    assert "line 4" in notices[0]
    assert counted == [plan.assignments[3]]
    assert contents(tmp_path / "run") == before


def test_an_episode_without_its_record_is_run_again(
    plan: Plan, tmp_path: Path, counted: list[str]
) -> None:
    run_batch(plan, tmp_path / "run")
    (tmp_path / "run" / lines(tmp_path / "run")[1]["record"]).unlink()
    counted.clear()
    run_batch(plan, tmp_path / "run")
    assert counted == [plan.assignments[1]]


def test_another_plan_is_refused_unless_started_over(plan: Plan, tmp_path: Path) -> None:
    run_batch(plan, tmp_path / "run")
    other = make_plan(agent="finish", tasks=plan.assignments[:1], seed=8, screen=plan.screen)
    words = r"another run \(different: assignments; seed is 7 there, 8 here; tasks\)"
    with pytest.raises(OptionError, match=words):
        run_batch(other, tmp_path / "run")
    run_batch(other, tmp_path / "run", fresh=True)
    run_batch(other, tmp_path / "new")
    assert contents(tmp_path / "run") == contents(tmp_path / "new")


@pytest.mark.parametrize("fresh", [False, True])
def test_a_folder_that_is_no_run_is_left_alone(plan: Plan, tmp_path: Path, fresh: bool) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(OptionError, match="not a run"):
        run_batch(plan, tmp_path, fresh=fresh)
    assert contents(tmp_path) == {"thesis.txt": b"years of work"}


def test_a_folder_with_an_unreadable_plan_is_refused(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text("[1, 2")
    with pytest.raises(OptionError, match="unreadable plan"):
        run_batch(plan, tmp_path)


def test_broken_infrastructure_is_retried(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = failing(monkeypatch, plan.assignments[1], InfrastructureError("gone"), times=2)
    result = run_batch(plan, tmp_path / "run")
    assert tried() == 3
    assert (result["n"], result["errors"]) == (4, 0)


def test_broken_infrastructure_is_reported_apart_and_never_scored(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim = plan.assignments[1]
    tried = failing(monkeypatch, victim, InfrastructureError("device lost"), times=3)
    result = run_batch(plan, tmp_path / "run")
    assert tried() == 3
    assert (result["n"], result["n_tasks"], result["errors"]) == (3, 2, 1)
    line = lines(tmp_path / "run")[1]
    assert (line["assignment"], line["card"], line["record"]) == (victim, None, "")
    assert line["error"] == "InfrastructureError: device lost (tried 3 times)"
    assert run_batch(plan, tmp_path / "run")["errors"] == 0, "a later run tries again"


def test_a_bug_is_an_error_with_its_traceback_and_stops_nothing(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = failing(monkeypatch, plan.assignments[0], ZeroDivisionError("a bug"), times=3)
    result = run_batch(plan, tmp_path / "run")
    assert tried() == 1
    assert (result["n"], result["errors"]) == (3, 1)
    error = lines(tmp_path / "run")[0]["error"]
    assert error.startswith("Traceback")
    assert "ZeroDivisionError: a bug" in error


class Killer(Job):
    """An episode that ends whatever process it is sent to."""

    def __reduce__(self) -> tuple[Callable[[int], None], tuple[int]]:
        return os._exit, (9,)


def test_a_worker_that_dies_takes_only_its_own_episode_along(plan: Plan, tmp_path: Path) -> None:
    (tmp_path / "records").mkdir()
    first, *others = plan.assignments
    jobs = [Killer(first), *map(Job, others)]
    outcomes = list(in_processes(Work(plan=plan, out=tmp_path), jobs, 2))
    assert sorted(outcome.assignment for outcome in outcomes) == sorted(plan.assignments)
    broken = [outcome for outcome in outcomes if outcome.card is None]
    assert [outcome.assignment for outcome in broken] == [first]
    assert broken[0].error == "its worker process died (tried 3 times)"
    assert broken[0].infrastructure


def test_workers_must_be_there(plan: Plan, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="workers: 0"):
        run_batch(plan, tmp_path / "run", workers=0)
    assert contents(tmp_path) == {}
