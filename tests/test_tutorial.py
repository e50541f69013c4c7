"""The tutorial's app is read, checked and used, exactly as it is printed."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mpb_gym.content import app_folders, data_root
from mpb_gym.runtime.lint import problems
from mpb_gym.spec.app import read_app

TUTORIAL = data_root() / "docs" / "tutorial-app.md"
USE = """
from mpb_gym.spec.library import app_ids
from tests.tour import visit

assert "mferry" in app_ids()
tour = visit("mferry").go_to("booked")
tour.tap_id(lambda name: name == "button/Done")
tour.pilot.tap("My Seats")
tour.tap_id(lambda name: name.endswith("/cancel"))
tour.pilot.tap("Cancel seat")
assert tour.pilot.episode.record().ends[-1].tables["mferry"]["seats"] == ()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    if not TUTORIAL.exists():
        pytest.skip("docs/ is not part of an installed package")
    (text,) = re.findall(r"```yaml\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
    assert len(text.splitlines()) < 60
    app = tmp_path / "apps" / "mferry"
    app.mkdir(parents=True)
    (app / "app.yaml").write_text(text, encoding="utf-8")
    shutil.copy(app_folders()["mdoordash"] / "theme.yaml", app)
    return app


def test_the_tutorials_app_has_no_oversight(folder: Path) -> None:
    assert list(problems(read_app(folder))) == []


def test_the_tutorials_app_works_from_a_folder_of_ones_own(folder: Path) -> None:
    environment = {**os.environ, "MPB_GYM_PATH": str(folder.parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", USE],
        env={**environment, "PYTHONPATH": str(data_root())},
        cwd=data_root(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
