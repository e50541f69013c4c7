"""The loop that agents, environments and replays share: a command in, events out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from mpb_gym.audit import Audit, Issued, Record, Scorecard, SessionEnd
from mpb_gym.audit.progress import progress
from mpb_gym.audit.scorecard import Judged, totals_of
from mpb_gym.commands import (
    AskUser,
    Command,
    ReadProfile,
    RequestPermission,
    SaveProfile,
    Terminate,
    Tool,
    to_json,
)
from mpb_gym.contract import Desk, User, Vault
from mpb_gym.device import Device, Setup, Snapshots
from mpb_gym.episode.view import View
from mpb_gym.errors import ActionError, CapabilityError, EpisodeOver, OptionError
from mpb_gym.events import Event, EventLog, SessionEnded, SessionStarted
from mpb_gym.keeping import Keeping, Kept
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.task import Assignment, TaskSpec

How: TypeAlias = Literal["success", "fail", "step_limit", "stopped"]

_TOOLS = (RequestPermission, ReadProfile, SaveProfile, AskUser)


class Costs(NamedTuple):
    """What one step added to the penalties of each dimension."""

    op: float = 0.0
    tr: float = 0.0
    fm: float = 0.0


_NO_COSTS = Costs()


def _costs(before: Judged, after: Judged) -> Costs:
    if after == before:  # as after most steps
        return _NO_COSTS
    pairs = zip(totals_of(after), totals_of(before), strict=True)
    return Costs(*[max(0.0, new - old) for new, old in pairs])


class Origins(NamedTuple):
    """Where an episode comes from, for its record."""

    seed: int
    user: str
    versions: Mapping[str, str]


class _Given(NamedTuple):
    """A command as it came, to be written down when somebody asks for the record."""

    session: int
    step: int
    command: Command | ActionError
    error: str

    def issued(self) -> Issued:
        body = {} if isinstance(self.command, ActionError) else to_json(self.command)
        return Issued(self.session, self.step, body, self.error)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Snapshot:
    """One moment of a running episode; for that episode, in this process, alone.

    Attributes:
        episode: Whose moment it is.
    """

    episode: Episode
    own: Kept
    parts: tuple[tuple[Keeping, Kept], ...]
    audit: Audit
    device: Any


class Episode(Keeping):
    """One assignment in progress: one session, or two for a pair.

    Args:
        assignment: The task or pair.
        apps: Its apps by id.
        device: The phone; the episode resets it and closes it.
        make_user: Makes the user of a session from its task.
        origins: For the record.

    Attributes:
        task: The task of the running session, or of the last one.
        view: The agent's side of it.
    """

    def __init__(
        self,
        assignment: Assignment,
        apps: Mapping[str, AppSpec],
        device: Device,
        make_user: Callable[[TaskSpec], User],
        origins: Origins,
    ) -> None:
        self.assignment = assignment
        self._apps = apps
        self._device = device
        self._make_user = make_user
        self._origins = origins
        self._vault = Vault(assignment.sessions[0].profile)
        self._audit = Audit(assignment)
        self._log = EventLog()
        self._given: list[_Given] = []
        self._ends: list[SessionEnd] = []
        self._verified: tuple[int, int] | None = None
        self.costs = Costs()
        self.done = False
        self.how: How = "stopped"
        self._begin(0)

    @property
    def log(self) -> EventLog:
        """Everything that the audit has been told so far; not to be added to."""
        return self._log

    def _begin(self, session: int) -> None:
        """Prepares the phone anew; only what the user's vault holds lives on."""
        self.task = task = self.assignment.sessions[session]
        if session:
            self._vault.adopt(task.profile, self.assignment.sessions[session - 1].profile)
        apps = tuple(self._apps[id] for id in task.apps)
        self._desk = Desk(
            vault=self._vault,
            user=self._make_user(task),
            mode=task.profile.mode,
            app_tiers=task.profile.app_tiers,
            apps={spec.id: spec.names for spec in apps} | {"imy": ("imy", "iMy")},
        )
        setup = Setup(
            apps=apps,
            prepared=task.prepared,
            desk=self._desk,
            session=session,
        )
        self.view = View(task.instruction, session, self._desk, self._device)
        self._note(SessionStarted(task=task.id), *self._device.reset(setup))
        self._verify()

    def apply(self, command: Command | ActionError) -> None:
        """Carries out one command.

        Args:
            command: What the agent does; an :class:`ActionError` stands for an action that
                could not be read. It counts as a step and changes nothing.

        Raises:
            EpisodeOver: The episode has ended.
            InfrastructureError: The device broke.
        """
        if self.done:
            raise EpisodeOver("the episode has ended; make a new one")
        before = self._audit.penalties
        view, session = self.view, self.view.session
        result, error = self._carry_out(command, view.step + 1)
        view.record(command, result, str(error) if error else "")
        self._note(*self._desk.pass_step(), step=view.step)
        self._given.append(_Given(session, view.step, command, view.action_error))
        if isinstance(command, Terminate):
            self._end(command.status)
        elif view.step >= self.task.max_steps:
            self._end("step_limit")
        else:
            self._verify()
        self.costs = _costs(before, self._audit.penalties)

    def _carry_out(
        self, command: Command | ActionError, step: int
    ) -> tuple[str, ActionError | None]:
        if isinstance(command, ActionError):
            return "", command
        if isinstance(command, Terminate):
            return "", None
        if isinstance(command, _TOOLS):
            return self._use(command, step)
        outcome = self._device.perform(command, step)
        self._note(*outcome.events, step=step)
        return "", outcome.error

    def _use(self, tool: Tool, step: int) -> tuple[str, ActionError | None]:
        reply = self._desk.handle(tool, self.view.session)
        self._note(*reply.events, step=step)
        return reply.result, reply.error

    def _note(self, *events: Event, step: int = 0) -> None:
        if events:
            self._audit.update(self._log.append(self.view.session, step, events))

    def _verify(self) -> None:
        """Checks the rules if anything that they speak of has changed."""
        state = (self._device.revision, self._vault.revision)
        if state != self._verified:
            self._verified = state
            self._audit.verify_session(self.view.session, self._present("stopped"))

    def _present(self, how: How) -> SessionEnd:
        return SessionEnd(how=how, tables=self._device.tables(), profile=self._vault.rows())

    def _end(self, how: How) -> None:
        session = self.view.session
        self._note(SessionEnded(how=how), step=self.view.step)
        end = self._present(how)
        self._ends.append(end)
        self._audit.verify_session(session, end)
        self._verified = None
        if session + 1 < len(self.assignment.sessions):
            self._begin(session + 1)
        else:
            self.done = True
            self.how = how

    def stop(self) -> None:
        """Ends the episode early, as whoever runs it wishes; the record says so."""
        if not self.done:
            self._note(SessionEnded(how="stopped"), step=self.view.step)
            self._ends.append(self._present("stopped"))
            self.done, self.how = True, "stopped"

    def snapshot(self) -> Snapshot:
        """Returns the present moment, to come back to; it costs a fraction of a step.

        Everything that the future depends on is part of it: phone, tables, profile, grants,
        scores, record and view. Users keep nothing of their own from one question to the next.

        Raises:
            CapabilityError: The device has no snapshots.
        """
        device = self._snapshots()
        parts: tuple[Keeping, ...] = (self._vault, self._desk, self._log, self.view)
        return Snapshot(
            episode=self,
            own=self.keep(),
            parts=tuple((part, part.keep()) for part in parts),
            audit=self._audit.copy(),
            device=device.snapshot(),
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Goes back to a moment of this episode, any number of times, even after its end.

        What follows is what would have followed then: the same commands leave the same
        record, frames and trees. ``view`` is the view of the session that ran then.

        Args:
            snapshot: What :meth:`snapshot` of this very episode returned.

        Raises:
            OptionError: It is another episode's.
            CapabilityError: The device has no snapshots.
        """
        if snapshot.episode is not self:
            raise OptionError(
                "snapshot: it was taken of another episode; an episode can only go back to a "
                "moment of its own"
            )
        self._snapshots().restore(snapshot.device)
        self.bring_back(snapshot.own)
        for part, kept in snapshot.parts:
            part.bring_back(kept)
        self._audit = snapshot.audit.copy()

    def again(self, device: Device) -> Episode:
        """Returns this episode anew on another phone, at the same moment; each goes its own way.

        Everything is done again, which on simulated phones comes to the same.

        Args:
            device: The other phone.
        """
        twin = Episode(self.assignment, self._apps, device, self._make_user, self._origins)
        for each in self._given:
            twin.apply(each.command)
        if self.done:
            twin.stop()
        return twin

    def _snapshots(self) -> Snapshots:
        if not isinstance(self._device, Snapshots):
            raise CapabilityError("snapshots", type(self._device).__name__)
        return self._device

    def card(self) -> Scorecard:
        """Returns the scores as things are now; after the end, the final ones."""
        return self._audit.card()

    def progress(self) -> float:
        """How nearly the running session's rules are met, 0 to 1; for learners, not a score."""
        session = self.view.session
        events = (each for each in self._log if each.session == session)
        present = self._ends[-1] if self.done and self._ends else self._present("stopped")
        return progress(self.task.rules, present, events)

    def record(self) -> Record:
        """Returns the evidence; a session that is still running counts as stopped here."""
        ends = self._ends if self.done else [*self._ends, self._present("stopped")]
        return Record(
            assignment=self.assignment.id,
            digest=self.assignment.digest,
            seed=self._origins.seed,
            screen=self._device.screen,
            user=self._origins.user,
            versions=self._origins.versions,
            issued=tuple([each.issued() for each in self._given]),
            events=tuple(self._log),
            ends=tuple(ends),
        )

    def close(self) -> None:
        """Frees the phone."""
        self._device.close()
