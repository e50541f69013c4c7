"""Sheets, calendars, switches, tabs and destinations, as a user meets them."""

from mpb_gym.commands import Click, Command, Drag, Swipe, SystemButton
from tests.pilot import Pilot
from tests.showcase import showcase
from tests.tour import visit

UP = Swipe(direction="up")
SHADE = Swipe(direction="down", coordinate=(0.5, 0.01))


def _ids(phone: Pilot, prefix: str) -> list[str]:
    names = [each["resource_name"] for each in phone.episode.view.elements()["elements"]]
    return [name for name in names if name.startswith(prefix)]


def test_a_masked_text_is_selected_whole() -> None:
    phone = showcase().go_to("form").pilot
    phone.fill("PIN", "3141")
    phone.hold("PIN")
    phone.click("5")
    assert phone.element("PIN")["text"] == "•"


def test_a_sheet_offers_options_and_closes_by_back_scrim_and_pull() -> None:
    tour = showcase().go_to("form")
    phone = tour.pilot
    tour.tap_id(lambda name: name == "form/seat")
    top: float = phone.element("Seat")["bbox"]["y_min"]  # type: ignore[index]
    phone.back()
    handle = (0.5, top + 0.02)
    closes: list[Command] = [
        SystemButton(button="back"),
        Click(coordinate=(0.5, 0.05)),
        Swipe(direction="down", coordinate=handle),
        Drag(coordinate=handle, end_coordinate=(0.5, 0.95)),
    ]
    for close in closes:
        tour.tap_id(lambda name: name == "form/seat")
        assert phone.element("Window")["is_checkable"]
        assert "Full Name *" not in phone.texts()
        assert phone.do(close) == ""
        assert _ids(phone, "option/") == []
        assert _ids(phone, "form/seat") == ["form/seat"]
    tour.tap_id(lambda name: name == "form/seat")
    assert phone.do(Click(coordinate=handle)).startswith("nothing_here")
    phone.click("Window")
    assert phone.element("Seat")["text"] == "Window"


def test_a_long_sheet_scrolls_and_keeps_the_place_of_the_page() -> None:
    tour = visit("mdmv").go_to("form")
    phone = tour.pilot
    tour.tap_id(lambda name: name == "form/license_state")
    rows = _ids(phone, "option/")
    assert phone.do(UP) == ""
    assert _ids(phone, "option/") != rows
    assert phone.do(SystemButton(button="back")) == ""
    assert _ids(phone, "form/license_state")


def test_a_date_is_chosen_from_a_calendar_or_typed() -> None:
    tour = showcase().go_to("form")
    phone = tour.pilot

    def show() -> None:
        tour.tap_id(lambda name: name == "form/back_on/calendar")

    show()
    assert phone.click("OK").startswith("disabled")
    phone.click("20")
    phone.click("Cancel")
    assert phone.element("Way Back")["text"] == ""
    show()
    phone.click("Next month")
    phone.click("30")
    phone.click("OK")
    assert phone.element("Way Back")["text"] == "2026-04-30"
    phone.fill("Way Back", "1990-02-28")
    phone.back()
    show()
    assert "Wed, Feb 28, 1990" in "".join(phone.texts())
    phone.click("February 1990")
    phone.click("Previous years")
    phone.click("1984")
    phone.click("29")
    phone.click("OK")
    assert phone.element("Way Back")["text"] == "1984-02-29"
    draft = phone.episode.record().ends[-1].tables["mshowcase"]["form_drafts"][0]
    assert draft["back_on"] == "1984-02-29"


def test_the_calendar_ends_somewhere() -> None:
    tour = showcase().go_to("form")
    tour.pilot.fill("Way Back", "1900-01-05")
    tour.pilot.back()
    tour.tap_id(lambda name: name == "form/back_on/calendar")
    assert tour.pilot.click("Previous month").startswith("disabled")
    assert tour.pilot.click("Next month") == ""


def _switches(phone: Pilot) -> tuple[object, object]:
    draft = phone.episode.record().ends[-1].tables["mshowcase"]["form_drafts"][0]
    return draft["insured"], draft["reminders"]


def test_a_switch_starts_at_its_default_and_is_stored_in_its_own_words() -> None:
    tour = showcase().go_to("form")
    tables = tour.pilot.episode.record().ends[-1].tables["mshowcase"]
    assert (tables["form_drafts"][0]["insured"], tables["form_drafts"][0]["reminders"]) == (
        "No",
        "on",
    )
    tour.tap_id(lambda name: name == "form/reminders")
    assert not tour.pilot.element("Reminders")["is_checked"]
    tour.pilot.fill("Travel insurance", "Yes")
    tour.pilot.fill("Travel insurance", "Yes")
    assert tour.pilot.element("Travel insurance")["is_checked"]
    tables = tour.pilot.episode.record().ends[-1].tables["mshowcase"]
    assert (tables["form_drafts"][0]["insured"], tables["form_drafts"][0]["reminders"]) == (
        "Yes",
        "off",
    )


def test_tabs_take_each_others_place_and_destinations_lead_back_home() -> None:
    phone = showcase().pilot
    phone.click("My Trips")
    assert "No trips yet" in "".join(phone.texts())
    for tab in ("Cancelled", "All", "Booked", "Cancelled"):
        phone.click(tab)
        assert phone.element(tab)["is_selected"]
    assert "Nothing cancelled" in "".join(phone.texts())
    phone.back()
    assert phone.element("Home")["is_selected"]
    phone.click("About")
    assert phone.element("About")
    phone.click("Home")
    assert phone.do(SystemButton(button="back")) == ""
    assert phone.episode.view.elements()["package_name"] == "com.phoneuse.launcher"


def test_several_chips_are_picked_and_an_empty_choice_says_so() -> None:
    tour = showcase().go_to("boat")
    phone = tour.pilot
    phone.click("Bicycle")
    phone.click("Coffee")
    assert [phone.element(each)["is_checked"] for each in ("Bicycle", "Dog", "Coffee")] == [
        True, False, True,
    ]  # fmt: skip
    phone.back()
    tour.tap_id(lambda name: name == "boats/2")
    assert "No extras on this boat." in phone.texts()
    assert "No boat leaves this week." in phone.texts()


def test_back_closes_keyboard_then_what_lies_over_then_the_screen() -> None:
    tour = showcase().go_to("form")
    phone = tour.pilot
    phone.fill("Way Back", "2026-03-12")
    assert phone.keyboard
    phone.back()
    assert not phone.keyboard
    tour.tap_id(lambda name: name == "form/back_on/calendar")
    phone.do(SHADE)
    phone.back()
    assert _ids(phone, "day/")
    phone.back()
    assert not _ids(phone, "day/")
    assert _ids(phone, "form/")
    phone.back()
    assert "Choose Seat" in phone.texts()


def _chip(phone: Pilot, text: str) -> dict[str, object]:
    tree = phone.episode.view.elements()["elements"]
    return next(dict(each) for each in tree if each["is_checkable"] and each["text"] == text)


def _extras(phone: Pilot) -> object:
    return phone.episode.record().ends[-1].tables["mshowcase"]["form_drafts"][0]["extras"]


def test_chips_of_a_form_are_stored_in_the_order_of_the_options() -> None:
    tour = showcase().go_to("form")
    phone = tour.pilot
    for chip in ("Coffee", "Bicycle"):
        phone.tap(chip)
        assert _chip(phone, chip)["is_checked"]
    assert _extras(phone) == "Bicycle, Coffee"
    phone.tap("Bicycle")
    assert not _chip(phone, "Bicycle")["is_checked"]
    assert _extras(phone) == "Coffee"


def test_a_hand_makes_chips_show_what_it_is_told() -> None:
    phone = showcase().go_to("form").pilot
    for wanted in ("Dog, Coffee", "Bicycle", ""):
        phone.fill("Extras", wanted)
        assert (_extras(phone) or "") == wanted
        assert phone.element("Extras")["content_description"] == wanted


def test_chips_that_are_required_say_so() -> None:
    tour = showcase().go_to("form")
    phone = tour.pilot
    phone.fill("Meals", "")
    tour.tap_id(lambda name: name == "submit/trip")
    tour.pilot.fill("Full Name", "Ada Moss")
    tour.pilot.fill("Day", "2026-03-12")
    phone.back()
    tour.tap_id(lambda name: name == "submit/trip")
    assert phone.element("Meals *")["text"] == "Meals *\nRequired"
    phone.tap("Dinner")
    tour.tap_id(lambda name: name == "submit/trip")
    assert phone.episode.record().ends[-1].tables["mshowcase"]["trips"][0]["meals"] == "Dinner"
