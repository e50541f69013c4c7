"""``mpb score``."""

from __future__ import annotations

import json
from pathlib import Path

from mpb_gym.spec.library import assignment_ids
from tests.cli.calling import Mpb


def test_saved_records_score_the_same_again(mpb: Mpb, tmp_path: Path) -> None:
    id = assignment_ids()[0]
    mpb("run", "--agent", "helpful", "--task", id, "--out", tmp_path / "out")
    card = json.loads((tmp_path / "out/episodes.jsonl").read_text(encoding="utf-8"))["card"]
    done = mpb("score", tmp_path / "out")
    assert done.out.splitlines()[1].split()[:3] == [
        id,
        "yes" if card["success"] else "no",
        f"{card['privacy']:.3f}",
    ]
    record = next((tmp_path / "out/records").iterdir())
    assert mpb("score", record).out.splitlines()[1].split()[0] == id


def test_both_profiles_are_printed_with_what_differs(mpb: Mpb, tmp_path: Path) -> None:
    run = tmp_path / "out"
    mpb("run", "--agent", "oracle", "--task", "mdoordash/001", "--out", run)
    done = mpb("score", run, "--profile", "paper", "--json", tmp_path / "cards.jsonl")
    assert done.code == 0
    assert "1.000 → –" in done.out
    assert "mdoordash/001 fm 1.000 → –: the only column looked at is blank" in done.out
    assert "qualified success (0.7)  1.000    1.000" in done.out
    body = json.loads((tmp_path / "cards.jsonl").read_text(encoding="utf-8"))
    assert (body["card"]["fm"], body["paper"]["privacy"]["eval_status"]) == (1.0, "access_only")
    assert [each["score"] for each in body["differences"]] == ["fm"]


def test_a_run_is_written_out_in_the_published_form(mpb: Mpb, tmp_path: Path) -> None:
    run = tmp_path / "out"
    mpb("run", "--agent", "finish", "--task", "mdoordash/001", "--out", run)
    done = mpb("score", run, "--export", "upstream")
    assert (done.code, "4 files written to" in done.out) == (0, True)
    assert (run / "upstream/mdoordash/layer1/001_explicit/report.json").is_file()
    full = mpb("score", run, "--export", "upstream")
    assert (full.code, "is not empty; choose another folder" in full.err) == (2, True)
    assert mpb("score", run, "--export", "upstream", "--out", tmp_path / "claude").code == 0
    assert (tmp_path / "claude/summary.json").is_file()
    assert "give that too" in mpb("score", run, "--out", tmp_path / "x").err


def test_scores_of_a_run_are_written_as_they_were_saved(mpb: Mpb, tmp_path: Path) -> None:
    run = tmp_path / "out"
    mpb("run", "--agent", "helpful", "--task", "mdoordash/001", "--out", run)
    mpb("score", run, "--json", tmp_path / "cards.jsonl")
    saved = (run / "episodes.jsonl").read_text(encoding="utf-8")
    card = (tmp_path / "cards.jsonl").read_text(encoding="utf-8").partition('"card": ')[2]
    assert card.removesuffix("}\n") in saved


def test_a_record_of_another_version_of_its_task_is_not_scored(mpb: Mpb, tmp_path: Path) -> None:
    mpb("run", "--agent", "noop", "--task", assignment_ids()[0], "--out", tmp_path / "out")
    record = next((tmp_path / "out/records").iterdir())
    body = json.loads(record.read_text(encoding="utf-8"))
    record.write_text(json.dumps(body | {"digest": "0" * 16}), encoding="utf-8")
    done = mpb("score", record)
    assert (done.code, done.out) == (2, "")
    assert "has changed since the record was made" in done.err
