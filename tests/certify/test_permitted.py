"""The lists of HIGH items agree with what a task takes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mpb_gym.certify.permitted import permitted_wrongly
from mpb_gym.certify.scenario import subject
from mpb_gym.spec.library import load_apps, load_assignment
from mpb_gym.spec.task import TaskSpec, UserRules
from tests.certify.breaking import Break, permitting, without_step


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (permitting(required={"phone_number"}), "the plan takes home_address"),
        (permitting(required={"phone_number", "home_address", "blood_type"}), "several lists"),
        (
            permitting(
                required={"phone_number", "home_address", "insurance_id"}, unnecessary=set()
            ),
            "insurance_id is in required, and the plan does not take it",
        ),
        (without_step(-1), ""),
        (lambda task: replace(task, user=UserRules()), "the user does not grant it"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(broken: Break, says: str) -> None:
    task = load_assignment("mdoordash/001")
    assert isinstance(task, TaskSpec)
    apps = load_apps(task)
    assert list(permitted_wrongly(subject(task, apps))) == []
    found = list(permitted_wrongly(subject(broken(task), apps)))
    assert any(says in each for each in found) if says else found == []
