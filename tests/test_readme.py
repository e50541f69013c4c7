"""README's commands and its example are what they say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_first_two_blocks_are_the_commands_of_continuous_integration() -> None:
    (first, run), (second, test) = BLOCKS[:2]
    assert (first, second) == ("sh", "sh")
    assert run == "pip install . && mpb run --agent oracle --app mDoorDash --out runs/oracle\n"
    assert test == "pip install -e '.[dev]' && scripts/test\n"


def test_the_example_runs(tmp_path: Path) -> None:
    example = next(text for language, text in BLOCKS if language == "python")
    command = [sys.executable, "-W", "error", "-c", example]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) >= 2
