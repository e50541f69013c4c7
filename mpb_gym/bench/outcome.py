"""One line of ``episodes.jsonl``: how one episode went."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from typing import Any

from mpb_gym.audit import Scorecard
from mpb_gym.bench.plan import Plan
from mpb_gym.errors import SpecError
from mpb_gym.spec.library import load_assignment
from mpb_gym.spec.task import PairSpec

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
        card: Its scores; ``None`` if it broke.
        error: What broke it: a traceback or, for broken infrastructure, one line.
    """

    assignment: str
    family: str
    app: str
    seed: int
    steps: int
    record: str
    card: Scorecard | None
    error: str

    def to_line(self) -> str:
        """Returns it as one line of JSON, with its line feed."""
        body: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        body["card"] = None if self.card is None else self.card.to_dict()
        return json.dumps(body, ensure_ascii=False) + "\n"


def record_name(assignment: str) -> str:
    """Returns where in a run's folder the record of an assignment lies."""
    return f"records/{assignment.replace('/', '-')}.json"


def scored(plan: Plan, assignment: str, steps: int, card: Scorecard) -> Outcome:
    """Returns the outcome of an episode that came to its end."""
    return _outcome(plan, assignment, steps, card, "")


def broken(plan: Plan, assignment: str, error: str) -> Outcome:
    """Returns the outcome of an episode that cannot be scored."""
    return _outcome(plan, assignment, 0, None, error)


def _outcome(plan: Plan, id: str, steps: int, card: Scorecard | None, error: str) -> Outcome:
    spec = load_assignment(id)
    return Outcome(
        assignment=spec.id,
        family=PAIR_FAMILY if isinstance(spec, PairSpec) else spec.family,
        app=spec.apps[0],
        seed=plan.episode_seed(spec.id),
        steps=steps,
        record="" if card is None else record_name(spec.id),
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
        body = json.loads(line)
        if body["card"] is not None:
            body["card"] = Scorecard.from_dict(body["card"])
        found = Outcome(**body)
    except (KeyError, TypeError, ValueError):
        raise SpecError(file, path, "corrupt or truncated", "one episode as JSON") from None
    if found.assignment not in plan.assignments:
        raise SpecError(file, path, f"{found.assignment!r} is not part of this run")
    if found.seed != plan.episode_seed(found.assignment):
        raise SpecError(file, path, f"{found.assignment} was run with another seed")
    return found
