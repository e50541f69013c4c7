"""One line of ``episodes.jsonl``: how one episode went."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from typing import Any

from mpb_gym.agents import Usage
from mpb_gym.audit import Scorecard
from mpb_gym.bench.plan import Job, Plan
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
        repeat: How often the run has the same assignment before.
        family: The task's family; :data:`PAIR_FAMILY` for a pair.
        app: Id of the main app.
        seed: The episode's own.
        steps: Commands issued, in all sessions.
        attempts: How often it was begun; more than once if its surroundings broke.
        record: Its record's file, relative to the run's folder; empty if it broke.
        card: Its scores; ``None`` if it broke.
        usage: What the agent used in all attempts; ``None`` if it does not count.
        error: What broke it: a traceback or, for broken infrastructure, one line.
        infrastructure: Whether it broke for reasons outside the agent and this package.
        wall_s: Seconds that it took; like the latency of ``usage``, not part of its line,
            which would otherwise differ from run to run.
    """

    assignment: str
    repeat: int = 0
    family: str
    app: str
    seed: int
    steps: int
    attempts: int = 1
    record: str
    card: Scorecard | None
    usage: Usage | None = None
    error: str
    infrastructure: bool = False
    wall_s: float = 0.0

    @property
    def job(self) -> Job:
        """Which episode of the run it is."""
        return Job(self.assignment, self.repeat)

    def to_line(self) -> str:
        """Returns it as one line of JSON, with its line feed."""
        body: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        del body["wall_s"]
        body["card"] = None if self.card is None else self.card.to_dict()
        if self.usage is not None:
            body["usage"] = self.usage.to_dict()
            del body["usage"]["latency_s"]
        return json.dumps(body, ensure_ascii=False) + "\n"

    def to_timing(self) -> str:
        """Returns what is measured by the clock as one line of JSON, with its line feed."""
        latency = self.usage.latency_s if self.usage else 0.0
        body = {"assignment": self.assignment, "repeat": self.repeat, "steps": self.steps}
        times = {"wall_s": round(self.wall_s, 4), "latency_s": round(latency, 4)}
        return json.dumps(body | times) + "\n"

    def timed(self, wall_s: float, latency_s: float) -> Outcome:
        """Returns it with what :meth:`to_timing` said."""
        usage = self.usage and replace(self.usage, latency_s=latency_s)
        return replace(self, usage=usage, wall_s=wall_s)


def record_name(job: Job) -> str:
    """Returns where in a run's folder the record of an episode lies."""
    return f"records/{job.stem}.json"


def make_outcome(
    plan: Plan,
    job: Job,
    *,
    card: Scorecard | None = None,
    steps: int = 0,
    attempts: int = 1,
    usage: Usage | None = None,
    error: str = "",
    infrastructure: bool = False,
    wall_s: float = 0.0,
) -> Outcome:
    """Returns the outcome of an episode: scored if there is a card, broken if there is none.

    Args:
        plan: The run.
        job: Which episode.
        card: Its scores.
        steps: Commands issued.
        attempts: How often it was begun.
        usage: What the agent used in all attempts.
        error: What broke it.
        infrastructure: Whether that lay outside the agent and this package.
        wall_s: Seconds that it took.
    """
    spec = load_assignment(str(job.assignment))
    return Outcome(
        assignment=spec.id,
        repeat=job.repeat,
        family=PAIR_FAMILY if isinstance(spec, PairSpec) else spec.family,
        app=spec.apps[0],
        seed=plan.episode_seed(spec.id, job.repeat),
        steps=steps,
        attempts=attempts,
        record="" if card is None else record_name(Job(spec.id, job.repeat)),
        card=card,
        usage=usage,
        error=error,
        infrastructure=infrastructure,
        wall_s=wall_s,
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
        if body["usage"] is not None:
            body["usage"] = Usage.from_dict(body["usage"])
        found = Outcome(**body)
    except (KeyError, TypeError, ValueError):
        raise SpecError(file, path, "corrupt or truncated", "one episode as JSON") from None
    if found.assignment not in plan.assignments or found.repeat not in range(plan.repeats):
        raise SpecError(file, path, f"{str(found.job)!r} is not part of this run")
    if found.seed != plan.episode_seed(*found.job):
        raise SpecError(file, path, f"{found.job} was run with another seed")
    return found
