"""What scripts write into pages: between two marks, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scripts.loading import SCRIPTS, load

MARKED = load("marked")
BEFORE, AFTER = "# Łódź\n\n<!-- other -->\n", "\n\nThe end, without a newline."


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.md"
    file.write_text(f"{BEFORE}<!-- here -->\nold\n<!-- /here -->{AFTER}", encoding="utf-8")
    return file


def test_only_what_stands_between_the_marks_is_replaced(page: Path) -> None:
    for body in ("a\n\nb", "again"):
        MARKED.fill(page, "here", body)
        text = page.read_text(encoding="utf-8")
        assert text == f"{BEFORE}<!-- here -->\n{body}\n<!-- /here -->{AFTER}"


@pytest.mark.parametrize(
    "text",
    [
        "no marks",
        "<!-- here --> and no end",
        "no beginning <!-- /here -->",
        "<!-- /here --> the wrong way round <!-- here -->",
        "<!-- here --> twice <!-- here --> <!-- /here -->",
        "<!-- here --> <!-- /here --> twice <!-- /here -->",
    ],
)
def test_a_page_without_a_place_is_refused_and_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text(text, encoding="utf-8")
    told = r"page\.md: <!-- here --> and <!-- /here --> must stand in it once each, in this order"
    with pytest.raises(SystemExit, match=told):
        MARKED.check(file, "here")
    with pytest.raises(SystemExit, match=told):
        MARKED.fill(file, "here", "x")
    assert file.read_text(encoding="utf-8") == text


def test_a_page_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"gone\.md: there is no such file; give a page with"):
        MARKED.check(tmp_path / "gone.md", "here")


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("README.md", "scoreboard"),
        ("docs/yardsticks.md", "scoreboard"),
        ("docs/paper-profile.md", "profiles"),
        ("docs/rl.md", "restraint"),
        ("docs/rl.md", "pixels"),
    ],
)
def test_the_pages_have_their_places(page: str, name: str) -> None:
    MARKED.check(SCRIPTS.parent / page, name)
