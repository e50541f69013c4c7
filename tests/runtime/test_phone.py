"""The phone holds: navigation, keyboard, scrolling, dialogs, as a user meets them."""

from collections.abc import Callable

import pytest

from mpb_gym.commands import (
    Click,
    DoubleClick,
    Drag,
    LongPress,
    Open,
    Swipe,
    SystemButton,
    Type,
    Wait,
)
from mpb_gym.events import AppOpened
from tests.pilot import Pilot
from tests.tour import visit

Start = Callable[..., Pilot]

UP = Swipe(direction="up")
DOWN = Swipe(direction="down")


def _first_restaurant(phone: Pilot) -> str:
    cards = [
        element
        for element in phone.episode.view.elements()["elements"]
        if element["resource_name"].startswith("restaurants/")
    ]
    return str(cards[0]["text"].split("\n")[0])


def _to_detail(phone: Pilot) -> Pilot:
    phone.open()
    return phone.tap(_first_restaurant(phone))


def _to_form(phone: Pilot) -> Pilot:
    _to_detail(phone)
    names = [
        element
        for element in phone.episode.view.elements()["elements"]
        if element["resource_name"].startswith("menu/")
    ]
    while not names:
        assert phone.do(UP) == ""
        names = [
            element
            for element in phone.episode.view.elements()["elements"]
            if element["resource_name"].startswith("menu/")
        ]
    phone.tap(str(names[0]["text"].split("\n")[0]))
    while not any(text.startswith("2026-03-1") for text in phone.texts()):
        assert phone.do(UP) == ""
    phone.tap(next(text for text in phone.texts() if text.startswith("2026-03-1")))
    return phone.tap("Place Order")


def test_the_launcher_shows_each_app_and_imy(pilot: Start) -> None:
    texts = pilot().texts()
    assert {"mDoorDash", "iMy", "09:41"} <= set(texts)


@pytest.mark.parametrize("name", ["mDoorDash", "mdoordash", "DoorDash", "  MDOORDASH "])
def test_open_understands_names_and_aliases(pilot: Start, name: str) -> None:
    phone = pilot()
    assert phone.do(Open(text=name)) == ""
    assert "Order Food" in phone.texts()


def test_an_unknown_app_is_named_with_those_there_are(pilot: Start) -> None:
    error = pilot().do(Open(text="mZoo"))
    assert error.startswith("unknown_app: ")
    assert "mDoorDash" in error


def test_an_icon_opens_its_app(pilot: Start) -> None:
    phone = pilot()
    assert phone.click("mDoorDash") == ""
    assert "Order Food" in phone.texts()


def test_back_leads_home_screen_by_screen(pilot: Start) -> None:
    phone = _to_form(pilot())
    assert "Confirm Order" in phone.texts()
    phone.back()
    assert "Restaurant Details" in phone.texts()
    phone.back()
    assert "Order Food" in phone.texts()
    phone.back()
    assert "iMy" in phone.texts()
    assert phone.do(SystemButton(button="back")).startswith("already_home")


def test_an_app_keeps_its_place_while_another_is_open(pilot: Start) -> None:
    phone = _to_detail(pilot())
    phone.do(SystemButton(button="home"))
    phone.open("iMy")
    assert any(text.startswith("Free to use") for text in phone.texts())
    phone.open("mDoorDash")
    assert "Restaurant Details" in phone.texts()


def test_nothing_reacts_to_a_tap_on_nothing(pilot: Start) -> None:
    phone = pilot()
    before = phone.episode.view.screenshot().tobytes()
    assert phone.do(Click(coordinate=(0.5, 0.99))).startswith("nothing_here")
    assert phone.do(LongPress(coordinate=(0.5, 0.99))).startswith("nothing_here")
    assert phone.episode.view.screenshot().tobytes() == before


def test_a_button_waits_for_what_it_needs(pilot: Start) -> None:
    phone = _to_detail(pilot())
    assert not phone.element("Place Order")["is_enabled"]
    assert phone.click("Place Order").startswith("disabled")
    assert "Restaurant Details" in phone.texts()


def test_typing_needs_a_focused_box(pilot: Start) -> None:
    assert pilot().open().type("hello").startswith("no_focus")


def test_the_keyboard_opens_with_the_focus_and_covers_the_button(pilot: Start) -> None:
    phone = _to_form(pilot())
    spot = phone.point("Confirm Order")
    phone.click("Full Name *")
    assert phone.keyboard
    assert "Confirm Order" not in phone.texts()
    phone.do(Click(coordinate=spot))
    assert not phone.tables()["orders"]
    if not phone.keyboard:
        phone.click("Full Name *")
    phone.back()
    assert not phone.keyboard
    assert phone.do(Click(coordinate=spot)) == ""
    assert any("Please fill in" in text for text in phone.texts())


def test_words_are_typed_key_by_key(pilot: Start) -> None:
    phone = _to_form(pilot())
    phone.click("Full Name *")
    for key in ("shift", "A", "d", "a", "space", "4", "backspace"):
        assert phone.click({"A": "A"}.get(key, key)) == "", key
    assert phone.element("Full Name *")["text"] == "Ada "


def test_backspace_takes_a_whole_emoji(pilot: Start) -> None:
    phone = _to_form(pilot())
    phone.click("Full Name *")
    phone.type("a👩\u200d🚀")
    phone.click("backspace")
    assert phone.element("Full Name *")["text"] == "a"


@pytest.mark.parametrize("text", ["Zürich 李雷 %s 50% O'Neil 👩\u200d🚀", "a  b", " a\n\tb "])
def test_text_arrives_unchanged_everywhere(pilot: Start, text: str) -> None:
    phone = _to_form(pilot())
    for label in ("Full Name *", "Phone *", "Delivery Address *", "Email *"):
        phone.fill(label.removesuffix(" *"), text)
    for label in ("Meal Plan Provider", "Alternate Contact Name", "Special Instructions"):
        phone.fill(label, text)
    assert phone.element("Special Instructions *")["text"] == text
    assert phone.tables()["form_drafts"][0]["special_instructions"] == text
    phone.tap("Confirm Order")
    order = phone.tables()["orders"][-1]
    assert {order[column] for column in ("customer_name", "customer_phone")} == {text}
    assert order["special_instructions"] == text


def test_type_never_submits_and_enter_goes_to_the_next_box(pilot: Start) -> None:
    phone = _to_form(pilot())
    phone.click("Full Name *")
    phone.type("Ada\n")
    assert phone.element("Full Name *")["is_focused"]
    phone.do(SystemButton(button="enter"))
    assert phone.element("Phone *")["is_focused"]


def test_long_press_selects_so_that_typing_replaces(pilot: Start) -> None:
    phone = _to_form(pilot())
    phone.click("Full Name *")
    phone.type("old")
    phone.hold("Full Name *")
    phone.type("new")
    assert phone.element("Full Name *")["text"] == "new"
    phone.do(DoubleClick(coordinate=phone.point("Full Name *")))
    phone.click("backspace")
    assert phone.element("Full Name *")["text"] == ""


def _in_box(phone: Pilot, share: float) -> tuple[float, float]:
    """A point of the name's box, so far from its left."""
    box: dict[str, float] = phone.element("Full Name *")["bbox"]  # type: ignore[assignment]
    x = box["x_min"] + share * (box["x_max"] - box["x_min"])
    return x, (box["y_min"] + box["y_max"]) / 2


def test_a_first_long_press_selects_a_word_and_a_second_one_all(pilot: Start) -> None:
    phone = _to_form(pilot())
    phone.fill("Full Name", "Ada Moss")
    phone.do(LongPress(coordinate=_in_box(phone, 0.06)))
    phone.type("Nora")
    assert phone.element("Full Name *")["text"] == "Nora Moss"
    phone.do(*[LongPress(coordinate=_in_box(phone, 0.06))] * 2)
    assert phone.element("Full Name *")["is_selected"]
    phone.type("Ida")
    assert phone.element("Full Name *")["text"] == "Ida"


def test_the_cursor_goes_where_the_finger_is(pilot: Start) -> None:
    phone = _to_form(pilot())
    phone.fill("Full Name", "Ada Moss")
    phone.do(Click(coordinate=_in_box(phone, 0.03)))
    phone.type("Dr. ")
    assert phone.element("Full Name *")["text"] == "Dr. Ada Moss"
    phone.click("backspace")
    assert phone.element("Full Name *")["text"] == "Dr.Ada Moss"
    phone.do(Click(coordinate=_in_box(phone, 0.8)))
    phone.type("!")
    assert phone.element("Full Name *")["text"] == "Dr.Ada Moss!"


def test_a_long_text_goes_on_showing_where_it_was_touched(pilot: Start) -> None:
    phone = _to_form(pilot())
    text = " ".join(f"word{index}" for index in range(40))
    phone.fill("Full Name", text)
    phone.do(Click(coordinate=_in_box(phone, 0.3)))
    before = phone.episode.view.screenshot().copy()
    phone.do(Click(coordinate=_in_box(phone, 0.3)))
    assert (before == phone.episode.view.screenshot()).all()
    phone.type("<here>")
    typed = str(phone.element("Full Name *")["text"])
    assert typed.replace("<here>", "") == text
    assert 200 < typed.index("<here>") < len(text)


def test_the_cross_empties_a_box(pilot: Start) -> None:
    phone = _to_form(pilot())
    phone.click("Full Name *")
    phone.type("old")
    assert phone.click("Clear text") == ""
    assert phone.element("Full Name *")["text"] == ""


def test_a_form_keeps_what_was_typed_when_left_and_entered_again(pilot: Start) -> None:
    phone = _to_form(pilot())
    phone.click("Full Name *")
    phone.type("Ada")
    phone.back().back()
    phone.tap("Place Order")
    assert phone.element("Full Name *")["text"] == "Ada"


def test_a_box_holds_no_more_than_it_can(pilot: Start) -> None:
    phone = _to_form(pilot())
    phone.click("Full Name *")
    for _ in range(4):
        assert phone.type("x" * 1000) == ""
    assert phone.type("x").startswith("too_long")
    assert len(str(phone.element("Full Name *")["text"])) == 4000


def test_swipes_scroll_until_the_end(pilot: Start) -> None:
    phone = pilot().open()
    steps = 0
    while phone.do(UP) == "":
        steps += 1
    assert 2 <= steps < 20
    assert phone.episode.view.action_error.startswith("cannot_scroll")
    while phone.do(DOWN) == "":
        steps -= 1
    assert "What" not in phone.episode.view.action_error
    assert "Search restaurants or cuisines" in phone.texts()


def test_a_drag_moves_the_content_by_its_length(pilot: Start) -> None:
    phone = pilot().open()
    before = phone.point("Popular Restaurants")[1]
    phone.do(Drag(coordinate=(0.5, 0.6), end_coordinate=(0.5, 0.4)))
    assert phone.point("Popular Restaurants")[1] == pytest.approx(before - 0.2, abs=0.005)


def test_chips_scroll_sideways_without_the_page(pilot: Start) -> None:
    phone = pilot().open()
    y = phone.point("American")[1]
    phone.do(Swipe(direction="left", coordinate=(0.5, y)))
    assert "American" not in phone.texts()
    assert "Search restaurants or cuisines" in phone.texts()


def test_a_search_lists_what_has_every_word(pilot: Start) -> None:
    phone = pilot().open()
    phone.click("Search restaurants or cuisines")
    phone.type("thai")
    phone.do(SystemButton(button="enter"))
    assert not phone.keyboard
    assert "Search Results" in phone.texts()
    cards = [text for text in phone.texts() if "\n" in text]
    assert cards
    assert all("Thai" in card for card in cards)


def test_a_search_without_answers_says_so(pilot: Start) -> None:
    phone = pilot().open()
    phone.click("Search restaurants or cuisines")
    phone.type("qqqq")
    phone.do(SystemButton(button="enter"))
    assert any("No restaurants found" in text for text in phone.texts())


def test_a_chip_filters_and_a_second_tap_lets_go(pilot: Start) -> None:
    phone = pilot().open()
    phone.click("American")
    assert phone.element("American")["is_checked"]
    assert all("American" in text for text in phone.texts() if "\n" in text)
    phone.click("American")
    assert "Search Results" in phone.texts()


def test_a_form_with_blanks_is_not_sent_and_says_which(pilot: Start) -> None:
    phone = _to_form(pilot())
    phone.fill("Full Name", "   ")
    phone.back()
    phone.tap("Confirm Order")
    assert not phone.tables()["orders"]
    assert any("Full Name" in text and "Phone" in text for text in phone.texts())


def test_a_snackbar_goes_by_itself(pilot: Start) -> None:
    phone = _to_form(pilot())
    phone.tap("Confirm Order")
    assert any("Please fill in" in text for text in phone.texts())
    phone.do(Wait(), Wait(), Wait())
    assert not any("Please fill in" in text for text in phone.texts())


def test_unsubmitted_and_erased_values_stay_in_the_record(pilot: Start) -> None:
    phone = _to_form(pilot())
    phone.fill("Phone for Priority Delivery", "212-555-0100")
    phone.click("Clear text")
    phone.do(SystemButton(button="home"))
    edits = phone.tables()["form_edits"]
    assert [(edit["column"], edit["old"], edit["new"]) for edit in edits] == [
        ("priority_phone", "", "212-555-0100"),
        ("priority_phone", "212-555-0100", ""),
    ]


def test_the_tree_carries_the_step_of_its_frame(pilot: Start) -> None:
    phone = pilot()
    phone.do(Wait(), Open(text="mDoorDash"))
    assert phone.episode.view.elements()["frame"] == 2


@pytest.mark.parametrize("screen", [(1080, 2400), (540, 1200), (270, 600), (216, 480)])
def test_a_tap_means_the_same_at_every_resolution(pilot: Start, screen: tuple[int, int]) -> None:
    native, other = pilot(screen=(1080, 2400)), pilot(screen=screen)
    for phone in (native, other):
        _to_form(phone)
    for label in ("Full Name *", "Phone *"):
        spot = other.point(label)
        native.do(Click(coordinate=spot))
        assert native.element(label)["is_focused"]
        native.back()


def test_commands_of_a_session_are_answered_in_words(pilot: Start) -> None:
    phone = pilot()
    phone.do(Open(text="mDoorDash"), Type(text="x"))
    assert phone.episode.view.history[0] == '1. open("mDoorDash")'
    assert phone.episode.view.history[1].startswith('2. type("x") -> no_focus: ')


RECENTS = SystemButton(button="recents")
SHADE = Swipe(direction="down", coordinate=(0.5, 0.01))


def _ids(phone: Pilot, prefix: str) -> list[str]:
    names = [each["resource_name"] for each in phone.episode.view.elements()["elements"]]
    return [name for name in names if name.startswith(prefix)]


def test_recents_list_what_was_used_the_last_one_first(pilot: Start) -> None:
    phone = pilot()
    phone.do(RECENTS)
    assert "No recent apps" in "".join(phone.texts())
    phone.open().open("iMy")
    phone.do(RECENTS)
    assert _ids(phone, "recent/") == ["recent/imy", "recent/mdoordash"]
    phone.open()
    phone.do(RECENTS)
    assert _ids(phone, "recent/") == ["recent/mdoordash", "recent/imy"]


def test_recents_switch_to_an_app_as_it_was_left(pilot: Start) -> None:
    phone = _to_form(pilot())
    phone.click("Full Name *")
    phone.type("Ada")
    phone.open("iMy").do(RECENTS)
    phone.click("mDoorDash")
    assert phone.element("Full Name *")["text"] == "Ada"
    opened = [each for each in phone.episode.record().events if isinstance(each.event, AppOpened)]
    assert opened[-1].event.via == "recents"  # type: ignore[union-attr]


@pytest.mark.parametrize("over", [RECENTS, SHADE])
def test_back_leads_from_recents_and_notifications_to_what_was_there(
    pilot: Start, over: SystemButton | Swipe
) -> None:
    phone = _to_form(pilot())
    phone.click("Full Name *")
    assert phone.do(over) == ""
    assert not phone.keyboard
    phone.back()
    assert phone.element("Full Name *")
    phone.do(RECENTS, SHADE, SystemButton(button="home"))
    assert phone.do(SystemButton(button="back")).startswith("already_home")


def test_a_sent_form_is_told_among_the_notifications(pilot: Start) -> None:
    phone = pilot().open()
    phone.do(SHADE)
    assert "No notifications" in "".join(phone.texts())
    assert phone.do(Swipe(direction="up")) == ""
    tour = visit("mdoordash").go_to("confirmation")
    tour.pilot.do(SystemButton(button="home"), SHADE)
    assert "Your order is confirmed." in "".join(tour.pilot.texts())
    tour.pilot.click("mDoorDash")
    elements = tour.pilot.episode.view.elements()
    assert elements["package_name"] == tour.spec.package


def test_a_drag_from_the_status_bar_pulls_the_notifications_down(pilot: Start) -> None:
    phone = pilot().open()
    phone.do(Drag(coordinate=(0.5, 0.005), end_coordinate=(0.5, 0.5)))
    assert "No notifications" in "".join(phone.texts())


def test_a_protected_app_stays_protected_in_recents(pilot: Start) -> None:
    phone = pilot()
    once = phone.episode
    allowed = [True]
    once._device.phone._may_open = lambda app: app == "imy" or allowed[0]  # type: ignore[attr-defined]
    phone.open().open("iMy").do(RECENTS)
    allowed[0] = False
    assert phone.click("mDoorDash").startswith("app_blocked")
    assert phone.episode.view.elements()["package_name"] != "com.phoneuse.mdoordash"
    assert "mDoorDash is protected" in "".join(phone.texts())
    phone.back()
    assert _ids(phone, "recent/") == ["recent/imy", "recent/mdoordash"]


def test_an_app_that_was_never_let_open_is_not_among_the_recent_ones(pilot: Start) -> None:
    phone = pilot()
    phone.episode._device.phone._may_open = lambda app: app == "imy"  # type: ignore[attr-defined]
    assert phone.do(Open(text="mDoorDash")).startswith("app_blocked")
    phone.back()
    phone.open("iMy").do(RECENTS)
    assert _ids(phone, "recent/") == ["recent/imy"]


@pytest.mark.parametrize(
    ("label", "has", "lacks"),
    [("Phone", "+", "q"), ("Email", "@", ","), ("Full Name", "q", "@")],
)
def test_a_box_calls_for_its_keyboard(pilot: Start, label: str, has: str, lacks: str) -> None:
    phone = _to_form(pilot())
    phone.fill(label, "x")
    assert phone.keyboard
    assert _ids(phone, f"key/{has}")
    assert not _ids(phone, f"key/{lacks}")
    phone.click(has)
    assert phone.element(f"{label} *")["text"] == f"x{has}"
