"""Themes out of a colour: those of the apps can be worked out again."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import pytest

from mpb_gym.spec.theme import Theme
from tests.scripts.loading import SCRIPTS, load

pytest.importorskip("materialyoucolor", reason="pip install -e '.[dev]' brings materialyoucolor")

ROOT = SCRIPTS.parent
SCRIPT = load("theme")
FILES = sorted(
    [
        *ROOT.glob("apps/*/theme.yaml"),
        *ROOT.glob("mpb_gym/ui/themes/*.yaml"),
        *ROOT.glob("tests/showcase/apps/*/theme.yaml"),
    ]
)


def test_all_themes_are_known_here() -> None:
    assert len(FILES) >= 10 + 2 + 1


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_theme_is_what_its_first_line_says(file: Path, tmp_path: Path) -> None:
    text = file.read_text(encoding="utf-8")
    named = re.match(
        r"# Worked out by scripts/theme\.py from the seed colour (\S+), (\w+)\.\n", text
    )
    assert named is not None
    SCRIPT.main([named[1], str(tmp_path / "theme.yaml"), named[2]])
    assert (tmp_path / "theme.yaml").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("scheme", SCRIPT.SCHEMES)
def test_every_role_gets_a_colour(scheme: str) -> None:
    found = SCRIPT.roles("#00639b", scheme)
    assert list(found) == [each.name for each in fields(Theme)]
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in found.values())


def test_schemes_differ_and_vivid_is_usual(tmp_path: Path) -> None:
    texts = {scheme: SCRIPT.text("00639b", scheme) for scheme in SCRIPT.SCHEMES}
    bodies = {text.partition("\n")[2] for text in texts.values()}
    assert len(bodies) == len(texts) == 3
    SCRIPT.main(["00639b", str(tmp_path / "theme.yaml")])
    assert (tmp_path / "theme.yaml").read_text() == texts["vivid"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["#fff", "{}"], "'#fff' is no colour; give one such as '#00639b'"),
        (["blue", "{}"], "'blue' is no colour"),
        (["#00639b11", "{}"], "'#00639b11' is no colour"),
        (["#00639b", "{}", "loud"], "invalid choice: 'loud'"),
        (["#00639b"], "the following arguments are required: file"),
    ],
)
def test_bad_arguments_are_refused_in_words(
    arguments: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "theme.yaml"
    with pytest.raises(SystemExit):
        SCRIPT.main([each.format(file) for each in arguments])
    assert told in capsys.readouterr().err and not file.exists()
