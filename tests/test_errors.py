import pickle

import pytest

from mpb_gym.errors import ActionError, SpecError, UnknownNameError


def test_a_spec_error_says_where_and_what_was_expected() -> None:
    error = SpecError("a.yaml", "rules[0].count", "found -1", "at least 0")
    assert str(error) == "a.yaml: rules[0].count: found -1 (expected at least 0)"


def test_an_unknown_name_suggests_the_one_that_was_meant() -> None:
    error = UnknownNameError("app", "mDordash", ["mDoorDash", "mZocdoc"])
    assert "Did you mean 'mDoorDash'?" in str(error)


def test_an_unknown_name_lists_what_is_known() -> None:
    assert "Known: noop, oracle." in str(UnknownNameError("agent", "xyz", ["oracle", "noop"]))


@pytest.mark.parametrize(
    "error", [SpecError("f", "p", "problem", "expected"), UnknownNameError("task", "x", ["y"])]
)
def test_errors_survive_a_trip_to_another_process(error: Exception) -> None:
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_an_action_error_reads_as_code_and_sentence() -> None:
    assert str(ActionError("no_focus", "Tap a box.")) == "no_focus: Tap a box."
