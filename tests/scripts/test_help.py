"""Every script can be called, and says what it does and takes."""

from __future__ import annotations

import pytest

from tests.scripts.loading import SCRIPTS, load

NEEDS = {
    "pixels": ("torch", "sb3_contrib"),
    "restraint": ("torch", "sb3_contrib"),
    "theme": ("materialyoucolor",),
}
COMMANDS = sorted(
    file.stem for file in SCRIPTS.glob("*.py") if "\ndef main(" in file.read_text(encoding="utf-8")
)


def test_there_are_commands() -> None:
    assert {"restraint", "restraint_report", "pixels", "scoreboard", "theme"} <= set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_script_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    for package in NEEDS.get(name, ()):
        pytest.importorskip(package, reason=f"{package} is not installed", exc_type=ImportError)
    with pytest.raises(SystemExit) as left:
        load(name).main(["--help"])
    assert left.value.code == 0
    usage, description = capsys.readouterr().out.split("\n\n")[:2]
    assert usage.startswith("usage: ") and description.strip().endswith((".", "?", "``"))
