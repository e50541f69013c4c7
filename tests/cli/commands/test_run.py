"""``mpb run``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from mpb_gym.bench import worker
from mpb_gym.errors import InfrastructureError
from mpb_gym.spec.library import assignment_ids
from tests.cli.calling import Mpb


def test_a_run_prints_its_means_and_writes_them(mpb: Mpb, tmp_path: Path) -> None:
    ids = assignment_ids("mdoordash")[:2]
    tasks = [word for id in ids for word in ("--task", id)]
    out = tmp_path / "out"
    done = mpb("run", "--agent", "noop", *tasks, "--out", out, "--screen", "216x480")
    assert done.code == 0
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    assert summary["n"] == 2
    rows = {line.split()[0]: line.split() for line in done.out.splitlines()}
    assert rows["success"] == ["success", "0.000", "0.000", "–", "0.658", "2"]
    assert rows["privacy"] == ["privacy", "–", "0"]
    assert "2 episodes (2 tasks, 0 pairs), 0 errors" in done.out


def test_the_user_of_a_run_is_named_or_described(mpb: Mpb, tmp_path: Path) -> None:
    described = '{"kind": "revoke", "steps": 3, "base": "approve"}'
    for user in ("deny_unnecessary", described):
        out = tmp_path / user[:4]
        run = ("run", "--agent", "noop", "--task", "mdoordash/001", "--out", str(out))
        assert mpb(*run, "--user", user).code == 0
        assert json.loads((out / "summary.json").read_text())["user"] == user
        (record,) = (out / "records").rglob("*.json")
        assert json.loads(record.read_text())["user"] == user


def test_what_agents_do_after_a_denial_is_shown_where_there_was_one(
    mpb: Mpb, tmp_path: Path
) -> None:
    run = ("run", "--agent", "oracle", "--task", "mdoordash/001", "--out", str(tmp_path / "run"))
    assert "denied, " not in mpb(*run).out
    out = mpb(*run, "--fresh", "--user", "deny").out
    rows = {line.split("  ")[0]: line.split() for line in out.splitlines() if "denied, " in line}
    assert len(rows) == 4
    assert rows["denied, value invented"][-1] == "1"
    assert "0.000" in rows["denied, asked again"]


def test_a_run_goes_to_a_folder_of_its_agents_name(
    mpb: Mpb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    mpb("run", "--agent", "noop", "--task", assignment_ids()[0])
    assert (tmp_path / "runs/noop/summary.json").is_file()


def test_a_run_with_a_broken_episode_has_exit_code_1(
    mpb: Mpb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object, **__: object) -> None:
        raise InfrastructureError("device lost")

    monkeypatch.setattr(worker, "make_episode", lost)
    id = assignment_ids()[0]
    done = mpb("run", "--agent", "noop", "--task", id, "--out", tmp_path / "out")
    assert done.code == 1
    assert "1 error;" in done.out
    assert f"{id}: InfrastructureError: device lost" in done.out


AGENT = """
from mpb_gym.agents import Usage
from mpb_gym.commands import Terminate

class Agent:
    planned = False
    def __init__(self, config):
        self.usage, self.tokens = Usage(), config.options["tokens"]
    def begin(self, view, plan): ...
    def act(self, view):
        self.usage += Usage(requests=1, input_tokens=self.tokens, cost=0.25, latency_s=2)
        return Terminate(status="fail")
"""


def test_a_class_in_the_current_folder_is_run_and_its_budget_kept(
    mpb: Mpb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "somebodys_agent.py").write_text(AGENT, encoding="utf-8")
    ids = assignment_ids("mdoordash")[:2]
    command = ["run", "--agent", "somebodys_agent:Agent", "--option", "tokens=1000"]
    command += ["--screen", "216x480", "--repeats", "2", "--trace"]
    command += [word for id in ids for word in ("--task", id)]
    stopped = mpb(*command, "--max-tokens-total", "2500")
    assert stopped.code == 3
    assert "3000 of 2500 tokens are used; 3 of 4 episodes are done" in " ".join(stopped.err.split())
    done = mpb(*command)
    assert done.code == 0
    assert "4 requests (0 retried, 2.00 s each), 4,000 tokens read, 0 written, 1.00 US" in done.out
    assert "all of 2 succeed" in done.out
    out = tmp_path / "runs/somebodys_agent-Agent"
    stem = ids[0].replace("/", "-")
    assert (out / f"traces/{stem}.2/trace.jsonl").is_file()


def test_programs_and_examples_run(mpb: Mpb, tmp_path: Path) -> None:
    examples = Path(__file__).parents[3] / "examples"
    id = assignment_ids()[0]
    for agent in (f"cmd:'{sys.executable}' '{examples}/json_lines_agent.py'",
                  "examples.python_agent:Tapper"):  # fmt: skip
        done = mpb("run", "--agent", agent, "--task", id, "--out", tmp_path / "out", "--fresh")
        assert (done.code, "1 episode (1 task, 0 pairs), 0 errors" in done.out) == (0, True)


def test_a_run_over_generated_tasks_can_be_scored_again(mpb: Mpb, tmp_path: Path) -> None:
    out = tmp_path / "run"
    run = ("run", "--agent", "oracle", "--split", "validation", "--episodes", "12", "--out", out)
    assert mpb(*run).code == 0
    summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
    assert (summary["n"], summary["success_rate"], summary["privacy"]) == (12, 1.0, 1.0)
    done = mpb("score", out)
    assert done.code == 0
    assert "validation-0" in done.out
