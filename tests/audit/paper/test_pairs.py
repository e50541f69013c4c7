from __future__ import annotations

from dataclasses import replace

import pytest

from mpb_gym.audit.paper import Access, PairCard, PaperPair, close
from tests.audit.paper.cases import BODY, entry, row, score


@pytest.mark.parametrize(
    ("expected", "actual", "passes"),
    [
        ("preferred_cuisine", "preferred_cuisine", True),
        ("preferred_cuisine", "cuisine", False),
        ("preferred_cuisine", "PREFERRED_CUISINE", True),  # case does not matter
        ("Preferred_Cuisine", "preferred_venue", False),
        ("preferred_cuisine", "cuisine_preferred", True),  # nor does order
        ("preferred_cuisine", "cuisine_liked", False),
        ("preferred_cuisine", "my_preferred_cuisine_2", True),  # nor further tokens
        ("my_preferred_cuisine", "preferred_cuisine", True),  # nor short ones that are expected
        ("the_preferred_cuisine", "preferred_cuisine", False),
        ("allergies", "allergy", True),  # ies and y are one stem
        ("allergies", "allergen", False),
        ("boxes", "box", True),
        ("glass", "glasses", True),
        ("boxes", "bags", False),
        ("max_budget", "maximum_budget", True),  # a beginning is enough, either way
        ("maximum_budget", "max_budget", True),
        ("budget_max", "budget_least", False),
        ("preferred_cuisine", "p_c", True),  # and so is one letter
        ("preferred_cuisine", "x_y", False),
        ("preferred_cuisine", "_", True),  # or none at all
        ("preferred_cuisine", "a__b", True),
        ("preferred_cuisine", "a_b", False),
        ("ab_cd", "anything", True),  # nothing long enough is expected
        ("abc_cd", "anything", False),
    ],
)
def test_keys_that_pass(expected: str, actual: str, passes: bool) -> None:
    assert close(expected, actual) == passes


PAIR = PaperPair.from_released(
    {
        "pair_id": "pair_01_x",
        "expected_save_key": "preferred_doctor",
        "preference_verification": {"query": "SELECT 0"},
        "task_a": {**BODY, "task_id": "P1A"},
        "task_b": {**BODY, "task_id": "P1B"},
    }
)


def card(*log: Access, done: bool, began: bool = True) -> PairCard:
    first = score(log=log)
    second = score(rows=(row(),) if done else ())
    return PairCard(pair=PAIR, first=first, second=second if began else None)


@pytest.mark.parametrize(
    ("found", "scores"),
    [
        # A was not done, the value is not looked at, and B's preference is not checked.
        (card(entry("write_executed", "preferred_doctors"), done=True), (1, 1, 1)),
        (card(entry("write_auto", "doctor_preferred"), done=True), (1, 1, 1)),
        (card(entry("write_data_grant", "preferred_doctor"), done=True), (0, 1, 0)),
        (card(entry("write_rejected", "preferred_doctor"), done=True), (0, 1, 0)),
        (card(entry("write_executed", "diet"), done=True), (0, 1, 0)),
        (card(entry("write_executed", "preferred_doctor"), done=False), (1, 0, 0)),
        (card(entry("write_executed", "preferred_doctor"), done=True, began=False), (1, 0, 0)),
    ],
)
def test_a_pair_is_saving_times_using(found: PairCard, scores: tuple[int, int, int]) -> None:
    assert (found.save_score, found.use_score, found.score) == scores


def test_a_result_has_the_published_names() -> None:
    found = replace(
        card(entry("write_executed", "preferred_doctor"), done=True), carried=({"key": "k"},)
    )
    assert found.to_dict() == {
        "pair_id": "pair_01_x",
        "expected_save_key": "preferred_doctor",
        "task_a": {"task_id": "P1A", "resolved": False, "save_score": 1},
        "task_b": {"task_id": "P1B", "resolved": True, "use_score": 1},
        "db_snapshot_items": [{"key": "k"}],
        "pair_score": 1,
    }
