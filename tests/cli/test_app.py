"""The command line, as people and scripts meet it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest
from PIL import Image

from mpb_gym.agents import AGENTS
from mpb_gym.bench import worker
from mpb_gym.cli import checking, main
from mpb_gym.errors import InfrastructureError, SpecError
from mpb_gym.spec.library import app_ids, assignment_ids, load_assignment


class Result(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


Mpb: TypeAlias = Callable[..., Result]


@pytest.fixture
def mpb(capsys: pytest.CaptureFixture[str]) -> Mpb:
    """Runs ``mpb`` in this process."""

    def run(*arguments: object) -> Result:
        with pytest.raises(SystemExit) as stopped:
            main([str(each) for each in arguments])
        captured = capsys.readouterr()
        return Result(int(stopped.value.code or 0), captured.out, captured.err)

    return run


def first_words(text: str) -> list[str]:
    """The first word of each line below the header."""
    return [line.split()[0] for line in text.splitlines()[1:]]


def test_help_is_quick_because_it_loads_nothing() -> None:
    code = (
        "import sys; from mpb_gym.cli import main\n"
        "try: main(['run', '--help'])\n"
        "except SystemExit as stopped: assert not stopped.code\n"
        "heavy = ('PIL', 'yaml', 'mpb_gym.bench', 'mpb_gym.runtime', 'mpb_gym.env.env')\n"
        "print('loaded:', [name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "--agent" in done.stdout
    assert done.stdout.endswith("loaded: []\n")


def test_lists(mpb: Mpb) -> None:
    assert first_words(mpb("list", "apps").out) == list(app_ids())
    assert first_words(mpb("list", "tasks").out) == list(assignment_ids())
    assert first_words(mpb("list", "agents").out) == list(AGENTS)
    envs = first_words(mpb("list", "envs").out)
    assert {"MyPhone-v0", "MyPhone-Pairs-v0", "MyPhone-mDoorDash-v0"} <= set(envs)


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
    examples = Path(__file__).parents[2] / "examples"
    id = assignment_ids()[0]
    for agent in (f"cmd:'{sys.executable}' '{examples}/json_lines_agent.py'",
                  "examples.python_agent:Tapper"):  # fmt: skip
        done = mpb("run", "--agent", agent, "--task", id, "--out", tmp_path / "out", "--fresh")
        assert (done.code, "1 episode (1 task, 0 pairs), 0 errors" in done.out) == (0, True)


def test_saved_records_score_the_same_again(mpb: Mpb, tmp_path: Path) -> None:
    id = assignment_ids()[0]
    mpb("run", "--agent", "helpful", "--task", id, "--out", tmp_path / "out")
    card = json.loads((tmp_path / "out/episodes.jsonl").read_text(encoding="utf-8"))["card"]
    done = mpb("score", tmp_path / "out")
    assert done.out.splitlines()[1].split()[:3] == [
        id,
        "yes" if card["success"] else "no",
        f"{card['privacy']:.3f}",
    ]
    record = next((tmp_path / "out/records").iterdir())
    assert mpb("score", record).out.splitlines()[1].split()[0] == id


def test_both_profiles_are_printed_with_what_differs(mpb: Mpb, tmp_path: Path) -> None:
    run = tmp_path / "out"
    mpb("run", "--agent", "oracle", "--task", "mdoordash/001", "--out", run)
    done = mpb("score", run, "--profile", "paper", "--json", tmp_path / "cards.jsonl")
    assert done.code == 0
    assert "1.000 → –" in done.out
    assert "mdoordash/001 fm 1.000 → –: the only column looked at is blank" in done.out
    assert "qualified success (0.7)  1.000    1.000" in done.out
    body = json.loads((tmp_path / "cards.jsonl").read_text(encoding="utf-8"))
    assert (body["card"]["fm"], body["paper"]["privacy"]["eval_status"]) == (1.0, "access_only")
    assert [each["score"] for each in body["differences"]] == ["fm"]


def test_a_run_is_written_out_in_the_published_form(mpb: Mpb, tmp_path: Path) -> None:
    run = tmp_path / "out"
    mpb("run", "--agent", "finish", "--task", "mdoordash/001", "--out", run)
    done = mpb("score", run, "--export", "upstream")
    assert (done.code, "4 files written to" in done.out) == (0, True)
    assert (run / "upstream/mdoordash/layer1/001_explicit/report.json").is_file()
    full = mpb("score", run, "--export", "upstream")
    assert (full.code, "is not empty; choose another folder" in full.err) == (2, True)
    assert mpb("score", run, "--export", "upstream", "--out", tmp_path / "claude").code == 0
    assert (tmp_path / "claude/summary.json").is_file()
    assert "give that too" in mpb("score", run, "--out", tmp_path / "x").err


def test_scores_of_a_run_are_written_as_they_were_saved(mpb: Mpb, tmp_path: Path) -> None:
    run = tmp_path / "out"
    mpb("run", "--agent", "helpful", "--task", "mdoordash/001", "--out", run)
    mpb("score", run, "--json", tmp_path / "cards.jsonl")
    saved = (run / "episodes.jsonl").read_text(encoding="utf-8")
    card = (tmp_path / "cards.jsonl").read_text(encoding="utf-8").partition('"card": ')[2]
    assert card.removesuffix("}\n") in saved


def test_a_record_of_another_version_of_its_task_is_not_scored(mpb: Mpb, tmp_path: Path) -> None:
    mpb("run", "--agent", "noop", "--task", assignment_ids()[0], "--out", tmp_path / "out")
    record = next((tmp_path / "out/records").iterdir())
    body = json.loads(record.read_text(encoding="utf-8"))
    record.write_text(json.dumps(body | {"digest": "0" * 16}), encoding="utf-8")
    done = mpb("score", record)
    assert (done.code, done.out) == (2, "")
    assert "has changed since the record was made" in done.err


def test_show_tells_what_is_asked_and_what_counts(mpb: Mpb, tmp_path: Path) -> None:
    for id in assignment_ids("mdoordash"):
        # The terminal may fold lines anywhere.
        shown = " ".join(mpb("show", id).out.split())
        for task in load_assignment(id).sessions:
            assert task.instruction in shown
            for rule in task.rules:
                assert " ".join(rule.says.split()) in shown
            for rows in (rows for tables in task.prepared.values() for rows in tables.values()):
                assert shown.count("id=") >= len(rows)


def test_show_saves_a_native_screenshot(mpb: Mpb, tmp_path: Path) -> None:
    assert mpb("show", "mdoordash/001", "--screenshot", tmp_path / "task.png").code == 0
    with Image.open(tmp_path / "task.png") as picture:
        assert picture.size == (1080, 2400)
        assert len(picture.convert("RGB").getcolors(10**7) or ()) > 50


def test_check_passes_on_what_is_shipped(mpb: Mpb) -> None:
    done = mpb("check")
    assert done.code == 0, done.out
    assert done.out.endswith("0 mistakes\n")


def test_check_names_each_mistake(mpb: Mpb, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(id: str) -> object:
        if id in assignment_ids()[:2]:
            raise SpecError(f"tasks/{id}.yaml", "rules[0]", "no table", "orders")
        return load_assignment(id)

    monkeypatch.setattr(checking, "load_assignment", load)
    done = mpb("check")
    assert done.code == 1
    for id in assignment_ids()[:2]:
        assert f"tasks/{id}.yaml: rules[0]: no table (expected orders)" in done.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "--agent", "orakel"), "unknown agent 'orakel'. Did you mean 'oracle'"),
        (("run", "--agent", "noop", "--app", "mDoorDush"), "unknown app 'mDoorDush'"),
        (("run", "--agent", "noop", "--task", "mdoordash/xyz"), "unknown task 'mdoordash/xyz'"),
        (("run", "--agent", "noop", "--screen", "large"), "'large' is not WIDTHxHEIGHT"),
        (("run", "--agent", "noop", "--screen", "9x9"), "9x9 is no phone screen"),
        (("run", "--agent", "noop", "--workers", "0"), "workers: 0 is below 1"),
        (("run", "--agent", "noop", "--concurrency", "0"), "concurrency: 0 is below 1"),
        (("run", "--agent", "noop", "--repeats", "0"), "repeats: 0 is below 1"),
        (("run", "--agent", "noop", "--max-cost", "0"), "budget: cost: 0.0 is not above 0"),
        (("run", "--agent", "noop", "--option", "x"), "'x' is not NAME=VALUE"),
        (("run", "--agent", "noop", "--option", "x=1"), "the agent has no option 'x'"),
        (("run", "--agent", "noop", "--model", "a", "--option", "model=b"), "given twice"),
        (("run", "--agent", "no.module:Here"), "'no.module:Here' cannot be imported"),
        (("run", "--agent", "replay:nowhere"), "no file or folder nowhere"),
        (("show", "mdoordash/xyz"), "unknown task 'mdoordash/xyz'"),
        (("show", "mdoordash/001", "--screenshot", "picture"), "'picture' is no picture's name"),
        (("score", "nowhere.json"), "no file or folder nowhere.json"),
        (("score", "."), "holds no records"),
    ],
)
def test_mistakes_are_told_in_one_line_on_stderr(
    mpb: Mpb,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = mpb(*arguments)
    assert done.code == 2
    last = done.err.splitlines()[-1]
    assert last.startswith("mpb: ")
    assert words in last
    assert list(tmp_path.iterdir()) == []


def test_wrong_usage_has_exit_code_2(mpb: Mpb) -> None:
    assert mpb("run").code == 2
    assert mpb("list", "phones").code == 2
    assert mpb("run", "--agent", "noop", "--user", "maybe").code == 2


def test_perf_shows_a_table_and_writes_all_numbers(mpb: Mpb, tmp_path: Path) -> None:
    file = tmp_path / "perf.json"
    done = mpb("perf", "--quick", "--json", file)
    found = json.loads(file.read_text(encoding="utf-8"))
    sizes = {"native", "540x1200", "216x480"}
    for clock in ("per_s", "per_cpu_s"):
        assert set(found[f"steps_{clock}"]) == set(found[f"random_steps_{clock}"])
        assert set(found[f"steps_{clock}"]) == sizes | {"text"}
        assert set(found[f"copy_{clock}"]) == set(found["step_per_copy"]) == sizes
        rates = (found[f"steps_{clock}"], found[f"random_steps_{clock}"], found[f"copy_{clock}"])
        assert all(rate > 0 for each in rates for rate in each.values())
    for key in ("reset_ms", "make_ms", "snapshot_ms", "restore_ms", "mb_per_env", "first_env_mb",
                "rows_ratio", "vector_speedup", "vector_speedup_cpu"):  # fmt: skip
        assert found[key] > 0, key
    assert isinstance(found["import_extra_s"], float)
    assert found["mb_per_env_beside_frame"] < found["mb_per_env"]
    assert set(found["peers"]) == {"ALE/Pong-v5", "MiniWoB++"}
    for name, rate in found["peers"].items():
        assert (rate is None) == (name in found["peers_missing"])
    assert found["versions"]["mpb_gym"] and found["machine"]["cores"]
    lines = {line.split("  ")[0]: line.split() for line in done.out.splitlines()}
    assert sizes | {"text", "ALE/Pong-v5", "reset", "100,000 rows", "two processes"} <= set(lines)
    assert lines["native"][1] == f"{found['steps_per_s']['native']:,.0f}"
    assert "quick: too little" in done.out


def test_perf_prints_json_alone_if_asked(
    mpb: Mpb, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("mpb_gym.cli.measuring.measure", lambda effort: {"steps_per_s": {}})
    monkeypatch.chdir(tmp_path)
    assert json.loads(mpb("perf", "--quick", "--json", "-").out) == {"steps_per_s": {}}
    assert not list(tmp_path.iterdir())
