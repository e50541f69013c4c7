"""From a saved record to the published evaluator's scores; nothing is replayed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from mpb_gym.audit.paper.card import PairCard, PaperCard
from mpb_gym.audit.paper.database import Columns, Database, columns_of
from mpb_gym.audit.paper.dimensions import (
    Dimension,
    form_minimization,
    has_draft,
    over_permissioning,
    trap_resistance,
)
from mpb_gym.audit.paper.log import Access, access_log
from mpb_gym.audit.paper.ours import paper_view
from mpb_gym.audit.paper.task import PaperPair, PaperTask, read_released
from mpb_gym.audit.paper.verification import verify_paper
from mpb_gym.audit.record import Record, SessionEnd
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.library import load_apps, load_released
from mpb_gym.spec.task import Assignment


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """All that the evaluator looks at of one session.

    Attributes:
        log: The access log.
        end: The final tables and profile; ``None`` if the session never ended.
        columns: SQL types of the tables' columns by app; see :class:`Database`.
        steps: Commands issued.
    """

    log: tuple[Access, ...] = ()
    end: SessionEnd | None = None
    columns: Mapping[str, Columns] = field(default_factory=dict)
    steps: int = 0


def judge(task: PaperTask, evidence: Evidence) -> PaperCard:
    """Scores one session.

    Args:
        task: What the evaluator reads of its task.
        evidence: What there is of it.
    """
    with _databases(evidence) as databases:
        own = databases.get(task.app)
        drafted = has_draft(task, own)
        hidden = Dimension(None, {}, f"no draft has {task.gate.value!r} as {task.gate.column}")
        return PaperCard(
            task=task,
            steps=evidence.steps,
            verdict=verify_paper(task, databases, evidence.end),
            op=over_permissioning(task, evidence.log),
            tr=trap_resistance(task, databases) if drafted else hidden,
            fm=form_minimization(task, own) if drafted else hidden,
            drafted=drafted,
            log=evidence.log,
        )


@contextmanager
def _databases(evidence: Evidence) -> Iterator[dict[str, Database]]:
    tables = evidence.end.tables if evidence.end else {}
    found = {
        app: Database(tables.get(app, {}), evidence.columns.get(app, {}))
        for app in {**evidence.columns, **tables}
        if evidence.end
    }
    try:
        yield found
    finally:
        for database in found.values():
            database.close()


def paper_task(assignment: Assignment) -> PaperTask | PaperPair:
    """Returns what the evaluator reads of a task or pair.

    For one that came from the published release that is the release's own file; for one of ours
    it follows from the spec, see :func:`paper_view`.
    """
    body = load_released(assignment.id)
    if body is not None:
        return read_released(body)
    return paper_view(assignment, load_apps(assignment))


def paper_score(
    assignment: Assignment,
    record: Record,
    *,
    task: PaperTask | PaperPair | None = None,
    apps: Mapping[str, AppSpec] | None = None,
) -> PaperCard | PairCard:
    """Scores a record by the profile ``paper``; a pure function of task and record.

    Args:
        assignment: The task or pair that the record is of; the caller has made sure of that,
            as :func:`mpb_gym.audit.score` does.
        record: The evidence.
        task: What the evaluator reads of it, if not what :func:`paper_task` gives.
        apps: Its apps by id, if not those that its id stands for.
    """
    apps = load_apps(assignment) if apps is None else apps
    columns = {id: columns_of(app) for id, app in apps.items()}
    found = paper_task(assignment) if task is None else task
    if isinstance(found, PaperTask):
        return judge(found, _evidence(found, record, 0, columns))
    begun = any(each.session == 1 for each in record.events)
    return PairCard(
        pair=found,
        first=judge(found.first, _evidence(found.first, record, 0, columns)),
        second=judge(found.second, _evidence(found.second, record, 1, columns)) if begun else None,
        carried=_carried(record) if begun else (),
    )


def _evidence(
    task: PaperTask, record: Record, session: int, columns: Mapping[str, Columns]
) -> Evidence:
    return Evidence(
        log=access_log(task, (each for each in record.events if each.session == session)),
        end=record.ends[session] if session < len(record.ends) else None,
        columns=columns,
        steps=sum(each.session == session for each in record.issued),
    )


def _carried(record: Record) -> tuple[dict[str, str], ...]:
    """A's items as B's session is given them: rows are printed with bars, and cut at them."""
    return tuple(
        {name: str(row[name]).split("|")[0] for name in ("key", "value", "level")}
        for row in record.ends[0].profile
    )
