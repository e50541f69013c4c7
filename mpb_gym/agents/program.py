"""A program of anybody's that talks in lines of text, each way one at a time."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections import deque
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from typing import IO

from mpb_gym.errors import InfrastructureError, OptionError

LINE_LIMIT = 2**20
"""Longest line that is taken from a program, in characters."""

_GRACE_S = 2.0
"""How long a program may take to end after its input has."""


class Program:
    """A running program.

    Args:
        command: Its command line, split as a shell would, but run without one.

    Raises:
        OptionError: The command line is empty or cannot be split.
        InfrastructureError: It cannot be started.
    """

    def __init__(self, command: str) -> None:
        self._name = command
        try:
            self._process = subprocess.Popen(
                split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=os.name == "posix",  # so that its children end with it
            )
        except OSError as error:
            raise InfrastructureError(f"agent {command!r} cannot be started: {error}") from error
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=20)
        assert self._process.stdout is not None and self._process.stderr is not None
        self._readers = [
            Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            Thread(target=self._listen, args=(self._process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def _read(self, stream: IO[str]) -> None:
        while line := stream.readline(LINE_LIMIT):
            self._lines.put(line)
        self._lines.put(None)

    def _listen(self, stream: IO[str]) -> None:
        while line := stream.readline(LINE_LIMIT):
            self._complaints.append(line.strip())

    def tell(self, line: str) -> None:
        """Writes a line.

        Raises:
            InfrastructureError: The program is gone.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise InfrastructureError(self._obituary()) from error

    def ask(self, line: str, timeout_s: float) -> str:
        """Writes a line and returns the one that answers it.

        Raises:
            InfrastructureError: The program is gone, or takes too long.
        """
        self.tell(line)
        deadline = perf_counter() + timeout_s
        while True:
            try:
                answer = self._lines.get(timeout=max(0.0, deadline - perf_counter()))
            except Empty:
                raise InfrastructureError(
                    f"agent {self._name!r} did not answer within {timeout_s:g} s"
                ) from None
            if answer is None:
                raise InfrastructureError(self._obituary())
            if answer.strip():
                return answer

    def _obituary(self) -> str:
        try:
            code = self._process.wait(_GRACE_S)
        except subprocess.TimeoutExpired:
            return f"agent {self._name!r} closed its output but runs on"
        self._readers[1].join(_GRACE_S)
        last = next((each for each in reversed(self._complaints) if each), "")
        said = f"; it said: {last}" if last else ""
        return f"agent {self._name!r} ended with exit code {code}{said}"

    def close(self) -> None:
        """Ends its input, and after a moment the program and its children."""
        process = self._process
        try:
            if process.stdin is not None:
                process.stdin.close()
        except OSError:  # it went first
            pass
        try:
            process.wait(_GRACE_S)
        except subprocess.TimeoutExpired:
            _kill(process)
            process.wait()
        for reader in self._readers:
            reader.join(_GRACE_S)
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()


def _kill(process: subprocess.Popen[str]) -> None:
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def split(command: str) -> list[str]:
    """Returns the words of a command line.

    Raises:
        OptionError: There are none, or a quote is not closed.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"agent: {command!r}: {error}") from None
    if not words:
        raise OptionError("agent: the command after cmd: is empty")
    return words
