"""What the splits share: nothing, and it is noticed if they do."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mpb_gym.generate.selecting import select
from tests.scripts.loading import load

SCRIPT = load("splits")
SMALL = ["--episodes", "3", "--workers", "1"]


def test_a_few_tasks_of_each_split_are_certified_and_share_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert SCRIPT.main(SMALL) == 0
    train, validation, *parts = capsys.readouterr().out.splitlines()
    assert train.startswith("train: 3 of 3 certified in ")
    assert validation.startswith("validation: 3 of 3 certified in ")
    assert [line.partition(":")[0] for line in parts] == list(SCRIPT.PARTS)
    assert parts[0] == "tasks: 3 and 3, shared: 0"
    assert all(re.fullmatch(r"\w+: [1-9]\d* and [1-9]\d*, shared: 0", line) for line in parts)


@pytest.mark.parametrize("part", SCRIPT.PARTS)
def test_what_is_shared_is_told_and_fails(
    part: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def certified(ids: tuple[str, ...], workers: int) -> list[Any]:
        return list(ids)

    def contents(ids: tuple[str, ...]) -> dict[str, set[object]]:
        found: dict[str, set[object]] = {each: {(each, ids)} for each in SCRIPT.PARTS}
        found[part].add("the same in both")
        return found

    monkeypatch.setattr(SCRIPT, "prove_all", certified)
    monkeypatch.setattr(
        SCRIPT, "summary", lambda proofs: {"certified": 3, "tasks": 3, "failures": []}
    )
    monkeypatch.setattr(SCRIPT, "contents", contents)
    assert SCRIPT.main(SMALL) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if not line.endswith("shared: 0")][2:] == [
        f"{part}: 2 and 2, shared: 1"
    ]


def test_a_task_that_is_not_certified_is_told_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = SCRIPT.summary

    def summary(proofs: list[Any]) -> dict[str, Any]:
        found: dict[str, Any] = real(proofs)
        return {**found, "certified": found["certified"] - 1, "failures": ["a task: a slip"]}

    monkeypatch.setattr(SCRIPT, "summary", summary)
    monkeypatch.setattr(SCRIPT, "prove_all", lambda ids, workers: [])
    assert SCRIPT.main(SMALL) == 1
    assert "\n  a task: a slip\n" in capsys.readouterr().out


def test_contents_are_those_of_the_tasks() -> None:
    ids = select(split="train", episodes=3)
    whole = SCRIPT.contents(ids)
    assert len(whole["tasks"]) == 3 and all(whole[part] for part in SCRIPT.PARTS)
    for part in SCRIPT.PARTS:
        assert whole[part] == set().union(*(SCRIPT.contents((id,))[part] for id in ids))
        assert SCRIPT.contents(ids[:1])[part] & whole[part], "it finds what is the same"


@pytest.mark.parametrize("argument", ["--episodes", "--workers"])
def test_bad_arguments_are_refused_in_words(
    argument: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        SCRIPT.main([argument, "0"])
    assert f"{argument}: '0' is no whole number from 1 on" in capsys.readouterr().err
