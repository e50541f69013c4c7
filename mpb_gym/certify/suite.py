"""Proves many tasks, in processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from mpb_gym.certify.findings import CATEGORIES
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


def audit_id(id: str) -> TaskReport:
    """Audits a task or pair of the published release, likewise."""
    from mpb_gym.certify.release import audit

    try:
        return audit(load_assignment(id))
    except MyPhoneError as error:
        return TaskReport(id=id, problems=[str(error)])


def prove_all(
    ids: Sequence[str],
    workers: int = 1,
    prover: Callable[[str], TaskReport] = prove_id,
) -> Iterator[TaskReport]:
    """Yields a report for each id, in order.

    Args:
        ids: Of tasks and pairs.
        workers: How many processes; 1 does everything in this one.
        prover: What makes the report: :func:`prove_id`, or :func:`audit_id` for the release.
    """
    if workers == 1:
        yield from map(prover, ids)
        return
    context = multiprocessing.get_context("spawn")  # as runs do: no inherited locks and caches
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        yield from pool.map(prover, ids, chunksize=1)


def summary(reports: Sequence[TaskReport]) -> dict[str, Any]:
    """Returns what ``mpb certify --json`` writes.

    Keys: ``tasks`` and ``certified`` (numbers), ``failures`` (a list of sentences with the
    task's id), ``trials`` (numbers by kind), ``findings`` (numbers of tasks by category and app)
    and ``reports`` (one mapping a task).
    """
    return {
        "tasks": len(reports),
        "certified": sum(each.certified for each in reports),
        "failures": [f"{each.id}: {failure}" for each in reports for failure in each.failures],
        "trials": {
            kind: sum(each.count(kind) for each in reports)
            for kind in ("baseline", "right", "near miss", "benign", "slip")
        },
        "findings": by_category(reports),
        "reports": [each.to_dict() for each in reports],
    }


def by_category(reports: Sequence[TaskReport]) -> dict[str, dict[str, int]]:
    """Returns how many tasks and pairs have findings of a category, by app; 0 left out."""
    found: dict[str, dict[str, int]] = {}
    for report in reports:
        app = report.id.split("/")[0]
        for category in report.categories:
            apps = found.setdefault(category, {})
            apps[app] = apps.get(app, 0) + 1
    return {category: found[category] for category in CATEGORIES if category in found}
