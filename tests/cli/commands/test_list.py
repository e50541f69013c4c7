"""``mpb list``."""

from __future__ import annotations

from mpb_gym.agents import AGENTS
from mpb_gym.spec.library import app_ids, assignment_ids
from tests.cli.calling import Mpb


def first_words(text: str) -> list[str]:
    """The first word of each line below the header."""
    return [line.split()[0] for line in text.splitlines()[1:]]


def test_lists(mpb: Mpb) -> None:
    assert first_words(mpb("list", "apps").out) == list(app_ids())
    assert first_words(mpb("list", "tasks").out) == list(assignment_ids())
    assert first_words(mpb("list", "agents").out) == list(AGENTS)
    envs = first_words(mpb("list", "envs").out)
    assert {"MyPhone-v0", "MyPhone-Pairs-v0", "MyPhone-mDoorDash-v0"} <= set(envs)
