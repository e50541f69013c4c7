"""What somebody does on the phone, as parts that can be swapped: the right thing, or nearly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from mpb_gym.certify.driver import Move
from mpb_gym.generate import walk
from mpb_gym.generate.answers import Answer, Candidate, answers, candidates
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.plan import Consult
from mpb_gym.spec.target import Saving, Target
from mpb_gym.spec.task import Row, TaskSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One course of events in a session.

    Attributes:
        consult: Profile items that are looked up first.
        cancel: Rows that are cancelled, by table.
        make: Records that are made, in order.
        undo: Tables of which the newest record is cancelled once all is made.
        save: Items that are saved.
    """

    consult: tuple[str, ...] = ()
    cancel: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    make: tuple[Answer, ...] = ()
    save: tuple[Saving, ...] = ()

    def moves(self, spec: AppSpec) -> tuple[Move, ...]:
        """Returns the plan of it."""
        return walk.plan(
            spec, consult=self.consult, cancel=self.cancel, make=self.make, save=self.save
        )

    def with_answer(self, index: int, answer: Answer) -> Scenario:
        """Returns this with another answer to one of the requests."""
        made = list(self.make)
        made[index] = answer
        return replace(self, make=tuple(made))


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A session under proof.

    Attributes:
        task: The session's task.
        target: What it means.
        spec: The app that it happens in.
        found: The right candidates of each request.
        right: The course of events that the reference takes.
    """

    task: TaskSpec
    target: Target
    spec: AppSpec
    found: tuple[tuple[Candidate, ...], ...]
    right: Scenario

    @property
    def rows(self) -> Mapping[str, tuple[Row, ...]]:
        """The prepared rows by table."""
        return self.task.prepared.get(self.spec.id, {})

    def doomed(self, table: str) -> tuple[Row, ...]:
        """The rows of a table that are to be cancelled."""
        ids = self.target.cancel.get(table, ())
        return tuple(row for row in self.rows.get(table, ()) if row["id"] in ids)

    def kept(self, table: str) -> tuple[Row, ...]:
        """The rows of a table that are to be kept."""
        ids = self.target.cancel.get(table, ())
        return tuple(row for row in self.rows.get(table, ()) if row["id"] not in ids)


def subject(task: TaskSpec, apps: Mapping[str, AppSpec]) -> Subject:
    """Works out a session's right answers.

    Raises:
        LookupError: The task has no target, or its target has no right answer.
    """
    target = task.target
    if target is None:
        raise LookupError("it says no target, so that its rules cannot be proved; see tasks/README")
    spec = apps[target.app]
    found = tuple(candidates(spec, request) for request in target.make)
    if not all(found):
        raise LookupError("its target has no right answer in the catalogue")
    made = tuple(
        next(answers(request, each)) for request, each in zip(target.make, found, strict=True)
    )
    doomed = {
        table: tuple(
            row for row in task.prepared.get(spec.id, {}).get(table, ()) if row["id"] in ids
        )
        for table, ids in target.cancel.items()
    }
    consult = tuple(step.key for step in task.plan if isinstance(step, Consult))
    right = Scenario(consult=consult, cancel=doomed, make=made, save=target.save)
    return Subject(task=task, target=target, spec=spec, found=found, right=right)
