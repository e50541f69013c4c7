"""The same seeds and actions leave the same bytes in another process, whatever its hashes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mpb_gym.agents import make_agent
from mpb_gym.episode import make_episode
from mpb_gym.errors import ActionError
from mpb_gym.generate import generated_id
from mpb_gym.spec.library import app_ids, assignment_ids

ROOT = Path(__file__).resolve().parents[2]
STEPS = 60


def _tasks() -> list[str]:
    """A task of each app, a pair, and a task that is generated."""
    own = [next(id for id in assignment_ids(app) if "/pair_" not in id) for app in app_ids()]
    pair = next(id for id in assignment_ids() if "/pair_" in id)
    return [*own, pair, generated_id(app_ids()[0], "train", 7)]


def evidence() -> list[str]:
    """For each task and agent: hashes of the record, and of all frames and trees on the way."""
    found = []
    for number, task in enumerate(_tasks()):
        for agent in (make_agent("oracle"), make_agent("random", number)):
            episode = make_episode(task, screen=(108, 240), seed=number)
            seen, session = hashlib.sha256(), -1
            for _ in range(STEPS):
                if episode.done:
                    break
                if episode.view.session != session:
                    session = episode.view.session
                    agent.begin(episode.view, episode.task.plan if agent.planned else ())
                command = agent.act(episode.view)
                assert not isinstance(command, ActionError)
                episode.apply(command)
                seen.update(episode.view.screenshot().tobytes())
                seen.update(episode.view.elements_text().encode())
                seen.update(episode.view.imy_text.encode())
            found.append(f"{task} {episode.record().sha256()} {seen.hexdigest()}")
            episode.close()
    return found


@pytest.mark.parametrize("seed", ["0", "4242"])
def test_records_and_frames_are_those_of_another_process(seed: str) -> None:
    name, folder = Path(__file__).stem, str(Path(__file__).parent)
    code = (
        f"import sys; sys.path.insert(0, {folder!r}); import {name}; "
        f"print(*{name}.evidence(), sep=chr(10))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == evidence()
