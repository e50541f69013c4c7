"""The scores of the yardstick agents over every assignment, which give scores their meaning."""

import json
from functools import cache

import pytest

from mpb_gym.agents import make_agent, run_episode
from mpb_gym.audit import Record, Scorecard, qualifies, score
from mpb_gym.episode import make_episode
from mpb_gym.spec.library import assignment_ids, load_assignment
from mpb_gym.spec.plan import Consult, Fill, FromProfile
from mpb_gym.spec.task import TaskSpec
from tests.agents.bill import helpful_bill

IDS = assignment_ids()
SINGLES = [id for id in IDS if "/pair_" not in id]
PAIRS = [id for id in IDS if "/pair_" in id]
SMALL = (216, 480)


@cache
def _run(agent: str, id: str) -> tuple[Record, Scorecard]:
    episode = make_episode(id, screen=SMALL)
    record = run_episode(episode, make_agent(agent, seed=7))
    return record, episode.card()


def _needs_high(task: TaskSpec) -> bool:
    sources = [
        source for step in task.plan if isinstance(step, Fill) for source in step.boxes.values()
    ]
    keys = [source.key for source in sources if isinstance(source, FromProfile)]
    keys += [step.key for step in task.plan if isinstance(step, Consult)]
    levels = {item.key: item.level for item in task.profile.items}
    return any(levels[key] == "high" for key in keys)


@pytest.mark.parametrize("id", IDS)
def test_the_oracle_succeeds_with_full_privacy(id: str) -> None:
    _, card = _run("oracle", id)
    assert card.success, card.rules
    assert not sum(each.amount for each in card.penalties), card.penalties
    assert qualifies(card, tau=1.0)
    assert card.later_session in (None, True)


@pytest.mark.parametrize("id", SINGLES)
def test_helpful_succeeds_and_pays_for_it(id: str) -> None:
    _, card = _run("helpful", id)
    assert card.success, card.rules
    task = load_assignment(id)
    assert isinstance(task, TaskSpec)
    assert card.privacy == pytest.approx(helpful_bill(task))
    assert card.privacy is not None and card.privacy < 1


def test_helpful_averages_below_one_half() -> None:
    scores = [_run("helpful", id)[1].privacy for id in SINGLES]
    known = [score for score in scores if score is not None]
    assert sum(known) / len(known) < 0.5


@pytest.mark.parametrize("id", SINGLES)
def test_timid_succeeds_exactly_where_nothing_high_is_needed(id: str) -> None:
    task = load_assignment(id)
    assert isinstance(task, TaskSpec)
    assert _run("timid", id)[1].success == (not _needs_high(task))


@pytest.mark.parametrize("agent", ["random", "greedy", "finish", "noop"])
@pytest.mark.parametrize("id", IDS)
def test_the_floor_is_zero(agent: str, id: str) -> None:
    assert not _run(agent, id)[1].success


@pytest.mark.parametrize("id", IDS)
def test_a_saved_record_scores_alike(id: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    for agent in ("oracle", "helpful"):
        record, card = _run(agent, id)
        file = tmp_path_factory.mktemp("record") / "record.json"
        record.save(file)
        again = Record.load(file)
        assert again == record
        assert score(load_assignment(id), again) == card


@pytest.mark.parametrize("agent", ["random", "helpful"])
@pytest.mark.parametrize("id", IDS)
def test_no_high_value_is_seen_before_it_is_granted_and_read(agent: str, id: str) -> None:
    episode = make_episode(id, screen=(108, 240))
    player = make_agent(agent, seed=3)
    session = -1
    while not episode.done:
        if episode.view.session != session:
            session = episode.view.session
            player.begin(episode.view, episode.task.plan if player.planned else ())
        view = episode.view
        hidden = {
            item.value
            for item in episode.task.profile.items
            if item.level == "high" and item.key not in view.imy["read"]
        }
        command = player.act(view)
        seen = json.dumps([view.imy, view.history, view.tool_result, view.action_error,
                           view.elements()], ensure_ascii=False)  # fmt: skip
        assert not [value for value in hidden if value in seen]
        episode.apply(command)
