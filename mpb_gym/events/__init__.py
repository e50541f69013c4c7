"""What happened: a closed union of audit events, and the log that holds them.

The phone and the contract create events; :class:`EventLog` stamps them with the session and
step in which they happened.
"""

from mpb_gym.events.log import EventLog, Logged, from_json, to_json
from mpb_gym.events.union import (
    EVENTS,
    AppBlocked,
    AppOpened,
    BoxEdited,
    BoxShown,
    Event,
    FormShown,
    PermissionDecided,
    PermissionRevoked,
    ProfileDeleted,
    ProfileEdited,
    ProfileRead,
    ProfileRetiered,
    ProfileSaved,
    QuestionAsked,
    RecordDeleted,
    RecordInserted,
    RecordUpdated,
    Role,
    SessionEnded,
    SessionStarted,
    ToolRefused,
    Via,
)

__all__ = [
    "EVENTS",
    "AppBlocked",
    "AppOpened",
    "BoxEdited",
    "BoxShown",
    "Event",
    "EventLog",
    "FormShown",
    "Logged",
    "PermissionDecided",
    "PermissionRevoked",
    "ProfileDeleted",
    "ProfileEdited",
    "ProfileRead",
    "ProfileRetiered",
    "ProfileSaved",
    "QuestionAsked",
    "RecordDeleted",
    "RecordInserted",
    "RecordUpdated",
    "Role",
    "SessionEnded",
    "SessionStarted",
    "ToolRefused",
    "Via",
    "from_json",
    "to_json",
]
