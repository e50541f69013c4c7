"""The gallery as a command; tests/golden keeps what its pages look like."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mpb_gym.ui.widgets import Button, Text
from tests.scripts.loading import load

SCRIPT = load("gallery")


def test_each_page_is_written_in_both_sizes(tmp_path: Path) -> None:
    SCRIPT.main([str(tmp_path / "new"), "--theme", "mbooking", "--pages", "dates", "launcher"])
    found = {}
    for file in (tmp_path / "new").iterdir():
        with Image.open(file) as picture:
            found[file.name] = np.asarray(picture.convert("RGB"))
    sizes = {name: pixels.shape for name, pixels in found.items()}
    native, small = (2400, 1080, 3), (480, 216, 3)
    assert sizes == {
        **{"dates_native.png": native, "dates_small.png": small},
        **{"launcher_native.png": native, "launcher_small.png": small},
    }
    assert (found["dates_native.png"] == SCRIPT.painted("dates", "native", "mbooking")).all()
    assert (found["dates_native.png"] != SCRIPT.painted("dates", "native")).any(), "its own theme"


def test_all_pages_are_painted_unless_some_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = []

    def note(name: str, size: str, theme: str) -> Any:
        painted.append((name, size, theme))
        return np.zeros((2, 2, 3), np.uint8)

    monkeypatch.setattr(SCRIPT, "painted", note)
    SCRIPT.main([str(tmp_path), "--theme", "imy"])
    assert painted == [(page, size, "imy") for page in SCRIPT.PAGES for size in SCRIPT.SIZES]
    assert len(list(tmp_path.glob("*.png"))) == len(painted)


def test_a_page_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def page() -> Iterator[tuple[Text | Button, ...]]:
        for _ in range(100):
            yield (Button(label="More"),)

    monkeypatch.setitem(SCRIPT.PAGES, "long", page)
    with pytest.raises(SystemExit, match=r"page long is \d+ px too long: split it"):
        SCRIPT.painted("long", "small")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--theme", "mbokking"], "--theme: imy, launcher or an app's id; unknown app 'mbokking'"),
        (["--pages", "date"], "--pages: invalid choice: 'date'"),
    ],
)
def test_bad_arguments_are_refused_in_words(
    arguments: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        SCRIPT.main([str(tmp_path / "new"), *arguments])
    assert told in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
