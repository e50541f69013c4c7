"""The whole error hierarchy of the package, in one place.

An agent's mistakes are *not* exceptions: a malformed or impossible action is answered
with an :class:`ActionError` value and the episode goes on. Exceptions are for people who
write apps, tasks and code, and for broken infrastructure.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import NamedTuple


class MyPhoneError(Exception):
    """Base class of every error that the package raises on purpose."""


class SpecError(MyPhoneError):
    """A data file (app, task, profile, record) does not say what it must say.

    Attributes:
        file: The file, as the user named it.
        path: Where in the file, as ``screens.home.body[2].go``.
        expected: What would have been right.
    """

    def __init__(self, file: str, path: str, problem: str, expected: str = "") -> None:
        self.file, self.path, self.problem, self.expected = (
            file,
            path,
            problem,
            expected,
        )
        where = f"{file}: {path}" if path else file
        hint = f" (expected {expected})" if expected else ""
        super().__init__(f"{where}: {problem}{hint}")

    def __reduce__(self) -> tuple[type[SpecError], tuple[str, str, str, str]]:
        return type(self), (self.file, self.path, self.problem, self.expected)


class UnknownNameError(MyPhoneError, LookupError):
    """Nothing is registered under a name; says what is, and what was probably meant."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name, self.known = kind, name, tuple(sorted(known))
        close = difflib.get_close_matches(name, self.known, n=3, cutoff=0.5)
        if close:
            hint = f" Did you mean {' or '.join(repr(each) for each in close)}?"
        elif len(self.known) <= 20:
            hint = f" Known: {', '.join(self.known) or 'none'}."
        else:
            hint = f" {len(self.known)} are known; `mpb list {kind}s` shows them."
        super().__init__(f"unknown {kind} {name!r}.{hint}")

    def __reduce__(
        self,
    ) -> tuple[type[UnknownNameError], tuple[str, str, tuple[str, ...]]]:
        return type(self), (self.kind, self.name, self.known)

    def __str__(
        self,
    ) -> str:  # LookupError subclasses may quote their argument; this must not
        return str(self.args[0])


class OptionError(MyPhoneError, ValueError):
    """A keyword or option given to the library has a value that it cannot take."""


class EpisodeOver(MyPhoneError, RuntimeError):
    """A step was asked of an episode that has not begun or has already ended."""


class CapabilityError(MyPhoneError, NotImplementedError):
    """Something was asked of a device that it cannot do.

    Attributes:
        capability: What it lacks, as ``snapshots``.
    """

    def __init__(self, capability: str, device: str) -> None:
        self.capability, self.device = capability, device
        super().__init__(f"{device} has no {capability}; a device that has them is SimDevice")

    def __reduce__(self) -> tuple[type[CapabilityError], tuple[str, str]]:
        return type(self), (self.capability, self.device)


class InfrastructureError(MyPhoneError, RuntimeError):
    """The world around an episode broke (device lost, endpoint down): never a score."""


class ActionError(NamedTuple):
    """Why an action did nothing. A value, shown to the agent; never raised.

    Attributes:
        code: Short and stable, as ``no_focus``.
        message: One sentence that says what was wrong and what to do.
    """

    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"
