"""The soak itself: it walks far, the same way each time, and reports what does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest

from mpb_gym.env.env import MyPhoneEnv
from mpb_gym.ui.compositor import Compositor
from mpb_gym.ui.placement import Placement
from tests.scripts.loading import load


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return load("soak")


def test_fifteen_hundred_actions_break_nothing(
    script: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert script.main(["--actions", "1500", "--seed", "5"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("seed 5\n")
    assert said.endswith("; 0 broke\n")


def test_an_episode_is_the_same_alone_as_in_a_row(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def evidence(first: int, count: int) -> list[str]:
        records: list[str] = []
        monkeypatch.setattr(
            script, "_rescore", lambda env: records.append(env.episode.record().text())
        )
        for number in range(first, first + count):
            script.episode(3, number)
        return records

    assert evidence(0, 3)[2:] == evidence(2, 1)


@pytest.mark.parametrize("broken", ["frame", "step", "record"])
def test_what_breaks_is_told_with_how_to_repeat_it(
    script: ModuleType,
    broken: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if broken == "frame":
        real = Compositor.draw

        def once(self: Compositor, placements: Sequence[Placement], *latest: Any) -> None:
            if not self._shown.drawn:  # a frame that is never brought up to date
                real(self, placements, *latest)

        monkeypatch.setattr(Compositor, "draw", once)
    elif broken == "step":
        monkeypatch.setattr(MyPhoneEnv, "_info", lambda self: 1 / self.episode.view.step)
    else:
        monkeypatch.setattr(script, "score", lambda *_: None)
    assert script.main(["--actions", "1", "--seed", "2", "--first", "4"]) == 1
    captured = capsys.readouterr()
    assert "episode 4 broke; repeat it with --seed 2 --first 4" in captured.out
    told = {"frame": "Broken", "step": "ZeroDivisionError", "record": "does not score"}
    assert told[broken] in captured.err


def test_memory_that_grows_ends_the_walk(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    used = iter([100.0, 200.0, 900.0])
    monkeypatch.setattr(script, "resident_mb", lambda: next(used))
    monkeypatch.setattr(script, "episode", lambda seed, number: 20_000)
    assert script.soak(10**9) == script.Count(3, 60_000, 1)
    assert "grown from 100 to 900 MB" in capsys.readouterr().out
