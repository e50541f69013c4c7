"""Runs against an endpoint, here the fake model's: killed, resumed, refused, in the open."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

import pytest

pytest.importorskip("openai", reason="openai is not installed: pip install 'mpb_gym[llm]'")

from mpb_gym.agents.llm.fake import FakeModel, FakeServer, Manner
from mpb_gym.bench import Plan, Settings, make_plan, run_batch
from mpb_gym.errors import OptionError
from mpb_gym.spec.library import assignment_ids
from tests.bench.test_run import contents, lines

SCREEN = (216, 480)
KEY = "sk-never-to-be-written-down"
TASKS = assignment_ids("mdoordash")[:12]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeServer]:
    """An endpoint that answers after 20 ms."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with FakeServer(FakeModel(Manner(shares={})), latency_s=0.02) as running:
        yield running


def planned(server: FakeServer, **changes: Any) -> Plan:
    """A run of twelve tasks."""
    seed = changes.pop("seed", 3)
    options = {"model": "fake", "base_url": server.base_url, **changes}
    return make_plan(agent="llm", tasks=TASKS, screen=SCREEN, options=options, seed=seed)


def results(folder: Path) -> dict[str, bytes]:
    """What a run leaves, but for the seconds that it took."""
    found = contents(folder)
    found.pop("timings.jsonl", None)
    return found


def test_a_killed_run_goes_on_and_ends_like_one_that_was_not(
    server: FakeServer, tmp_path: Path
) -> None:
    options = ["--model", "fake", "--base-url", server.base_url, "--concurrency", "8"]
    tasks = [word for id in TASKS for word in ("--task", id)]
    out = ["--screen", "216x480", "--seed", "3", "--trace", "--out", str(tmp_path / "run")]
    command = ["run", "--agent", "llm", *tasks, *options, *out]
    code = f"from mpb_gym.cli import main; main({command!r})"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=DEVNULL, stderr=DEVNULL)
    written = tmp_path / "run/episodes.jsonl"
    while process.poll() is None and not (written.exists() and written.read_bytes()):
        time.sleep(0.01)
    process.kill()
    process.wait(timeout=30)
    before = lines(tmp_path / "run")
    assert 0 < len(before) < len(TASKS)
    plan, settings = planned(server), Settings(concurrency=8)
    resumed = run_batch(plan, tmp_path / "run", settings=settings)
    assert resumed == run_batch(plan, tmp_path / "whole", settings=settings)
    assert (resumed["success_rate"], resumed["privacy"], resumed["errors"]) == (1, 1, 0)
    found = lines(tmp_path / "run")
    assert [line["assignment"] for line in found] == list(TASKS), "each exactly once"
    assert all(line in found for line in before), "what was done is kept"
    kept = {k: v for k, v in results(tmp_path / "run").items() if not k.startswith("traces/")}
    assert kept == results(tmp_path / "whole")


def test_another_model_or_seed_is_refused(server: FakeServer, tmp_path: Path) -> None:
    few = {"max_tokens": 500}
    run_batch(planned(server, **few), tmp_path / "run", settings=Settings(concurrency=8))
    before = contents(tmp_path / "run")
    for changes, words in (
        ({"model": "other"}, 'option model is "fake" there, "other" here'),
        ({"seed": 4}, "seed is 3 there, 4 here"),
        ({"protocol": "tools"}, 'option protocol is null there, "tools" here'),
    ):
        with pytest.raises(OptionError, match=words):
            run_batch(planned(server, **few, **changes), tmp_path / "run")
    assert contents(tmp_path / "run") == before


def test_the_key_is_in_no_file(server: FakeServer, tmp_path: Path) -> None:
    plan = replace(planned(server), assignments=TASKS[:2])
    run_batch(plan, tmp_path / "run", settings=Settings(concurrency=8, trace=True))
    server.close()
    down = make_plan(
        agent="llm",
        tasks=TASKS[:1],
        screen=SCREEN,
        options={**plan.options, "retries": 0, "timeout_s": 0.5},
    )
    result = run_batch(down, tmp_path / "down", settings=Settings(trace=True))
    assert (result["n"], result["errors"], result["infrastructure_errors"]) == (0, 1, 1)
    files = contents(tmp_path)
    assert {"run/plan.json", "run/timings.jsonl", "down/episodes.jsonl"} <= files.keys()
    assert sum(name.endswith(".webp") for name in files) > 50
    assert [name for name, data in files.items() if KEY.encode() in data] == []


def test_many_episodes_wait_together(server: FakeServer, tmp_path: Path) -> None:
    """With a slow model, concurrent episodes take the time of one, not the sum."""
    server.latency_s = 0.0
    inside = most = 0
    lock = threading.Lock()
    answer = server.model.answer

    def slowly(*arguments: Any, **named: Any) -> Any:
        nonlocal inside, most
        with lock:
            inside += 1
            most = max(most, inside)
        time.sleep(0.05)
        try:
            return answer(*arguments, **named)
        finally:
            with lock:
                inside -= 1

    server.model.answer = slowly  # type: ignore[method-assign]
    run_batch(planned(server), tmp_path / "run", settings=Settings(concurrency=12))
    assert most > 6
