"""``mpb fake-model``, as a process of its own."""

import json
import re
import signal
import subprocess
import sys
from urllib.request import urlopen

import pytest

from mpb_gym.agents.llm.fake import FakeModel, FakeServer, Manner
from mpb_gym.cli import main

# Whoever runs the tests in the background has interrupts ignored, and processes inherit that.
_CODE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from mpb_gym.cli import main; main()"
)
COMMAND = (sys.executable, "-u", "-c", _CODE, "fake-model")


def test_it_serves_until_it_is_interrupted() -> None:
    command = [*COMMAND, "--port", "0", "--habit", "all", "--faults", "429:0.1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:\d+/v1", process.stdout.readline().decode())
            assert found is not None
            with urlopen(f"{found[0]}/models", timeout=20) as response:
                assert json.load(response)["data"][0]["id"] == "fake"
            process.send_signal(signal.SIGINT)
            _, problems = process.communicate(timeout=20)
        finally:
            process.kill()
    assert problems == b""
    assert process.returncode == 0


def _refused(capsys: pytest.CaptureFixture[str], option: str, value: str) -> str:
    with pytest.raises(SystemExit) as stopped:
        main(["fake-model", option, value])
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--convention", "inches"),
        ("--protocol", "smoke"),
        ("--habit", "shouting"),
        ("--faults", "teapot:0.1"),
    ],
)
def test_what_it_cannot_use_is_said_in_a_line(
    option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = _refused(capsys, option, value)
    assert option in said
    assert value.split(":")[0] in said


def test_a_port_that_is_taken_is_said_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with FakeServer(FakeModel(Manner(shares={}))) as server:
        port = server.base_url.split(":")[2].split("/")[0]
        assert f"port {port} cannot be used" in _refused(capsys, "--port", port)
