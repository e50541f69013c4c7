"""What somebody means by apps, tasks, splits and numbers."""

import pytest

from mpb_gym.errors import OptionError, UnknownNameError
from mpb_gym.generate.selecting import select
from mpb_gym.spec.library import app_ids, assignment_ids, load_assignment


def test_nothing_named_means_the_whole_suite() -> None:
    assert select() == assignment_ids()


def test_apps_and_tasks_add_up_in_the_order_of_the_suite() -> None:
    found = select(["mDMV"], ["mzocdoc/002", "mbooking/001"])
    assert found == ("mbooking/001", *assignment_ids("mdmv"), "mzocdoc/002")


def test_a_generated_task_can_be_named() -> None:
    assert select(tasks=["mgeico/train-5"]) == ("mgeico/train-5",)


def test_generated_ones_go_through_the_apps_and_hold_pairs() -> None:
    found = select(split="train", episodes=60)
    assert len(set(found)) == 60
    assert {id.split("/")[0] for id in found} == set(app_ids())
    assert sum("-pair-" in id for id in found) == 10
    assert {load_assignment(id).id for id in found[:10]} == set(found[:10])


def test_other_seeds_have_no_task_in_common() -> None:
    one, two = (set(select(split="validation", episodes=30, seed=seed)) for seed in (0, 1))
    assert not one & two


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"apps": ["mNothing"]}, UnknownNameError),
        ({"tasks": ["mdmv/999"]}, UnknownNameError),
        ({"split": "rest"}, OptionError),
    ],
)
def test_what_is_unknown_is_told(arguments: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        select(**arguments)  # type: ignore[arg-type]
