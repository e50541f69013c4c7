"""The processes of a vector environment, as whoever steps it meets them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from mpb_gym.env.worker import Host, work
from mpb_gym.errors import InfrastructureError


class Here:
    """The environments of this process: they work while those of the others do.

    Args:
        host: Has them.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._asked: tuple[str, Any] = ("", None)
        self.rows = host.rows

    def ask(self, name: str, arguments: Any) -> None:
        """Notes what is to be done; the others are asked first."""
        self._asked = (name, arguments)

    def answer(self) -> tuple[bool, Any]:
        """Does it, and returns what :meth:`Host.answer` does."""
        return self._host.answer(*self._asked)

    def leave(self, at_once: bool) -> None:
        """Closes the environments."""
        self._host.close()

    def join(self, within: float) -> None:
        """There is nothing to wait for."""


class There:
    """The environments of another process.

    Args:
        host: Has them, and moves there.
        start: The multiprocessing context.
    """

    def __init__(self, host: Host, start: Any) -> None:
        self._pipe, theirs = start.Pipe()
        self.rows = host.rows
        self.process = start.Process(target=work, args=(host, theirs, self._pipe), daemon=True)
        self.process.start()
        theirs.close()

    def ask(self, name: str, arguments: Any) -> None:
        """Says what is to be done.

        Raises:
            InfrastructureError: The process has ended.
        """
        try:
            self._pipe.send((name, arguments))
        except (BrokenPipeError, OSError):
            raise self._lost() from None

    def answer(self) -> tuple[bool, Any]:
        """Waits for what :meth:`Host.answer` returns there.

        Raises:
            InfrastructureError: The process has ended.
        """
        try:
            answer: tuple[bool, Any] = self._pipe.recv()
        except (EOFError, OSError):
            raise self._lost() from None
        return answer

    def leave(self, at_once: bool) -> None:
        """Says that nothing more is to be done."""
        if not at_once:
            with suppress(OSError):  # it may be gone already
                self._pipe.send(("close", None))
        self._pipe.close()

    def join(self, within: float) -> None:
        """Waits for the end of the process, so many seconds."""
        self.process.join(within)
        if self.process.is_alive():
            self.process.terminate()
            self.process.join()

    def _lost(self) -> InfrastructureError:
        self.process.join(1)
        numbers = f"{self.rows.start} to {self.rows.stop - 1}"
        return InfrastructureError(
            f"the process of environments {numbers} has ended (exit code "
            f"{self.process.exitcode}); close the vector environment and make a new one"
        )
