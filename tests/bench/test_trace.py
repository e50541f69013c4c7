"""Traces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mpb_gym import events
from mpb_gym.agents import AgentConfig
from mpb_gym.audit import Record
from mpb_gym.bench import Settings, make_plan, run_batch
from mpb_gym.commands import Command, Terminate, Wait
from mpb_gym.episode import View, make_episode
from mpb_gym.errors import ActionError, InfrastructureError
from mpb_gym.spec.library import assignment_ids

SMALL = (216, 480)
IDS = assignment_ids("mdoordash")
PAIR = next(id for id in IDS if "/pair_" in id)


class Chatter:
    """Says what it does."""

    planned = False
    attempts = 0

    def __init__(self, config: AgentConfig) -> None:
        self._said: list[dict[str, Any]] = []
        self._fails = config.options.get("fails", 0)

    def begin(self, view: View, plan: object) -> None:
        """Nothing to prepare."""

    def act(self, view: View) -> Command | ActionError:
        """Waits, mumbles, and ends."""
        image = {"type": "image", "step": view.step}
        self._said += [{"role": "user", "content": [image]}, {"role": "assistant", "content": "…"}]
        if view.step == 1 and Chatter.attempts < self._fails:
            Chatter.attempts += 1
            raise InfrastructureError("gone")
        commands = (Wait(), ActionError("malformed_action", "What?"), Terminate(status="fail"))
        return commands[view.step]

    def transcript(self) -> list[dict[str, Any]]:
        """Returns the messages."""
        return list(self._said)


def trace_of(folder: Path) -> list[dict[str, Any]]:
    """The lines of a trace."""
    text = (folder / "trace.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_a_trace_tells_everything_in_order(tmp_path: Path) -> None:
    plan = make_plan(agent=f"{__name__}:Chatter", tasks=(PAIR,), screen=SMALL, repeats=2)
    run_batch(plan, tmp_path, settings=Settings(trace=True))
    names = [job.stem for job in plan.jobs]
    assert sorted(folder.name for folder in (tmp_path / "traces").iterdir()) == sorted(names)
    record = Record.load(tmp_path / "records" / f"{names[1]}.json")
    folder = tmp_path / "traces" / names[1]
    found = trace_of(folder)
    session = ["session", *["message", "message", "step"] * 3]
    assert [each["type"] for each in found] == [*session * 2, "ended"]
    steps = [each for each in found if each["type"] == "step"]
    for step, issued in zip(steps, record.issued, strict=True):
        assert (step["session"], step["step"]) == (issued.session, issued.step)
        assert (step["command"], step["error"]) == (issued.command, issued.error)
        assert step["agent_s"] >= 0 and step["phone_s"] >= 0
        with Image.open(folder / step["screenshot"]) as picture:
            assert (picture.size, picture.format) == (SMALL, "WEBP")
    told = [event for each in found for event in each.get("events", ())]
    assert told == [events.to_json(each) for each in record.events]
    messages = [each["message"]["role"] for each in found if each["type"] == "message"]
    assert messages == ["user", "assistant"] * 6
    assert found[-1]["how"] == "fail"


def test_the_first_picture_is_the_home_screen(tmp_path: Path) -> None:
    plan = make_plan(agent="noop", tasks=IDS[:1], screen=SMALL)
    run_batch(plan, tmp_path, settings=Settings(trace=True))
    with Image.open(tmp_path / "traces" / plan.jobs[0].stem / "0-000.webp") as picture:
        seen = np.asarray(picture.convert("RGB"), np.int16)
    shown = make_episode(IDS[0], screen=SMALL).view.screenshot().astype(np.int16)
    assert np.abs(seen - shown).mean() < 4


def test_only_the_last_attempt_leaves_its_trace(tmp_path: Path) -> None:
    Chatter.attempts = 0
    options = {"fails": 2}
    plan = make_plan(agent=f"{__name__}:Chatter", tasks=IDS[:1], screen=SMALL, options=options)
    result = run_batch(plan, tmp_path, settings=Settings(trace=True))
    assert result["errors"] == 0
    found = trace_of(tmp_path / "traces" / plan.jobs[0].stem)
    assert [each["type"] for each in found].count("session") == 1


@pytest.mark.parametrize("agent", ["random", "oracle"])
def test_a_trace_changes_nothing_else(tmp_path: Path, agent: str) -> None:
    plan = make_plan(agent=agent, tasks=IDS[:1], screen=SMALL)
    run_batch(plan, tmp_path / "without")
    run_batch(plan, tmp_path / "with", settings=Settings(trace=True))
    for name in ("episodes.jsonl", "summary.json", f"records/{plan.jobs[0].stem}.json"):
        assert (tmp_path / "with" / name).read_bytes() == (tmp_path / "without" / name).read_bytes()


def test_starting_over_removes_old_traces(tmp_path: Path) -> None:
    plan = make_plan(agent="noop", tasks=IDS[:1], screen=SMALL)
    run_batch(plan, tmp_path / "run", settings=Settings(trace=True))
    run_batch(plan, tmp_path / "run", fresh=True)
    assert not (tmp_path / "run/traces").exists()
