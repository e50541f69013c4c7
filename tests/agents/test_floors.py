"""Agents that know nothing: what they do, and that it earns nothing."""

from collections import Counter

import pytest

from mpb_gym.agents import make_agent, run_episode
from mpb_gym.episode import make_episode
from mpb_gym.events import RecordInserted
from mpb_gym.spec.library import app_ids

SMALL = (216, 480)


@pytest.mark.parametrize("app", app_ids())
def test_the_greedy_one_makes_records_and_gets_nothing_done(app: str) -> None:
    episode = make_episode(f"{app}/001", screen=SMALL)
    record = run_episode(episode, make_agent("greedy"))
    made = [each for each in record.events if isinstance(each.event, RecordInserted)]
    # In mDMV a license has a state that only a list of fifty offers: the form cannot be sent.
    assert made or app == "mdmv"
    assert not episode.card().success


def test_one_waits_to_the_end_and_one_is_done_at_once() -> None:
    waiting = run_episode(make_episode("mdoordash/001", screen=SMALL), make_agent("noop"))
    assert Counter(each.command["action"] for each in waiting.issued) == {"wait": 100}
    assert waiting.ends[0].how == "step_limit"
    finished = run_episode(make_episode("mdoordash/001", screen=SMALL), make_agent("finish"))
    assert [each.command["action"] for each in finished.issued] == ["terminate"]
