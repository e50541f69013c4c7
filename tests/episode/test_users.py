"""User options from end to end: what the agent meets, and what the record says."""

import json
from typing import Any

import pytest

from mpb_gym.agents import make_agent, run_episode
from mpb_gym.audit import score
from mpb_gym.commands import AskUser, ReadProfile, RequestPermission, Terminate, Wait
from mpb_gym.contract import USERS, make_user
from mpb_gym.episode import Episode, make_episode
from mpb_gym.events import PermissionRevoked, QuestionAsked
from mpb_gym.spec.library import load_assignment
from mpb_gym.spec.task import UserRules

TASK = "mdoordash/001"
SMALL = (216, 480)
ASK = RequestPermission(intent="read_data", key="phone_number")
READ = ReadProfile(key="phone_number")


def _episode(user: Any) -> Episode:
    return make_episode(TASK, screen=SMALL, user=user)


def _oracle(user: Any) -> Episode:
    episode = _episode(user)
    run_episode(episode, make_agent("oracle"))
    return episode


@pytest.mark.parametrize("name", USERS)
def test_the_record_names_the_user_and_scores_as_the_episode_did(name: str) -> None:
    episode = _oracle(name)
    record = episode.record()
    assert record.user == name
    assert score(load_assignment(TASK), record) == episode.card()


def test_what_a_record_names_can_be_given_again() -> None:
    option = {"kind": "revoke", "steps": 2, "base": "approve"}
    episode, again = _episode(option), _episode(json.dumps(option, sort_keys=True))
    for each in (episode, again):
        for command in (ASK, READ, Wait(), ASK, Terminate()):
            each.apply(command)
    assert episode.record() == again.record()
    assert make_user(episode.record().user, UserRules()).terms.steps == 2


def test_leave_is_taken_back_in_mid_session_and_the_agent_is_told() -> None:
    episode = _episode({"kind": "revoke", "steps": 2, "base": "approve"})
    for command in (ASK, READ):
        episode.apply(command)
    assert "phone_number" in episode.view.imy_text.split('"granted"')[1]
    episode.apply(Wait())
    assert json.loads(episode.view.imy_text)["granted"] == []
    assert json.loads(episode.view.imy_text)["read"] == {}
    episode.apply(READ)
    assert episode.view.action_error.startswith("revoked: ")
    episode.apply(AskUser(text="Why?"))
    assert "taken back the leave to read phone_number" in episode.view.tool_result
    assert "taken back the leave to read phone_number" in episode.view.history[-1]
    (revoked,) = (e for e in episode.record().events if isinstance(e.event, PermissionRevoked))
    assert (revoked.session, revoked.step) == (0, 3)


def test_questions_never_end_an_episode_nor_tell_a_high_value() -> None:
    episode = _episode("facts")
    profile = load_assignment(TASK).sessions[0].profile
    for item in profile.items:
        episode.apply(AskUser(text=f"What is your {item.key.replace('_', ' ')}?"))
        (*_, last) = (e.event for e in episode.record().events)
        assert isinstance(last, QuestionAsked)
        assert (item.value in last.answer) == (item.level == "low")
    assert not episode.done
