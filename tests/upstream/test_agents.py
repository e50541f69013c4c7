"""Agents follow the plans that are worked out for a release's tasks."""

from __future__ import annotations

from pathlib import Path

import pytest

from mpb_gym.agents import make_agent, run_episode
from mpb_gym.audit import Scorecard, score
from mpb_gym.episode import make_episode
from mpb_gym.spec.library import load_apps, load_assignment
from tests.upstream.making import APP, TASKS

IMPOSSIBLE = {"003", "007"}


def card(agent: str, id: str) -> Scorecard:
    found = load_assignment(id)
    episode = make_episode(found, screen=(216, 480), apps=load_apps(found))
    try:
        return score(found, run_episode(episode, make_agent(agent)))
    finally:
        episode.close()


@pytest.mark.parametrize("number", [name[:3] for name in TASKS])
def test_the_oracle_does_what_can_be_done(release: Path, number: str) -> None:
    assert card("oracle", f"{APP}/upstream-{number}").success is (number not in IMPOSSIBLE)


@pytest.mark.parametrize("agent", ["oracle", "helpful"])
def test_a_pair_is_won_by_what_was_saved(release: Path, agent: str) -> None:
    found = card(agent, f"{APP}/upstream-pair_01")
    assert found.success and found.later_session


def test_doing_nothing_meets_only_rules_that_ask_for_nothing(release: Path) -> None:
    passed = {name[:3] for name in TASKS if card("noop", f"{APP}/upstream-{name[:3]}").success}
    assert passed == {"005"}


def test_the_published_tasks_load_and_run(real: Path) -> None:
    """All of them, with three agents; the rest is certified."""
    from mpb_gym.upstream.library import ids

    bodies = [body for id in ids() for body in load_assignment(id).sessions]
    assert (len(ids()), len(bodies)) == (300, 350)
    some = [id for id in ids() if id.endswith(("-001", "-018", "-025", "-pair_02"))]
    won = {agent: sum(card(agent, id).success for id in some) for agent in ("oracle", "noop")}
    # Three apps cannot cancel all, and so the oracle cannot either.
    assert won == {"oracle": len(some) - 4, "noop": 0}


def test_the_published_release_is_read_in_full(real: Path) -> None:
    from mpb_gym.upstream.library import unmapped

    told = unmapped()
    assert all(note.key for note in told)
    kinds = {note.key.split(".")[-1].split("[")[0] for note in told}
    assert kinds == {
        "profile_key", "sql_check", "check_query", "verification", "unnecessary", "forbidden",
    }  # fmt: skip
