"""Phones in processes that know nothing of one another: what more cores bring by themselves."""

from __future__ import annotations

import multiprocessing
from contextlib import suppress
from multiprocessing.connection import Connection

from mpb_gym.bench.pace import Pace
from mpb_gym.bench.scaling import phones


class Apart:
    """The phones of :func:`phones`, spread over processes that neither wait nor tell.

    Where they are not that many times as fast as one process, the machine does not have as many
    cores to give, and what brings their results together cannot make up for that.

    Args:
        task: What each phone is at.
        count: How many phones, in all.
        processes: How many processes share them out.
    """

    def __init__(self, task: str, count: int, processes: int) -> None:
        self._pipes: list[Connection] = []
        self._processes = []
        for number in range(processes):
            ours, theirs = multiprocessing.Pipe()
            share = len(range(number, count, processes))
            process = multiprocessing.Process(
                target=_serve, args=(theirs, ours, task, share), daemon=True
            )
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def run(self, seconds: float) -> Pace:
        """Lets all of them run at once."""
        for pipe in self._pipes:
            pipe.send(seconds)
        return together([pipe.recv() for pipe in self._pipes])

    def close(self) -> None:
        """Ends the processes."""
        for pipe in self._pipes:
            pipe.send(None)
        for process in self._processes:
            process.join()


def together(paces: list[Pace]) -> Pace:
    """Returns what was done at once, by as much as was done in each second of each."""
    done = sum(pace.done for pace in paces)
    return Pace(
        done,
        wall=done / sum(pace.per_s for pace in paces),
        cpu=done / sum(pace.per_cpu_s for pace in paces),
    )


def _serve(pipe: Connection, others_end: Connection, task: str, count: int) -> None:
    others_end.close()  # else a forked process would never hear that the other one is gone
    envs = phones(task, count, 0)
    with suppress(EOFError, KeyboardInterrupt):
        while (seconds := pipe.recv()) is not None:
            pipe.send(envs.run(seconds))
    envs.close()
