"""``mpb show``."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from mpb_gym.spec.library import assignment_ids, load_assignment
from tests.cli.calling import Mpb


def test_show_tells_what_is_asked_and_what_counts(mpb: Mpb, tmp_path: Path) -> None:
    for id in assignment_ids("mdoordash"):
        # The terminal may fold lines anywhere.
        shown = " ".join(mpb("show", id).out.split())
        for task in load_assignment(id).sessions:
            assert task.instruction in shown
            for rule in task.rules:
                assert " ".join(rule.says.split()) in shown
            for rows in (rows for tables in task.prepared.values() for rows in tables.values()):
                assert shown.count("id=") >= len(rows)


def test_show_saves_a_native_screenshot(mpb: Mpb, tmp_path: Path) -> None:
    assert mpb("show", "mdoordash/001", "--screenshot", tmp_path / "task.png").code == 0
    with Image.open(tmp_path / "task.png") as picture:
        assert picture.size == (1080, 2400)
        assert len(picture.convert("RGB").getcolors(10**7) or ()) > 50
