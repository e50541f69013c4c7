"""How fast something runs, by the clock on the wall and by the processor's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple, TypeAlias


class Pace(NamedTuple):
    """What was done in some time.

    Attributes:
        done: How often.
        wall: Seconds that went by.
        cpu: Seconds for which a core worked on it. On a machine that others use too, only these
            say what a core can do.
    """

    done: int
    wall: float
    cpu: float

    @property
    def per_s(self) -> float:
        """How often a second."""
        return self.done / self.wall

    @property
    def per_cpu_s(self) -> float:
        """How often a second of a core's time."""
        return self.done / max(self.cpu, 1e-9)


Subject: TypeAlias = Callable[[float], Pace]
"""Runs for so many seconds and says how far it came."""


def _own() -> tuple[float, ...]:
    return (process_time(),)


def passes(
    prepare: Callable[[], Any],
    once: Callable[[], int],
    seconds: float,
    cpu_s: Callable[[], Sequence[float]] = _own,
) -> Pace:
    """Runs again and again; neither what prepares a pass counts, nor the first pass.

    The first makes anew what others have driven out of the caches.

    Args:
        prepare: Called before each pass.
        once: A pass; returns how often it did what is counted.
        seconds: For how long, at least.
        cpu_s: Seconds that each process at work has been on a core so far; of those that work
            at once, the busiest counts. This process alone by default.
    """
    prepare()
    once()
    count, wall, cpu = 0, 0.0, 0.0
    while wall < seconds:
        prepare()
        before, start = cpu_s(), perf_counter()
        count += once()
        wall += perf_counter() - start
        cpu += max(after - each for each, after in zip(before, cpu_s(), strict=True))
    return Pace(count, wall, cpu)


def interleaved(
    subjects: Mapping[str, Subject], rounds: int, seconds: float
) -> dict[str, list[Pace]]:
    """Lets all subjects run in turn, round after round, so that a busy moment hits them alike."""
    found: dict[str, list[Pace]] = {name: [] for name in subjects}
    for _ in range(rounds):
        for name, subject in subjects.items():
            found[name].append(subject(seconds))
    return found


def median_ms(action: Callable[[], object], times: int) -> float:
    """Returns the median milliseconds of an action, after one for warming up."""
    action()
    spent = []
    for _ in range(times):
        start = perf_counter()
        action()
        spent.append(perf_counter() - start)
    return 1000 * median(spent)


def ratio(over: Iterable[Pace], under: Iterable[Pace]) -> float:
    """Returns how many times as fast the first are as the second: the median over rounds.

    It is taken of the processor's time, so that it holds on a machine that others use too.
    """
    return median(a.per_cpu_s / b.per_cpu_s for a, b in zip(over, under, strict=True))
