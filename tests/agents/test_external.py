"""Agents that are programs."""

from __future__ import annotations

import base64
import io
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from PIL import Image

from mpb_gym.agents import AgentConfig, Usage, run_episode, usage_of
from mpb_gym.agents.external import ProgramAgent
from mpb_gym.audit import Record
from mpb_gym.episode import make_episode
from mpb_gym.errors import InfrastructureError
from mpb_gym.spec.library import assignment_ids

TASK = assignment_ids("mdoordash")[0]
PAIR = next(id for id in assignment_ids() if "/pair_" in id)
SCREEN = (108, 240)

HEAD = """
import json, os, sys, time
def hear(): return json.loads(sys.stdin.readline() or "null")
def say(**body): print(json.dumps(body), flush=True)
"""

Start: TypeAlias = Callable[..., ProgramAgent]


@pytest.fixture
def program(tmp_path: Path) -> Start:
    """Makes an agent of a program's text."""

    def start(text: str, **options: Any) -> ProgramAgent:
        file = tmp_path / "agent.py"
        file.write_text(HEAD + text, encoding="utf-8")
        command = f"'{sys.executable}' '{file}'"
        return ProgramAgent(command, AgentConfig(seed=11, options=options))

    return start


def play(agent: ProgramAgent, task: str = TASK) -> Record:
    """Lets it play, and closes it."""
    episode = make_episode(task, screen=SCREEN)
    try:
        return run_episode(episode, agent)
    finally:
        agent.close()
        episode.close()


def heard(tmp_path: Path) -> list[dict[str, Any]]:
    """What the program wrote down of what it was told."""
    return [json.loads(line) for line in (tmp_path / "heard").read_text("utf-8").splitlines()]


LISTENER = """
log = open({file!r}, "a")
while message := hear():
    log.write(json.dumps(message) + "\\n"); log.flush()
    if message["type"] == "observe":
        if message["step"] == 0: say(action="open", text="Nowhere")
        elif message["step"] == 1: say(action_type="scroll", direction="down")
        else: say(action="terminate", status="fail")
"""


def test_a_program_is_told_everything_that_an_agent_may_see(program: Start, tmp_path: Path) -> None:
    record = play(program(LISTENER.format(file=str(tmp_path / "heard"))), PAIR)
    told = heard(tmp_path)
    assert [each["type"] for each in told] == ["begin", *["observe"] * 3] * 2
    begin = told[0]
    episode = make_episode(PAIR, screen=SCREEN)
    assert (begin["protocol"], begin["seed"], begin["session"]) == (1, 11, 0)
    assert begin["instruction"] == episode.view.instruction
    assert begin["imy"] == episode.view.imy
    assert "request_permission" in begin["actions"]
    first, second = told[1:3]
    assert first["elements"] == episode.view.elements()["elements"]
    with Image.open(io.BytesIO(base64.b64decode(first["screenshot"]))) as picture:
        assert (picture.size, picture.format) == (SCREEN, "JPEG")
    assert "Nowhere" in second["action_error"]
    assert len(second["history"]) == 1
    assert [each["session"] for each in told] == [0] * 4 + [1] * 4
    assert [each.command["action"] for each in record.issued] == ["open", "swipe", "terminate"] * 2


def test_pictures_and_elements_can_be_left_out(program: Start, tmp_path: Path) -> None:
    text = LISTENER.format(file=str(tmp_path / "heard"))
    play(program(text, screenshot="none", elements=False))
    assert not {"screenshot", "elements"} & heard(tmp_path)[1].keys()


def test_nonsense_is_the_agents_mistake(program: Start) -> None:
    answers = ["nonsense", "[1]", "[" * 9999, '{"action": "fly"}', '{"action_type": "fly"}']
    answers += ['{"action": "wait", "usage": 3}', '{"action": "wait", "usage": {"cost": "x"}}']
    text = f"""
hear()
for answer in {answers!r}: hear(); print("\\n" + answer, flush=True)
hear(); say(action="terminate", status="fail")
"""
    record = play(program(text))
    codes = [each.error.partition(":")[0] for each in record.issued]
    assert codes == [
        *["malformed_action"] * 3,
        "unknown_action",
        "unknown_action",
        "malformed_action",
        "malformed_action",
        "",
    ]


def test_a_second_command_waits_for_the_first_to_work(program: Start, tmp_path: Path) -> None:
    text = """
hear()
seen = [hear()]
say(action_type="input_text", text="hello", x=1, y=1)  # nothing to type into there
seen.append(hear())
say(action="terminate", status="fail")
open({file!r}, "w").write(json.dumps(seen[1]))
"""
    file = tmp_path / "heard"
    record = play(program(text.format(file=str(file))))
    names = [each.command["action"] for each in record.issued]
    assert names == ["click", "terminate"]
    assert json.loads(file.read_text())["action_error"]


def test_what_it_says_it_used_adds_up(program: Start) -> None:
    text = """
hear()
for _ in range(2):
    hear(); say(action="wait", usage={"requests": 1, "input_tokens": 10, "cost": 0.5})
hear(); say(action="terminate", status="fail", thought="enough")
"""
    agent = program(text)
    assert usage_of(agent) is None
    play(agent)
    assert usage_of(agent) == Usage(requests=2, input_tokens=20, cost=1.0)
    said = [each["content"] for each in agent.transcript() if each["role"] == "assistant"]
    assert len(said) == 3
    assert "enough" in said[2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('hear(); hear(); sys.exit("out of memory")', "exit code 1; it said: out of memory"),
        ("sys.exit(3)", "ended with exit code 3"),
        ("hear(); hear(); time.sleep(60)", "did not answer within 0.3 s"),
        ("hear(); hear(); os.close(1); time.sleep(60)", "closed its output but runs on"),
    ],
)
def test_a_crash_is_no_ones_score(program: Start, text: str, words: str) -> None:
    # The first program should get over its start.
    agent = program(text, start_s=0.3 if "sleep(60)" in text and "close" not in text else 30)
    with pytest.raises(InfrastructureError, match=words):
        play(agent)


def test_a_program_that_is_not_there_is_broken_infrastructure() -> None:
    with pytest.raises(InfrastructureError, match="cannot be started"):
        play(ProgramAgent("no-such-program-anywhere", AgentConfig()))


@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_a_program_that_will_not_end_is_ended(program: Start, tmp_path: Path) -> None:
    text = f"""
open({str(tmp_path / "pid")!r}, "w").write(str(os.getpid()))
hear(); hear(); say(action="terminate", status="fail")
while True: time.sleep(1)
"""
    play(program(text))
    pid = int((tmp_path / "pid").read_text())
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("it still runs")
