"""Every screen of every app as a picture: ``pytest tests/golden --renew`` draws them anew.

Look at what changed before you keep it. The pictures belong to one version of Pillow; with
another one they need only be alike.
"""

from dataclasses import replace

import pytest

from mpb_gym.commands import LongPress, Open, Swipe, SystemButton, Type
from mpb_gym.episode import make_episode
from mpb_gym.spec.library import app_ids, load_app, load_assignment
from mpb_gym.spec.task import Row, TaskSpec
from tests.golden.keeping import SIZES, compare
from tests.pilot import Pilot
from tests.tour import Tour, visit

SCREENS = [(app, screen) for app in app_ids() for screen in load_app(app).screens]
MIXED = "Zürich 李雷 👩\u200d🚀"


def _compare(pilot: Pilot, name: str, renew: bool) -> None:
    compare(pilot.episode.view.screenshot(), name, renew)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("app", "screen"), SCREENS)
def test_screens_look_as_they_did(app: str, screen: str, size: str, renew: bool) -> None:
    tour = visit(app, screen=SIZES[size]).go_to(screen)
    _compare(tour.pilot, f"{app}/{screen}_{size}", renew)


def _doordash(size: str) -> Tour:
    return visit("mdoordash", screen=SIZES[size])


@pytest.mark.parametrize("size", SIZES)
def test_the_phone_around_the_apps(size: str, renew: bool) -> None:
    tour = _doordash(size)
    pilot = tour.pilot
    pilot.back()
    _compare(pilot, f"phone/launcher_{size}", renew)
    pilot.do(Open(text="iMy"))
    _compare(pilot, f"phone/imy_{size}", renew)
    pilot.tap("phone_number")
    _compare(pilot, f"phone/imy_high_item_{size}", renew)
    pilot.tap("Delete")
    _compare(pilot, f"phone/imy_dialog_{size}", renew)


@pytest.mark.parametrize("size", SIZES)
def test_a_form_in_use(size: str, renew: bool) -> None:
    tour = _doordash(size).go_to("form")
    pilot = tour.pilot
    pilot.click("Full Name *")
    pilot.type(MIXED)
    _compare(pilot, f"phone/keyboard_{size}", renew)
    pilot.do(LongPress(coordinate=pilot.point("Full Name *")))
    pilot.click("symbols")
    _compare(pilot, f"phone/selected_{size}", renew)
    pilot.back()
    pilot.tap("Confirm Order")
    _compare(pilot, f"phone/errors_{size}", renew)
    pilot.do(*[Swipe(direction="up")] * 6)
    pilot.click("Special Instructions *")
    pilot.do(
        Type(text="Two lines\nof text that is long enough to be wrapped at the edge of its box")
    )
    _compare(pilot, f"phone/multiline_{size}", renew)


@pytest.mark.parametrize("size", SIZES)
def test_a_dialog_and_an_empty_list(size: str, renew: bool) -> None:
    row: Row = {
        "id": 1, "restaurant_id": 5, "customer_name": "Ada Moss", "order_items": "Apple Pie",
        "special_instructions": "None", "delivery_time": "2026-03-12 18:30", "order_total": 6.75,
    }  # fmt: skip
    tour = visit("mdoordash", (row,), screen=SIZES[size]).go_to("orders")
    pilot = tour.pilot
    _compare(pilot, f"phone/records_{size}", renew)
    pilot.tap("Cancel")
    _compare(pilot, f"phone/dialog_{size}", renew)
    pilot.tap("Cancel order")
    _compare(pilot, f"phone/snackbar_{size}", renew)


@pytest.mark.parametrize("size", SIZES)
def test_recent_apps_and_notifications(size: str, renew: bool) -> None:
    pull = Swipe(direction="down", coordinate=(0.5, 0.01))
    recents = SystemButton(button="recents")
    pilot = _doordash(size).pilot
    pilot.do(pull)
    _compare(pilot, f"phone/notifications_empty_{size}", renew)
    pilot = _doordash(size).go_to("confirmation").pilot
    pilot.do(pull)
    _compare(pilot, f"phone/notifications_{size}", renew)
    pilot.open("iMy").do(recents)
    _compare(pilot, f"phone/recents_{size}", renew)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("label", "input"), [("Phone", "phone"), ("Email", "email")])
def test_keyboards_by_what_a_box_asks_for(label: str, input: str, size: str, renew: bool) -> None:
    pilot = _doordash(size).go_to("form").pilot
    pilot.fill(label, "12")
    _compare(pilot, f"phone/keyboard_{input}_{size}", renew)


@pytest.mark.parametrize("size", SIZES)
def test_the_launcher_with_every_app(size: str, renew: bool) -> None:
    task = replace(load_task("mdoordash/001"), apps=app_ids())
    pilot = Pilot(make_episode(task, screen=SIZES[size]))
    _compare(pilot, f"phone/launcher_full_{size}", renew)
    for app in app_ids():
        pilot.click(load_app(app).title)
        assert pilot.episode.view.elements()["package_name"] == load_app(app).package
        pilot.do(SystemButton(button="home"))


def load_task(id: str) -> TaskSpec:
    task = load_assignment(id)
    assert isinstance(task, TaskSpec)
    return task
