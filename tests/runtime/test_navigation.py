from mpb_gym.runtime.effects import AskCancel, GoTo
from mpb_gym.runtime.navigation import (
    at_destination,
    following,
    moved,
    on_tab,
    over_first,
    without_record,
)
from mpb_gym.runtime.route import Route, Visit


def _stack(*screens: str) -> list[Visit]:
    return [Visit(route=Route(screen=screen)) for screen in screens]


def _screens(stack: list[Visit]) -> list[str]:
    return [visit.route.screen for visit in stack]


def test_a_link_leads_one_screen_further_and_leaves_what_is_below_as_it_was() -> None:
    before = _stack("home", "list")
    after = following(before, GoTo("detail", "places", 7), "home")
    assert _screens(after) == ["home", "list", "detail"]
    assert after[2].route.chosen == (("places", 7),)
    assert (after[0], after[1]) == (before[0], before[1])
    assert _screens(before) == ["home", "list"]


def test_a_link_to_the_first_screen_leaves_nothing_to_go_back_to() -> None:
    assert _screens(following(_stack("home", "list", "detail"), GoTo("home"), "home")) == ["home"]
    chosen = following(_stack("home", "list"), GoTo("home", "places", 7), "home")
    assert _screens(chosen) == ["home", "list", "home"]


def test_a_list_that_changed_starts_at_its_top_and_keeps_its_strips() -> None:
    before = _stack("home", "list")
    before[1].typed, before[1].scrolls = "pizza", {"body": 300, "facets": 40}
    before[1].menu = "size"
    (_, shown) = moved(before, Route(screen="list", query="pizza"))
    assert (shown.route.query, shown.typed, shown.menu) == ("pizza", "pizza", "")
    assert shown.scrolls == {"facets": 40}
    assert before[1].scrolls == {"body": 300, "facets": 40}


def test_a_search_box_one_screen_further_holds_what_was_searched() -> None:
    *_, shown = moved(_stack("home"), Route(screen="list", query="pizza"))
    assert (shown.typed, shown.scrolls) == ("pizza", {})


def test_a_tab_takes_the_place_of_another_with_what_was_chosen() -> None:
    before = [*_stack("home"), Visit(route=Route(screen="menu", chosen=(("places", 7),)))]
    after = on_tab(before, "reviews")
    assert _screens(after) == ["home", "reviews"]
    assert after[1].route.chosen == (("places", 7),)
    assert on_tab(after, "reviews") == after


def test_a_destination_lies_over_the_first_screen() -> None:
    assert _screens(at_destination(_stack("home", "a", "b"), "orders", "home")) == [
        "home",
        "orders",
    ]
    assert _screens(at_destination(_stack("home", "orders"), "home", "home")) == ["home"]
    assert _screens(over_first("home", Route(screen="done"))) == ["home", "done"]


def test_a_destination_that_is_shown_stays_as_it_is() -> None:
    before = _stack("home", "list", "orders")
    assert at_destination(before, "orders", "home") == before


def test_a_confirmation_of_a_cancelled_record_is_no_place_to_go_back_to() -> None:
    done = Visit(route=Route(screen="done", record=("orders", 1)))
    other = Visit(route=Route(screen="done", record=("orders", 2)))
    shown = Visit(route=Route(screen="orders"))
    asked = AskCancel("orders", 1)
    assert without_record([done, other, shown], asked) == [other, shown]
    assert without_record([other, done], asked) == [other, done]
