"""The command line as a whole, as people and scripts meet it."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.cli.calling import Mpb


def test_help_is_quick_because_it_loads_nothing() -> None:
    code = (
        "import sys; from mpb_gym.cli import main\n"
        "try: main(['run', '--help'])\n"
        "except SystemExit as stopped: assert not stopped.code\n"
        "heavy = ('PIL', 'yaml', 'mpb_gym.bench', 'mpb_gym.runtime', 'mpb_gym.env.env')\n"
        "print('loaded:', [name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "--agent" in done.stdout
    assert done.stdout.endswith("loaded: []\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "--agent", "orakel"), "unknown agent 'orakel'. Did you mean 'oracle'"),
        (("run", "--agent", "noop", "--app", "mDoorDush"), "unknown app 'mDoorDush'"),
        (("run", "--agent", "noop", "--task", "mdoordash/xyz"), "unknown task 'mdoordash/xyz'"),
        (("run", "--agent", "noop", "--screen", "large"), "'large' is not WIDTHxHEIGHT"),
        (("run", "--agent", "noop", "--screen", "9x9"), "9x9 is no phone screen"),
        (("run", "--agent", "noop", "--workers", "0"), "workers: 0 is below 1"),
        (("run", "--agent", "noop", "--concurrency", "0"), "concurrency: 0 is below 1"),
        (("run", "--agent", "noop", "--repeats", "0"), "repeats: 0 is below 1"),
        (("run", "--agent", "noop", "--max-cost", "0"), "budget: cost: 0.0 is not above 0"),
        (("run", "--agent", "noop", "--option", "x"), "'x' is not NAME=VALUE"),
        (("run", "--agent", "noop", "--option", "x=1"), "the agent has no option 'x'"),
        (("run", "--agent", "noop", "--model", "a", "--option", "model=b"), "given twice"),
        (("run", "--agent", "no.module:Here"), "'no.module:Here' cannot be imported"),
        (("run", "--agent", "replay:nowhere"), "no file or folder nowhere"),
        (("show", "mdoordash/xyz"), "unknown task 'mdoordash/xyz'"),
        (("show", "mdoordash/001", "--screenshot", "picture"), "'picture' is no picture's name"),
        (("show", "mdoordash/001", "--screenshot", "no/a.png"), "--screenshot: there is no folder"),
        (("perf", "--json", "no/x.json"), "--json: there is no folder no to write x.json to"),
        (("perf", "--json", "."), "--json: . is a folder; name a file"),
        (("certify", "--json", "no/x.json"), "--json: there is no folder"),
        (("score", "nowhere.json", "--json", "no/x.jsonl"), "--json: there is no folder"),
        (
            ("tasks", "generate", "--app", "mdmv", "--family", "explicit", "--out", "no/x.yaml"),
            "--out: there is no folder",
        ),
        (("score", "nowhere.json"), "no file or folder nowhere.json"),
        (("score", "."), "holds no records"),
    ],
)
def test_mistakes_are_told_in_one_line_on_stderr(
    mpb: Mpb,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = mpb(*arguments)
    assert done.code == 2
    last = done.err.splitlines()[-1]
    assert last.startswith("mpb: ")
    assert words in last
    assert list(tmp_path.iterdir()) == []


def test_wrong_usage_has_exit_code_2(mpb: Mpb) -> None:
    assert mpb("run").code == 2
    assert mpb("list", "phones").code == 2
    assert mpb("run", "--agent", "noop", "--user", "maybe").code == 2


def test_the_version_is_told(mpb: Mpb) -> None:
    done = mpb("--version")
    assert (done.code, done.out) == (0, f"mpb_gym {version('mpb_gym')}\n")
