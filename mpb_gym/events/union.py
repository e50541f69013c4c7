"""The events: facts with everything that scoring needs inside them.

Which probe a box is and which profile item it asks for stand in the event, so that a saved
record is judged without the app's files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

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
