"""What docs/rl.md says of the wrappers is true."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import gymnasium as gym

from mpb_gym import wrappers

GUIDE = (Path(__file__).parent.parent / "docs" / "rl.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)


def test_the_table_names_every_wrapper() -> None:
    named = re.findall(r"^\| `(\w+)` \|", GUIDE, re.MULTILINE)
    found = {
        name
        for name in wrappers.__all__
        if isinstance(each := getattr(wrappers, name), type) and issubclass(each, gym.Wrapper)
    }
    assert found <= set(named)


def test_the_first_example_runs() -> None:
    command = [sys.executable, "-W", "error", "-c", BLOCKS[0]]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "'screenshot': (84, 84, 3)" in done.stdout
    assert "'history': (2048,)" in done.stdout and "'time_left': (1,)" in done.stdout
