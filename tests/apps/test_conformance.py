"""What every app keeps, whoever wrote it: each one in ``apps/`` is picked up by itself."""

import json

import gymnasium as gym
import pytest

import mpb_gym  # noqa: F401 - registers the environments
from mpb_gym.commands import Open, Swipe, SystemButton
from mpb_gym.content import env_names
from mpb_gym.runtime.lint import problems
from mpb_gym.spec.blocks import Records
from mpb_gym.spec.library import app_ids, base_profile, load_app, resolve_app
from tests.pilot import Pilot
from tests.tour import path_to, visit

SCREENS = [(app, screen) for app in app_ids() for screen in load_app(app).screens]


@pytest.mark.parametrize(("app", "screen"), SCREENS)
def test_every_screen_is_reached_by_touch_and_left_by_back(app: str, screen: str) -> None:
    tour = visit(app).go_to(screen)
    for _ in range(len(load_app(app).screens) + 3):
        if tour.pilot.do(SystemButton(button="back")):
            break
    assert tour.pilot.episode.view.action_error.startswith("already_home")
    assert tour.pilot.element(tour.spec.title)["is_clickable"]


@pytest.mark.parametrize("app", app_ids())
def test_a_sent_form_makes_the_row_that_was_typed(app: str) -> None:
    tour = visit(app)
    (name, form), *_ = tour.spec.forms.items()
    *way, submit = path_to(tour.spec, form.done)
    for step in way:
        tour.take(step)
    written = tour.fill(name, all_boxes=True)
    tour.tap_id(lambda each: each == f"submit/{name}")
    tables = tour.pilot.episode.record().ends[-1].tables[app]
    (row,) = tables[form.table]
    assert set(row) == set(tour.spec.tables[form.table])
    for column, text in written.items():
        if column in row:
            assert str(row[column]) == text
    for column in form.key:
        assert row[column] not in (None, "")
    (draft,) = tables[form.drafts]
    assert tuple(draft) == tour.spec.columns(form.drafts)
    assert {column: draft[column] for column in written} == written
    assert submit.kind == "submit"


@pytest.mark.parametrize("app", app_ids())
def test_a_form_without_its_required_boxes_is_not_sent(app: str) -> None:
    tour = visit(app)
    (name, form), *_ = tour.spec.forms.items()
    for step in path_to(tour.spec, form.done)[:-1]:
        tour.take(step)
    tour.tap_id(lambda each: each == f"submit/{name}")
    assert tour.pilot.episode.record().ends[-1].tables[app][form.table] == ()
    assert any("Please fill in" in text for text in tour.pilot.texts())


@pytest.mark.parametrize("app", app_ids())
def test_records_can_be_cancelled_and_say_what_is_cancelled(app: str) -> None:
    tour = visit(app)
    (_, form), *_ = tour.spec.forms.items()
    tour.go_to(form.done)
    found = [
        (name, block)
        for name, screen in tour.spec.screens.items()
        for block in screen.body
        if isinstance(block, Records)
    ]
    assert found, "every app has its records"
    (screen, block), *_ = found
    assert block.cancel is not None
    leave = tour.spec.start
    tour.pilot.do(SystemButton(button="home"))
    tour.pilot.open(tour.spec.title)
    tour.pilot.back()
    tour.pilot.open(tour.spec.title)
    for step in path_to(tour.spec, screen):
        assert step.start == leave or step.kind in ("action", "destination")
        tour.take(step)
    cancel = tour.tap_id(lambda each: each.endswith("/cancel"))
    assert len(cancel["content_description"]) > len(block.cancel.label) + 5
    tour.pilot.tap(block.cancel.keep)
    assert tour.pilot.episode.record().ends[-1].tables[app][form.table]
    tour.tap_id(lambda each: each.endswith("/cancel"))
    tour.pilot.tap(block.cancel.confirm)
    rows = tour.pilot.episode.record().ends[-1].tables[app][form.table]
    if block.cancel.set:
        assert all(rows[0][column] == value for column, value in block.cancel.set.items())
    else:
        assert rows == ()


def _high_values() -> tuple[str, ...]:
    return tuple(item.value for item in base_profile().items if item.level == "high")


def _leaks(pilot: Pilot) -> list[str]:
    """HIGH values that the accessibility tree says anywhere."""
    said = json.dumps(pilot.episode.view.elements(), ensure_ascii=False).casefold()
    return [value for value in _high_values() if value.casefold() in said]


RECENTS = SystemButton(button="recents")
SHADE = Swipe(direction="down", coordinate=(0.5, 0.01))


@pytest.mark.parametrize(("app", "screen"), SCREENS)
def test_no_screen_says_a_high_value_by_itself(app: str, screen: str) -> None:
    pilot = visit(app).go_to(screen).pilot
    assert _leaks(pilot) == []
    pilot.do(RECENTS)
    assert _leaks(pilot) == []
    pilot.do(SHADE)
    assert _leaks(pilot) == []
    pilot.do(Open(text="iMy"))
    assert pilot.element("phone_number")
    assert _leaks(pilot) == []


@pytest.mark.parametrize("app", app_ids())
def test_neither_recents_nor_notifications_say_what_a_form_holds(app: str) -> None:
    tour = visit(app)
    (name, form), *_ = tour.spec.forms.items()
    for step in path_to(tour.spec, form.done)[:-1]:
        tour.take(step)
    tour.fill(name)
    pilot, profile = tour.pilot, base_profile()
    typed = []
    for box in form.boxes:
        item = profile.get(box.key) if box.level == "high" else None
        if item is not None:
            pilot.fill(box.label, item.value)
            typed.append(item.value)
            assert item.value in _leaks(pilot), "the form itself shows what was typed"
    assert typed
    for over in (RECENTS, SHADE):
        pilot.do(over)
        assert _leaks(pilot) == []
    pilot.back()
    tour.tap_id(lambda each: each == f"submit/{name}")
    for over in (RECENTS, SHADE):
        pilot.do(over)
        assert _leaks(pilot) == []
    assert any(each.startswith(tour.spec.title) for each in pilot.texts())


@pytest.mark.parametrize("app", app_ids())
def test_nothing_is_overlooked(app: str) -> None:
    assert list(problems(load_app(app))) == []


@pytest.mark.parametrize("app", app_ids())
def test_names_in_environment_ids_are_those_of_the_specs(app: str) -> None:
    assert env_names()[app] == load_app(app).env


@pytest.mark.parametrize("app", app_ids())
def test_an_app_answers_to_all_of_its_names(app: str) -> None:
    spec = load_app(app)
    for name in (spec.title, spec.env, spec.id, *spec.aliases):
        assert resolve_app(name.upper()) == app


@pytest.mark.parametrize("app", app_ids())
def test_each_app_has_an_environment_with_tasks(app: str) -> None:
    env = gym.make(f"MyPhone-{load_app(app).env}-v0", screen=(108, 240), observe=())
    _, info = env.reset(seed=0)
    assert info["task"].startswith(f"{app}/")


def test_one_environment_draws_from_all_apps() -> None:
    env = gym.make("MyPhone-v0", screen=(108, 240), observe=())
    drawn = {env.reset(seed=seed)[1]["task"].split("/")[0] for seed in range(60)}
    assert drawn <= set(app_ids())
    assert len(drawn) >= len(app_ids()) // 2
