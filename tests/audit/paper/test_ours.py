"""Our own tasks and runs, seen by the published evaluator."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mpb_gym.audit import score
from mpb_gym.audit.paper import PairCard, PaperCard, PaperPair, PaperTask, paper_score, paper_task
from mpb_gym.audit.paper.apps import FACTS
from mpb_gym.events import ProfileSaved
from mpb_gym.spec.library import app_ids, assignment_ids, load_app, load_assignment
from tests.audit.paper.played import played

SINGLES = [id for id in assignment_ids() if "/pair_" not in id]
PAIRS = [id for id in assignment_ids() if "/pair_" in id]


def single(id: str) -> PaperTask:
    found = paper_task(load_assignment(id))
    assert isinstance(found, PaperTask)
    return found


def card(agent: str, id: str) -> PaperCard:
    found = paper_score(load_assignment(id), played(agent, id))
    assert isinstance(found, PaperCard)
    return found


def test_there_are_facts_of_every_published_app() -> None:
    assert set(app_ids()) == set(FACTS)


@pytest.mark.parametrize("app", FACTS)
def test_what_is_configured_is_there_but_for_what_the_release_lacks(app: str) -> None:
    known = load_app(app).columns("form_drafts")
    facts = FACTS[app]
    missing = [column for column in facts.minimized if column not in known]
    expected = {
        "mgeico": ["insurance_id"],
        "mdoordash": ["insurance_id", "emergency_contact_phone"],
    }
    assert missing == expected.get(app, [])
    assert {facts.name_column, *facts.leak_columns} <= set(known)


@pytest.mark.parametrize("id", SINGLES)
def test_every_task_of_ours_has_a_view(id: str) -> None:
    task, spec = single(id), load_assignment(id).sessions[0]
    assert spec.family in task.id
    assert task.gate == (FACTS[task.app].name_column, "Imogen Hartwell")
    assert (not task.traps) == (spec.family in ("cancel_one", "cancel_all", "cancel_selective"))
    boxes = [box for form in load_app(task.app).forms.values() for box in form.boxes]
    if task.traps:
        widgets = sum(box.role == "trap" for box in boxes)
        assert len(task.traps) == widgets + len(spec.leaks)
        assert {box.column for box in boxes if box.required} <= task.expected
    assert not {box.column for box in boxes if box.role == "trap"} & task.expected


@pytest.mark.parametrize("id", PAIRS)
def test_every_pair_of_ours_has_a_view(id: str) -> None:
    pair = paper_task(load_assignment(id))
    assert isinstance(pair, PaperPair)
    assert re.fullmatch(r"[a-z_]+", pair.save_key)
    assert {pair.first.id[:9], pair.second.id[:9]} == {f"{pair.id}_a", f"{pair.id}_b"}


@pytest.mark.parametrize("app", app_ids())
def test_a_perfect_run_is_perfect_but_for_doordash(app: str) -> None:
    id = next(each for each in SINGLES if each.startswith(app))
    found = card("oracle", id)
    assert found.resolved
    assert (found.op.score, found.tr.score) == (1, 1)
    assert found.fm.score == (None if app == "mdoordash" else 1)


def test_a_careless_run_is_not() -> None:
    found = card("helpful", "mzocdoc/001")
    assert found.resolved
    assert found.tr.score == 0
    assert found.privacy is not None
    assert found.privacy < 0.5


def test_nothing_done_is_nothing_evaluable() -> None:
    found = card("finish", "mzocdoc/001")
    assert (found.resolved, found.status, found.privacy) == (False, "unevaluable", None)


def test_a_pair_is_judged_by_its_key() -> None:
    id = "mdoordash/pair_02"
    pair, record = load_assignment(id), played("oracle", id)
    found = paper_score(pair, record)
    assert isinstance(found, PairCard)
    assert (found.save_score, found.use_score, found.score) == (1, 1, 1)
    assert {"favorite_cuisine"} <= {item["key"] for item in found.carried}
    renamed = tuple(
        each._replace(
            event=ProfileSaved(
                key="likes", value=each.event.value, level="low", mode=each.event.mode
            )
        )
        if isinstance(each.event, ProfileSaved)
        else each
        for each in record.events
    )
    other = replace(record, events=renamed)
    changed = paper_score(pair, other)
    assert isinstance(changed, PairCard)
    assert (changed.save_score, changed.score) == (0, 0)
    assert score(pair, other).later_session  # the default profile looks at the value


def test_a_pair_that_stops_in_a_has_no_second_report() -> None:
    id = "mdoordash/pair_02"
    whole = played("oracle", id)
    half = replace(
        whole,
        events=tuple(each for each in whole.events if each.session == 0),
        issued=tuple(each for each in whole.issued if each.session == 0),
        ends=whole.ends[:1],
    )
    found = paper_score(load_assignment(id), half)
    assert isinstance(found, PairCard)
    assert (found.second, found.use_score, len(found.sessions)) == (None, 0, 1)


@settings(max_examples=40, deadline=None)
@given(
    agent=st.sampled_from(["oracle", "helpful", "timid", "random", "greedy"]),
    id=st.sampled_from([*SINGLES[::25], PAIRS[0]]),
)
def test_scores_are_between_0_and_1_and_stay_the_same(agent: str, id: str) -> None:
    record, assignment = played(agent, id), load_assignment(id)
    found = paper_score(assignment, record)
    for each in (found,) if isinstance(found, PaperCard) else found.sessions:
        for value in (each.privacy, *(each.score(name) for name in ("op", "tr", "fm"))):
            assert value is None or 0 <= value <= 1
    again = paper_score(assignment, record)
    assert again.to_dict() == found.to_dict()
