import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.audit import Scorecard, bootstrap, summarise, wilson
from mpb_gym.audit.metrics import group, mean, rate


def _card(task: str, *, pair: bool = False, success: bool = True, op: float | None = None,
          later: bool | None = None) -> Scorecard:  # fmt: skip
    return Scorecard(
        task=task, pair=pair, success=success, said_success=True, op=op, tr=None, fm=None,
        penalties=(), rules=(), saved_after_a=later, later_session=later,
    )  # fmt: skip


def test_wilsons_interval_is_the_published_one() -> None:
    # Newcombe (1998), table I: 81 of 263 and 15 of 148.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=1e-4)
    assert wilson(0, 20)[0] == 0 and wilson(20, 20)[1] == 1


def test_a_rates_interval_lies_between_0_and_1() -> None:
    for n in range(1, 300):
        assert 0 <= wilson(0, n).low <= wilson(0, n).high < 1
        assert 0 < wilson(n, n).low <= wilson(n, n).high <= 1


def test_a_means_interval_is_of_two_thousand_samples_and_always_the_same() -> None:
    values = [1 / n for n in range(1, 30)]
    assert mean(values)[2:] == bootstrap(values, seed=0, draws=2000)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_a_bootstrap_is_repeatable_and_lies_within_the_data(values: list[float]) -> None:
    low, high = bootstrap(values, draws=200)
    assert bootstrap(values, draws=200) == (low, high)
    assert min(values) - 1e-9 <= low <= high <= max(values) + 1e-9


def test_nothing_to_average_is_null_and_not_zero() -> None:
    assert mean([None, None]) == (None, 0, None, None)
    assert summarise([]).errors == 0
    assert rate([]) == (None, 0, None, None)
    empty = summarise([]).to_dict()
    assert (empty["n"], empty["success_rate"], empty["pqsr"]["0.7"]) == (0, None, None)


def test_a_summary_keeps_tasks_and_pairs_apart() -> None:
    cards = [
        _card("a/001", op=1.0),
        _card("a/002", op=0.5),
        _card("b/001", success=False),
        _card("a/pair_01", pair=True, later=True),
        _card("a/pair_02", pair=True, success=False, later=False),
    ]
    found = summarise(cards, errors=2).to_dict()
    assert (found["n"], found["n_tasks"], found["n_pairs"], found["errors"]) == (5, 3, 2, 2)
    assert found["success_rate"] == pytest.approx(2 / 3)
    assert (found["privacy"], found["intervals"]["privacy"]["n"]) == (0.75, 2)
    assert (found["op"], found["tr"], found["fm"]) == (0.75, None, None)
    assert found["pqsr"]["0.7"] == pytest.approx(1 / 3)
    assert found["pqsr"]["0.5"] == pytest.approx(2 / 3)
    assert found["intervals"]["pqsr[0.5]"]["value"] == found["pqsr"]["0.5"]
    assert set(found["pqsr"]) == {f"{tenth / 10:.1f}" for tenth in range(11)}
    assert (found["later_session"], found["saved_after_a"]) == (0.5, 0.5)
    assert found["false_complete_rate"] == pytest.approx(2 / 5)
    for value in found["intervals"].values():
        assert set(value) == {"value", "n", "low", "high"}


def test_cards_are_grouped_by_any_label() -> None:
    cards = [_card("b/001"), _card("a/001"), _card("a/002")]
    groups = group(cards, lambda card: card.task.split("/")[0])
    assert {name: len(found) for name, found in groups.items()} == {"a": 2, "b": 1}
