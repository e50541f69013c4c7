"""``mpb check``."""

from __future__ import annotations

import pytest

from mpb_gym.cli import checking
from mpb_gym.errors import SpecError
from mpb_gym.spec.library import assignment_ids, load_assignment
from tests.cli.calling import Mpb


def test_check_passes_on_what_is_shipped(mpb: Mpb) -> None:
    done = mpb("check")
    assert done.code == 0, done.out
    assert done.out.endswith("0 mistakes\n")


def test_check_names_each_mistake(mpb: Mpb, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(id: str) -> object:
        if id in assignment_ids()[:2]:
            raise SpecError(f"tasks/{id}.yaml", "rules[0]", "no table", "orders")
        return load_assignment(id)

    monkeypatch.setattr(checking, "load_assignment", load)
    done = mpb("check")
    assert done.code == 1
    for id in assignment_ids()[:2]:
        assert f"tasks/{id}.yaml: rules[0]: no table (expected orders)" in done.out
