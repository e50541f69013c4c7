"""Scrolling within scrolling, focus in sight, and Back layer by layer."""

import pytest

from mpb_gym.commands import (
    Command,
    DoubleClick,
    Drag,
    LongPress,
    Open,
    Swipe,
    SystemButton,
)
from tests.pilot import Pilot
from tests.showcase import showcase
from tests.tour import visit

BACK = SystemButton(button="back")
SHADE = Swipe(direction="down", coordinate=(0.5, 0.01))
RECENTS = SystemButton(button="recents")


def _place(phone: Pilot, id: str) -> tuple[float, float]:
    """Left and top of an element by its resource name."""
    for each in phone.episode.view.elements()["elements"]:
        if each["resource_name"] == id:
            return each["bbox"]["x_min"], each["bbox"]["y_min"]
    raise AssertionError(f"{id} is not on screen")


def _ids(phone: Pilot) -> set[str]:
    return {each["resource_name"] for each in phone.episode.view.elements()["elements"]}


def test_a_row_within_a_page_scrolls_along_its_own_axis_only() -> None:
    phone = visit("mdoordash").pilot
    first = next(id for id in _ids(phone) if id.startswith("facet/") and "American" in id)
    x, y = _place(phone, first)
    middle = y + 0.015
    assert phone.do(Drag(coordinate=(0.6, middle), end_coordinate=(0.55, middle))) == ""
    assert _place(phone, first)[0] < x
    assert _place(phone, first)[1] == y
    moved = _place(phone, first)[0]
    # Up and down is the page's business, also where the finger lies on the row.
    assert phone.do(Drag(coordinate=(0.6, middle), end_coordinate=(0.6, middle - 0.05))) == ""
    assert _place(phone, first)[1] < y
    assert _place(phone, first)[0] == moved


def test_the_end_of_a_row_does_not_scroll_the_page() -> None:
    phone = visit("mdoordash").pilot
    y = phone.point("American")[1]
    left, right = (
        Swipe(direction="left", coordinate=(0.5, y)),
        Swipe(direction="right", coordinate=(0.5, y)),
    )
    assert phone.do(right).startswith("cannot_scroll")
    while not phone.do(left):
        pass
    assert phone.episode.view.action_error.startswith("cannot_scroll")
    assert phone.point("Search restaurants or cuisines")


@pytest.mark.parametrize("button", ["enter", "tap"])
def test_what_gets_the_focus_is_scrolled_into_sight(button: str) -> None:
    phone = showcase().go_to("form").pilot
    phone.fill("Full Name", "Ada")
    columns = ["phone", "email", "day", "back_on", "bags", "pin", "notes"]
    for column in columns:
        if button == "enter":
            phone.do(SystemButton(button="enter"))
        else:
            phone.fill(_label(column), "2")
        focused = next(
            each for each in phone.episode.view.elements()["elements"] if each["is_focused"]
        )
        assert focused["resource_name"] == f"form/{column}"
        keys = next(
            each for each in phone.episode.view.elements()["elements"] if each["text"] == "1"
            and each["resource_name"].startswith("key/")
        )  # fmt: skip
        assert focused["bbox"]["y_max"] <= keys["bbox"]["y_min"]
        assert focused["bbox"]["y_min"] > 0.08


def _label(column: str) -> str:
    names = {"phone": "Phone", "email": "Email", "day": "Day", "back_on": "Way Back"}
    return names.get(column) or {"bags": "Bags", "pin": "PIN", "notes": "Notes"}[column]


@pytest.mark.parametrize("over", [SHADE, RECENTS])
def test_back_takes_one_layer_at_a_time(over: Command) -> None:
    tour = showcase().go_to("form")
    phone = tour.pilot
    phone.fill("Full Name", "Ada")
    phone.do(over)
    assert not phone.keyboard
    assert "form/passenger" not in _ids(phone)
    phone.do(BACK)
    assert "form/passenger" in _ids(phone)
    tour.tap_id(lambda name: name == "form/seat")
    phone.do(over, BACK)
    assert "option/0" in _ids(phone)
    phone.do(BACK)
    assert "option/0" not in _ids(phone)
    assert "form/passenger" in _ids(phone)
    phone.fill("Email", "a@b.c")
    steps = 0
    while phone.episode.view.elements()["package_name"] != "com.phoneuse.launcher":
        phone.do(BACK)
        steps += 1
    assert steps == 4  # keyboard, form, boat, app
    phone.do(Open(text="mShowcase"))
    tour.tap_id(lambda name: name.startswith("boats/1"))
    phone.tap("Choose Seat")
    assert phone.element("Full Name *")["text"] == "Ada"


def test_a_double_tap_selects_a_word_and_elsewhere_taps_twice() -> None:
    phone = showcase().go_to("form").pilot
    phone.fill("Full Name", "Ada Moss")
    x = phone.point("Full Name *")
    for press in (DoubleClick, LongPress):
        phone.fill("Full Name", "Ada Moss")
        phone.do(press(coordinate=(0.07, x[1])))
        phone.type("Eve")
        assert phone.element("Full Name *")["text"] == "Eve Moss"
    phone.do(BACK)
    phone.tap("Reminders")
    before = phone.element("Reminders")["is_checked"]
    phone.do(DoubleClick(coordinate=phone.point("Reminders")))
    assert phone.element("Reminders")["is_checked"] == before
    assert phone.do(LongPress(coordinate=phone.point("Reminders"))).startswith("nothing_here")


def test_the_cross_empties_masked_boxes_and_dates_too() -> None:
    phone = showcase().go_to("form").pilot
    for label, text in (("PIN", "3141"), ("Way Back", "2026-03-12"), ("Notes", "two\nlines")):
        phone.fill(label, text)
        assert text not in phone.texts() or label != "PIN"
        phone.click("Clear text")
        assert phone.keyboard
        assert phone.element(label)["text"] == ""
