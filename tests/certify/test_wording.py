"""An instruction says what its target wants, and nothing that it must not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mpb_gym.certify import prove
from mpb_gym.certify.scenario import subject
from mpb_gym.certify.wording import said_wrongly
from mpb_gym.spec.library import load_apps, load_assignment
from mpb_gym.spec.target import Told
from mpb_gym.spec.task import TaskSpec
from tests.certify.breaking import Break, saying, unsaid, with_request, with_target, without_step


def said(id: str, broken: Break, *hidden: str) -> list[str]:
    task = load_assignment(id)
    assert isinstance(task, TaskSpec)
    assert list(said_wrongly(subject(task, load_apps(task)), ())) == []
    return list(said_wrongly(subject(broken(task), load_apps(task)), hidden))


def telling(**told: Told) -> Break:
    return with_request(lambda each: replace(each, told=told))


@pytest.mark.parametrize(
    ("id", "broken", "says"),
    [
        ("mdoordash/001", unsaid("Crispy Duck"), "does not say 'Crispy Duck' (menu)"),
        ("mdoordash/001", unsaid("18:30"), "does not say '2026-03-12 18:30' (slot)"),
        ("mdoordash/001", unsaid("Golden Carp House"), "'Golden Carp House' (restaurants)"),
        ("mdoordash/001", unsaid("with the doorman"), "(special_instructions)"),
        ("mdoordash/004", unsaid("4.3"), "does not say '4.3' (restaurants)"),
        ("mdoordash/005", unsaid("Korean"), "does not say 'Korean' (restaurants)"),
        ("mdoordash/014", saying("Green Curry, Floating Lotus, no salt"), "'sesame', which is to"),
        ("mdoordash/007", saying("Japanese Tonkotsu Ramen"), "gives 'Japanese' away"),
        ("mdoordash/007", without_step(1), "does not say 'Japanese'"),
        ("mdoordash/008", without_step(1), "the plan does not consult diet"),
        ("mdoordash/008", saying("A Vegan Marinara Pizza"), "gives 'Vegan Marinara Pizza' away"),
        ("mdoordash/008", telling(), "does not say 'Vegan Marinara Pizza'"),
        (
            "mdoordash/008",
            telling(menu=Told(source="profile", of="taste")),
            "the profile has no 'taste'",
        ),
        ("mdoordash/008", telling(dish=Told(source="profile", of="diet")), "box 'dish'"),
        (
            "mdoordash/012",
            telling(menu=Told(source="prepared", of="status")),
            "no prepared row says 'Mapo Tofu' in status",
        ),
        (
            "mdoordash/001",
            with_request(lambda each: replace(each, fill={"tip": "leave it"})),
            "has no box 'tip'",
        ),
        (
            "mdoordash/001",
            with_request(
                lambda each: replace(each, choose={**each.choose, "size": each.choose["slot"]})
            ),
            "has no choice 'size'",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(id: str, broken: Break, says: str) -> None:
    assert any(says in each for each in said(id, broken))


def test_high_values_and_hidden_words_must_not_be_said() -> None:
    task = load_assignment("mdoordash/001")
    assert isinstance(task, TaskSpec)
    phone = next(item for item in task.profile.items if item.key == "phone_number")
    leaked = saying(f"{task.instruction} Call {phone.value}.")
    assert said("mdoordash/001", leaked) == ["the instruction says the HIGH value of phone_number"]
    assert any(
        "gives 'duck' away" in each for each in said("mdoordash/001", saying("duck"), "duck")
    )


def test_dates_and_numbers_may_be_said_as_people_do() -> None:
    long = "Crispy Duck, Jasmine Tea, Golden Carp House, leave it with the doorman, at 18:30 on"
    for date in ("March 12, 2026", "March 12"):
        assert said("mdoordash/001", saying(f"{long} {date}")) == []
    assert said("mdoordash/001", saying(f"{long} March 13")) != []
    two = saying("Strings by Candlelight, two tickets, our anniversary")
    assert said("meventbrite/001", two) == []


def test_nothing_to_say_of_a_target_without_requests() -> None:
    assert said("mdoordash/009", with_target(lambda target: target)) == []


def test_a_part_of_another_word_gives_nothing_away() -> None:
    # The preference is "ENT", and the instruction speaks of an "entry" of the profile.
    assert prove(load_assignment("mzocdoc/validation-39")).certified
