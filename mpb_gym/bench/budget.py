"""What a run may use before it stops by itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock
from time import perf_counter

from mpb_gym.agents import Usage
from mpb_gym.bench.plan import Job
from mpb_gym.errors import OptionError


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Limits of a run; when one is reached no more episodes are begun.

    Episodes that have begun come to their end, since what they cost is spent already.

    Attributes:
        tokens: Of all episodes in the run's folder, read and written.
        cost: Of the same, in US dollars; needs a price of the model.
        minutes: Since this call began.
    """

    tokens: int | None = None
    cost: float | None = None
    minutes: float | None = None

    def __post_init__(self) -> None:
        for name in ("tokens", "cost", "minutes"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise OptionError(f"budget: {name}: {value} is not above 0")


NO_LIMITS = Budget()


class Meter:
    """What has been used, of the limits; threads may share it.

    Args:
        budget: The limits.
        spent: What the episodes that are done already have used.
    """

    def __init__(self, budget: Budget, spent: Iterable[Usage | None]) -> None:
        self._budget = budget
        self._lock = Lock()
        self._done = sum((each for each in spent if each), Usage())
        self._running: dict[Job, Usage] = {}
        self._start = perf_counter()

    def note(self, job: Job, usage: Usage | None) -> None:
        """Hears what a running episode has used so far."""
        if usage is not None:
            with self._lock:
                self._running[job] = usage

    def end(self, job: Job, usage: Usage | None) -> None:
        """Hears what an episode has used in all."""
        with self._lock:
            self._running.pop(job, None)
            self._done += usage or Usage()

    def exceeded(self) -> str:
        """Returns which limit is reached, in words; ``""`` if none is."""
        with self._lock:
            used = sum(self._running.values(), self._done)
        limit = self._budget
        if limit.tokens is not None and used.tokens >= limit.tokens:
            return f"{used.tokens} of {limit.tokens} tokens are used"
        if limit.cost is not None and used.cost is None and used.requests:
            return "the cost has a limit, but no price of the model is known"
        if limit.cost is not None and (used.cost or 0.0) >= limit.cost:
            return f"{used.cost:.2f} of {limit.cost:.2f} US dollars are spent"
        minutes = (perf_counter() - self._start) / 60
        if limit.minutes is not None and minutes >= limit.minutes:
            return f"{limit.minutes:g} minutes are over"
        return ""
