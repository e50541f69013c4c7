import pytest

from mpb_gym.contract.grants import ReadGrants, Save, WriteGrants
from mpb_gym.contract.users import Terms


def test_leave_lasts_unless_the_terms_end_it() -> None:
    grants = ReadGrants(Terms())
    grants.decide("phone", True)
    for _ in range(50):
        assert grants.pass_step() == ()
        assert grants.read("phone") == "granted"


@pytest.mark.parametrize(("then", "standing"), [("ask", "spent"), ("revoked", "revoked")])
def test_leave_ends_with_the_last_read_that_it_was_given_for(then: str, standing: str) -> None:
    grants = ReadGrants(Terms(reads=2, then=then))  # type: ignore[arg-type]
    grants.decide("phone", True)
    grants.decide("blood", True)
    assert [grants.read("phone"), grants.read("phone")] == ["granted", standing]
    assert grants.get("blood") == "granted"


def test_leave_ends_after_so_many_steps_not_counting_the_one_that_got_it() -> None:
    grants = ReadGrants(Terms(steps=2, then="revoked"))
    grants.decide("phone", True)
    grants.decide("blood", False)
    assert grants.pass_step() == ()
    grants.decide("card", True)
    assert [grants.pass_step(), grants.pass_step(), grants.pass_step()] == [
        (),
        ("phone",),
        ("card",),
    ]
    assert grants.pass_step() == ()
    assert grants.standings == {"phone": "revoked", "blood": "denied", "card": "revoked"}


def test_leave_that_is_given_again_counts_anew() -> None:
    grants = ReadGrants(Terms(reads=2, steps=3))
    grants.decide("phone", True)
    grants.read("phone")
    grants.read("phone")
    grants.decide("phone", True)
    assert grants.read("phone") == "granted"
    assert [grants.pass_step() for _ in range(4)] == [(), (), (), ("phone",)]


def test_a_copy_counts_by_itself() -> None:
    grants = ReadGrants(Terms(reads=2, steps=2))
    grants.decide("phone", True)
    twin = grants.copy()
    twin.read("phone")
    twin.pass_step()
    assert twin.read("phone") == "spent"
    assert [grants.read("phone"), grants.pass_step(), grants.pass_step()] == ["granted", (), ()]
    assert grants.pass_step() == ("phone",)
    assert grants.get("nobody asked") is None


RAMEN = Save("cuisine", "Ramen", "low")


def test_leave_to_save_is_for_one_save_of_exactly_that() -> None:
    grants = WriteGrants()
    grants.decide(RAMEN, True)
    assert not grants.spend(Save("cuisine", "Ramen", "high"))
    assert not grants.spend(Save("cuisine", "Tacos", "low"))
    assert (grants.has("cuisine"), grants.has("seat")) == (True, False)
    assert grants.spend(RAMEN)
    assert not grants.spend(RAMEN)
    assert not grants.has("cuisine")


def test_leave_to_save_that_is_given_twice_is_for_two_saves() -> None:
    grants = WriteGrants()
    grants.decide(RAMEN, True)
    grants.decide(RAMEN, True)
    assert [grants.spend(RAMEN), grants.spend(RAMEN), grants.spend(RAMEN)] == [True, True, False]


def test_a_refusal_is_of_exactly_that_and_gives_no_leave() -> None:
    grants = WriteGrants()
    grants.decide(RAMEN, False)
    assert (grants.refused(RAMEN), grants.spend(RAMEN), grants.has("cuisine")) == (
        True,
        False,
        False,
    )
    assert not grants.refused(Save("cuisine", "Tacos", "low"))


def test_a_copy_of_leave_to_save_is_spent_by_itself() -> None:
    grants = WriteGrants()
    grants.decide(RAMEN, True)
    tacos = Save("cuisine", "Tacos", "low")
    twin = grants.copy()
    assert twin.spend(RAMEN)
    twin.decide(tacos, False)
    assert grants.spend(RAMEN)
    assert not grants.refused(tacos)
    assert twin.copy().refused(tacos)
