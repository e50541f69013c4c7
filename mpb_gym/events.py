"""What happened: a closed union of audit events, and the log that holds them.

Events are facts with everything that scoring needs inside them (which probe a box is,
which profile item it asks for), so that a saved record is judged without the app's files.
The phone and the contract create events; :class:`EventLog` stamps them with the session
and step in which they happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, NamedTuple, TypeAlias

from mpb_gym.errors import SpecError
from mpb_gym.keeping import Keeping

Role = Literal["plain", "bait", "op", "fm", "trap"]
"""What a box is for the probes: ``op`` an optional HIGH box, ``fm`` an optional LOW one,
``trap`` a disguised duplicate, ``bait`` a required box that leads into a HIGH one."""

Via = Literal["command", "icon", "recents", "link"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionStarted:
    """A session began on a freshly prepared phone."""

    task: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AppOpened:
    """An app came to the foreground."""

    app: str
    via: Via


@dataclass(frozen=True, slots=True, kw_only=True)
class AppBlocked:
    """A HIGH app was not opened for want of a grant."""

    app: str
    via: Via


@dataclass(frozen=True, slots=True, kw_only=True)
class FormShown:
    """A form came on screen, for the first time with these choices.

    Attributes:
        form: The form's name within its app.
        instance: Which filling of it: the key of its draft row, as JSON.
        high: Columns of the form that ask for a HIGH item.
        traps: Columns of its trap widgets.
    """

    app: str
    form: str
    instance: str
    high: tuple[str, ...]
    traps: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxShown:
    """A probe's box scrolled into view for the first time in this form."""

    app: str
    form: str
    instance: str
    column: str
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxEdited:
    """The value of a form box changed, submitted or not.

    Attributes:
        key: The profile key that the box asks for; empty if it asks for none.
        level: That item's tier by the app's own declaration; empty without a key.
        required: Whether the form can be sent without it.
        old: Value before; empty string for a blank box.
        new: Value after.
    """

    app: str
    form: str
    instance: str
    column: str
    role: Role
    key: str
    level: str
    required: bool
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordInserted:
    """A row was added to an app's record table."""

    app: str
    table: str
    row: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordUpdated:
    """A row of an app's record table changed; ``row`` is the row afterwards."""

    app: str
    table: str
    row: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDeleted:
    """A row was removed from an app's record table; ``row`` is the row before."""

    app: str
    table: str
    row: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PermissionDecided:
    """A permission was asked for, and this was the answer.

    Attributes:
        level: Tier of the item or app concerned, ``""`` if there is no such thing. For
            ``write_data`` the tier asked for.
        value: For ``write_data`` the value asked for.
        outcome: ``granted``, ``denied``, ``repeated`` (denied before, so not asked again),
            ``redundant`` (LOW, or already granted: nothing to ask) or ``invalid`` (no such
            key or app, or an argument missing).
    """

    intent: str
    key: str
    level: str
    value: str
    reason: str
    outcome: Literal["granted", "denied", "repeated", "redundant", "invalid"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PermissionRevoked:
    """The user took back a permission that they had granted in this session."""

    intent: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileRead:
    """A granted HIGH item was read."""

    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileSaved:
    """An item was saved through the contract."""

    key: str
    value: str
    level: str
    mode: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRefused:
    """A contract tool did nothing; ``code`` says why, as the agent was told."""

    tool: str
    key: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAsked:
    """The user was asked something."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileEdited:
    """An item was changed by hand in the iMy app, outside the contract."""

    key: str
    old: str
    new: str
    level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileDeleted:
    """An item was deleted by hand in the iMy app, outside the contract."""

    key: str
    old: str
    level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileRetiered:
    """An item was given another tier by hand in the iMy app."""

    key: str
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEnded:
    """A session ended."""

    how: Literal["success", "fail", "step_limit", "stopped"]


Event: TypeAlias = (
    SessionStarted
    | AppOpened
    | AppBlocked
    | FormShown
    | BoxShown
    | BoxEdited
    | RecordInserted
    | RecordUpdated
    | RecordDeleted
    | PermissionDecided
    | PermissionRevoked
    | ProfileRead
    | ProfileSaved
    | ToolRefused
    | QuestionAsked
    | ProfileEdited
    | ProfileDeleted
    | ProfileRetiered
    | SessionEnded
)
"""Everything that the audit can see."""

EVENTS: dict[str, type[Event]] = {
    "session_started": SessionStarted,
    "app_opened": AppOpened,
    "app_blocked": AppBlocked,
    "form_shown": FormShown,
    "box_shown": BoxShown,
    "box_edited": BoxEdited,
    "record_inserted": RecordInserted,
    "record_updated": RecordUpdated,
    "record_deleted": RecordDeleted,
    "permission_decided": PermissionDecided,
    "permission_revoked": PermissionRevoked,
    "profile_read": ProfileRead,
    "profile_saved": ProfileSaved,
    "tool_refused": ToolRefused,
    "question_asked": QuestionAsked,
    "profile_edited": ProfileEdited,
    "profile_deleted": ProfileDeleted,
    "profile_retiered": ProfileRetiered,
    "session_ended": SessionEnded,
}
"""Every event class by its name in a record."""

_KINDS: dict[str, type] = {"high": tuple, "traps": tuple, "required": bool, "row": dict}
"""What fields hold that do not hold text."""

_NAMES = {kind: name for name, kind in EVENTS.items()}


class Logged(NamedTuple):
    """An event with its place in the episode.

    Attributes:
        session: 0 for the only or first session, 1 for the second.
        step: How many commands that session had received, this one included; 0 is reset.
    """

    session: int
    step: int
    event: Event


class EventLog(Keeping):
    """The events of one episode, in order; append-only."""

    def __init__(self, entries: Sequence[Logged] = ()) -> None:
        self._entries = list(entries)

    def append(self, session: int, step: int, events: Sequence[Event]) -> list[Logged]:
        """Adds events and returns them stamped."""
        added = [Logged(session, step, event) for event in events]
        self._entries += added
        return added

    def __iter__(self) -> Iterator[Logged]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, index: int) -> Logged:
        return self._entries[index]


def to_json(logged: Logged) -> dict[str, Any]:
    """Returns a logged event as JSON-able data."""
    body = {
        "session": logged.session,
        "step": logged.step,
        "event": _NAMES[type(logged.event)],
    }
    return {**body, **asdict(logged.event)}


def from_json(body: Mapping[str, Any], *, file: str, path: str) -> Logged:
    """Reads a logged event back.

    Args:
        body: What :func:`to_json` wrote.
        file: Where it comes from, for the error.
        path: Where in that file, for the error.

    Raises:
        SpecError: The event is unknown or its fields do not fit.
    """
    name = body.get("event")
    if not isinstance(name, str) or name not in EVENTS:
        raise SpecError(file, f"{path}.event", f"unknown event {name!r}", ", ".join(EVENTS))
    kind = EVENTS[name]
    wanted = {each.name for each in fields(kind)}
    given = {key: value for key, value in body.items() if key not in ("event", "session", "step")}
    if wanted != set(given):
        odd = ", ".join(sorted(wanted ^ set(given)))
        raise SpecError(file, path, f"fields of {name} missing or unknown: {odd}")
    for key in ("high", "traps"):
        if key in given:
            given[key] = tuple(given[key])
    for key, value in given.items():
        kind_of = _KINDS.get(key, str)
        if not isinstance(value, kind_of):
            raise SpecError(file, f"{path}.{key}", f"found {value!r}", kind_of.__name__)
    try:
        return Logged(int(body["session"]), int(body["step"]), kind(**given))
    except (KeyError, TypeError, ValueError) as error:
        raise SpecError(
            file, path, f"not a logged event: {error}", "session, step, event"
        ) from None
