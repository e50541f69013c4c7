"""Proves many tasks, in processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from mpb_gym.certify.prove import prove
from mpb_gym.certify.report import TaskReport
from mpb_gym.errors import MyPhoneError
from mpb_gym.spec.library import load_assignment


def prove_id(id: str) -> TaskReport:
    """Proves a task or pair by its id; what its file gets wrong is a finding too."""
    try:
        return prove(load_assignment(id))
    except MyPhoneError as error:
        return TaskReport(id=id, problems=[str(error)])


def prove_all(ids: Sequence[str], workers: int = 1) -> Iterator[TaskReport]:
    """Yields a report for each id, in order.

    Args:
        ids: Of tasks and pairs.
        workers: How many processes; 1 does everything in this one.
    """
    if workers == 1:
        yield from map(prove_id, ids)
        return
    context = multiprocessing.get_context("spawn")  # as runs do: no inherited locks and caches
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        yield from pool.map(prove_id, ids, chunksize=1)


def summary(reports: Sequence[TaskReport]) -> dict[str, Any]:
    """Returns what ``mpb certify --json`` writes.

    Keys: ``tasks`` and ``certified`` (numbers), ``failures`` (a list of sentences with the
    task's id), ``trials`` (numbers by kind) and ``reports`` (one mapping a task).
    """
    return {
        "tasks": len(reports),
        "certified": sum(each.certified for each in reports),
        "failures": [f"{each.id}: {failure}" for each in reports for failure in each.failures],
        "trials": {
            kind: sum(each.count(kind) for each in reports)
            for kind in ("baseline", "right", "near miss", "benign", "slip")
        },
        "reports": [each.to_dict() for each in reports],
    }
