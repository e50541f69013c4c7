"""One line of ``episodes.jsonl``: how one episode went."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from mpb_gym.bench.plan import Plan
from mpb_gym.errors import SpecError
from mpb_gym.spec.library import load_assignment
from mpb_gym.spec.task import Assignment, PairSpec

PAIR_FAMILY = "pair"
"""What pairs are reported under beside the families of the single tasks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How one episode went.

    Attributes:
        assignment: Id of its task or pair.
        family: The task's family; :data:`PAIR_FAMILY` for a pair.
        app: Id of the main app.
        seed: The episode's own.
        steps: Commands issued, in all sessions.
        record: Its record's file, relative to the run's folder; empty if it broke.
        card: The scorecard as plain data; ``None`` if it broke.
        error: What broke it: a traceback or, for broken infrastructure, one line.
    """

    assignment: str
    family: str
    app: str
    seed: int
    steps: int
    record: str
    card: dict[str, Any] | None
    error: str

    @property
    def is_pair(self) -> bool:
        """Whether it had two sessions."""
        return self.family == PAIR_FAMILY

    def to_line(self) -> str:
        """Returns it as one line of JSON, with its line feed."""
        return json.dumps(asdict(self), ensure_ascii=False) + "\n"


def record_name(assignment: str) -> str:
    """Returns where in a run's folder the record of an assignment lies."""
    return f"records/{assignment.replace('/', '-')}.json"


def broken(plan: Plan, assignment: str, error: str) -> Outcome:
    """Returns the outcome of an episode that cannot be scored."""
    return _outcome(plan, load_assignment(assignment), 0, None, error)


def scored(plan: Plan, assignment: Assignment, steps: int, card: dict[str, Any]) -> Outcome:
    """Returns the outcome of an episode that came to its end."""
    return _outcome(plan, assignment, steps, card, "")


def _outcome(
    plan: Plan, assignment: Assignment, steps: int, card: dict[str, Any] | None, error: str
) -> Outcome:
    return Outcome(
        assignment=assignment.id,
        family=PAIR_FAMILY if isinstance(assignment, PairSpec) else assignment.family,
        app=assignment.apps[0],
        seed=plan.episode_seed(assignment.id),
        steps=steps,
        record="" if card is None else record_name(assignment.id),
        card=card,
        error=error,
    )


def read_outcome(line: str, plan: Plan, *, file: str, path: str) -> Outcome:
    """Reads a line back.

    Args:
        line: What :meth:`Outcome.to_line` wrote.
        plan: The run that it must belong to.
        file: Where it comes from, for the error.
        path: Which line it is, for the error.

    Raises:
        SpecError: It is not such a line, or not of this run.
    """
    try:
        found = Outcome(**json.loads(line))
    except (TypeError, ValueError):
        raise SpecError(file, path, "corrupt or truncated", "one episode as JSON") from None
    if found.assignment not in plan.assignments:
        raise SpecError(file, path, f"{found.assignment!r} is not part of this run")
    if found.seed != plan.episode_seed(found.assignment):
        raise SpecError(file, path, f"{found.assignment} was run with another seed")
    return found
