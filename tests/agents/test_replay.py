"""Replays."""

from __future__ import annotations

from pathlib import Path

import pytest

from mpb_gym.agents import make_agent, run_episode
from mpb_gym.audit import Record
from mpb_gym.bench import make_plan, run_batch
from mpb_gym.episode import make_episode
from mpb_gym.errors import SpecError
from mpb_gym.spec.library import assignment_ids

SMALL = (216, 480)
IDS = assignment_ids("mdoordash")
PAIR = next(id for id in IDS if "/pair_" in id)


def play(agent: str, id: str) -> Record:
    """Plays an assignment."""
    episode = make_episode(id, screen=SMALL)
    return run_episode(episode, make_agent(agent, assignment=id))


def test_a_replayed_run_is_the_run_again(tmp_path: Path) -> None:
    tasks = (*IDS[:2], PAIR)
    options = {"tasks": tasks, "repeats": 2, "screen": SMALL}
    run_batch(make_plan(agent="random", **options), tmp_path / "one")  # type: ignore[arg-type]
    again = make_plan(agent=f"replay:{tmp_path / 'one'}", **options)  # type: ignore[arg-type]
    run_batch(again, tmp_path / "two")
    for file in sorted((tmp_path / "one/records").iterdir()):
        assert (tmp_path / "two/records" / file.name).read_bytes() == file.read_bytes()
    lines = [(tmp_path / name / "episodes.jsonl").read_bytes() for name in ("one", "two")]
    assert lines[0] == lines[1]


def test_a_single_record_is_replayed(tmp_path: Path) -> None:
    record = play("oracle", PAIR)
    record.save(tmp_path / "some.json")
    assert play(f"replay:{tmp_path / 'some.json'}", PAIR) == record


def test_an_episode_without_a_record_is_named(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=f"{IDS[0].replace('/', '-')}.json"):
        play(f"replay:{tmp_path}", IDS[0])


def test_a_record_of_something_else_is_refused(tmp_path: Path) -> None:
    play("noop", IDS[0]).save(tmp_path / "some.json")
    with pytest.raises(SpecError, match=f"found {IDS[0]}.*expected {IDS[1]}"):
        play(f"replay:{tmp_path / 'some.json'}", IDS[1])


def test_a_record_that_ends_too_early_is_an_error(tmp_path: Path) -> None:
    episode = make_episode(IDS[0], screen=SMALL)
    episode.stop()
    episode.record().save(tmp_path / "some.json")
    with pytest.raises(SpecError, match="session 0 ends after step 0"):
        play(f"replay:{tmp_path / 'some.json'}", IDS[0])
