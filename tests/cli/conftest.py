from __future__ import annotations

import pytest

from mpb_gym.cli import main
from tests.cli.calling import Mpb, Result


@pytest.fixture
def mpb(capsys: pytest.CaptureFixture[str]) -> Mpb:
    """Runs ``mpb`` in this process."""

    def run(*arguments: object) -> Result:
        with pytest.raises(SystemExit) as stopped:
            main([str(each) for each in arguments])
        captured = capsys.readouterr()
        return Result(int(stopped.value.code or 0), captured.out, captured.err)

    return run
