"""Every widget in every state, and the showcase's screens, as pictures that are kept."""

from __future__ import annotations

import pytest

from mpb_gym.commands import Swipe, SystemButton, Type
from mpb_gym.spec.task import Row
from mpb_gym.ui import widgets
from mpb_gym.ui.widget import Widget
from mpb_gym.ui.widgets import Key, KeyLabel, Spot
from tests.golden.keeping import SIZES, compare
from tests.pilot import Pilot
from tests.scripts.loading import load
from tests.showcase import showcase
from tests.tour import Tour

SHADE = Swipe(direction="down", coordinate=(0.5, 0.01))
TRIP: Row = {
    "id": 1, "boat_id": 1, "passenger": "Ada Moss", "day": "2026-03-12", "insured": "No",
    "reminders": "on",
}  # fmt: skip


GALLERY = load("gallery")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("page", GALLERY.PAGES)
def test_pages_of_the_gallery_look_as_they_did(page: str, size: str, renew: bool) -> None:
    compare(GALLERY.painted(page, size), f"gallery/{page}_{size}", renew)


def test_the_gallery_shows_every_widget() -> None:
    theme = GALLERY.system_theme("imy")
    shown = {type(each.widget) for page in GALLERY.PAGES for each in GALLERY.placed(page, theme)}
    every = {getattr(widgets, name) for name in widgets.__all__}
    kinds = {each for each in every if isinstance(each, type) and issubclass(each, Widget)}
    # Keys lie on their panel, cells on the calendar; spots are not seen.
    within = {Spot, KeyLabel, Key, widgets.DateCell}
    assert kinds - shown <= within


def _look(pilot: Pilot, name: str, size: str, renew: bool) -> None:
    compare(pilot.episode.view.screenshot(), f"showcase/{name}_{size}", renew)


def _show(tour: Tour, id: str) -> Pilot:
    tour.tap_id(lambda name: name == id)
    return tour.pilot


@pytest.mark.parametrize("size", SIZES)
def test_every_block_of_a_screen(size: str, renew: bool) -> None:
    pilot = showcase(screen=SIZES[size]).pilot
    _look(pilot, "home", size, renew)
    pilot.click("Search boats")
    pilot.do(Type(text="kayak"), SystemButton(button="enter"))
    _look(pilot, "nothing_found", size, renew)
    pilot = showcase(screen=SIZES[size]).go_to("boat").pilot
    pilot.click("Bicycle")
    pilot.click("Coffee")
    _look(pilot, "boat", size, renew)
    tour = showcase(screen=SIZES[size])
    _look(_show(tour, "boats/2"), "boat_empty", size, renew)
    tour.pilot.back()
    _look(_show(tour, "destination/about"), "about", size, renew)


@pytest.mark.parametrize("size", SIZES)
def test_a_form_from_blank_to_sent(size: str, renew: bool) -> None:
    tour = showcase(screen=SIZES[size]).go_to("form")
    pilot = tour.pilot
    _look(pilot, "form", size, renew)
    pilot.do(*[Swipe(direction="up")] * 9)
    _look(pilot, "form_end", size, renew)
    pilot.fill("Meals", "")
    _show(tour, "submit/trip")
    _look(pilot, "form_errors", size, renew)
    tour.fill("trip", all_boxes=True)
    pilot.do(*[Swipe(direction="down")] * 9)
    _look(pilot, "form_filled", size, renew)
    _look(_show(tour, "submit/trip"), "done", size, renew)
    pilot.do(SHADE)
    _look(pilot, "shade", size, renew)
    pilot.back()
    pilot.do(SystemButton(button="recents"))
    _look(pilot, "recents", size, renew)


@pytest.mark.parametrize("size", SIZES)
def test_what_lies_over_a_form(size: str, renew: bool) -> None:
    tour = showcase(screen=SIZES[size]).go_to("form")
    pilot = tour.pilot
    _look(_show(tour, "form/seat"), "sheet", size, renew)
    pilot.back()
    _show(tour, "form/back_on/calendar")
    pilot.click("20")
    _look(pilot, "calendar", size, renew)
    pilot.click("March 2026")
    _look(pilot, "calendar_years", size, renew)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("label", ["Full Name", "Phone", "Email", "Bags", "PIN", "Notes"])
def test_each_keyboard(label: str, size: str, renew: bool) -> None:
    pilot = showcase(screen=SIZES[size]).go_to("form").pilot
    pilot.fill(label, "12")
    name = label.lower().replace(" ", "_")
    _look(pilot, f"keyboard_{name}", size, renew)


@pytest.mark.parametrize("size", SIZES)
def test_records_tabs_dialog_and_snackbar(size: str, renew: bool) -> None:
    tour = showcase((TRIP,), screen=SIZES[size])
    pilot = _show(tour, "destination/booked_trips")
    _look(pilot, "trips", size, renew)
    pilot.tap("Cancel")
    _look(pilot, "dialog", size, renew)
    pilot.tap("Cancel trip")
    _look(pilot, "snackbar", size, renew)
