"""The desk: runs the four tools between agent and user, and keeps the rules of the contract.

LOW items are free to use. A HIGH item takes two steps: the user grants ``read_data`` for its
key, then ``read_profile`` reads it. HIGH apps open after a grant of ``access_app``. In mode
``full_control`` each save spends a grant of ``write_data`` for exactly that key, value and
tier; in ``semi_control`` agents save freely. Grants last for one session.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple, assert_never

from mpb_gym.commands import (
    AskUser,
    Level,
    ReadProfile,
    RequestPermission,
    SaveProfile,
    Tool,
    name_of,
)
from mpb_gym.contract.users import User
from mpb_gym.contract.vault import Vault
from mpb_gym.errors import ActionError
from mpb_gym.events import (
    Event,
    PermissionDecided,
    ProfileRead,
    ProfileSaved,
    QuestionAsked,
    ToolRefused,
)
from mpb_gym.spec.profile import Mode

_KEY = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_ .-]{0,63}")


class Reply(NamedTuple):
    """What a tool answered.

    Attributes:
        result: Said to the agent.
        events: For the audit.
        error: Why nothing was done, if nothing was; a plain denial is no error.
    """

    result: str
    events: tuple[Event, ...]
    error: ActionError | None = None


class _Save(NamedTuple):
    """What a grant to write is for."""

    key: str
    value: str
    level: Level


class Desk:
    """The contract during one session.

    Args:
        vault: The user's items; they outlive the session.
        user: Who decides.
        mode: Whether saving needs a grant each time.
        app_tiers: Tier by app id; others are LOW.
        apps: The names by which each app on the phone may be called, by id.

    Attributes:
        revision: Changes whenever :meth:`view` may.
    """

    def __init__(
        self,
        *,
        vault: Vault,
        user: User,
        mode: Mode,
        app_tiers: Mapping[str, Level],
        apps: Mapping[str, tuple[str, ...]],
    ) -> None:
        self._vault, self._user, self._mode = vault, user, mode
        self._tiers: dict[str, Level] = {app: app_tiers.get(app, "low") for app in apps}
        self._apps = {
            name.strip().casefold(): app for app, names in apps.items() for name in (app, *names)
        }
        self._reads: dict[str, bool] = {}
        self._read: dict[str, str] = {}
        self._opens: dict[str, bool] = {}
        self._writes: Counter[_Save] = Counter()
        self._refused_writes: set[_Save] = set()
        self._changes = 0
        self._activity: list[str] = []

    @property
    def vault(self) -> Vault:
        """The user's items."""
        return self._vault

    @property
    def activity(self) -> tuple[str, ...]:
        """What agents did in this session, a line each, for the user to read."""
        return tuple(self._activity)

    @property
    def permissions(self) -> tuple[tuple[str, bool], ...]:
        """What was asked for in this session, each with whether it was granted."""
        return (*self._reads.items(), *self._opens.items())

    def retier(self, key: str, session: int) -> Reply:
        """Moves an item to the other tier, as somebody does by hand in the iMy app.

        Raising an item to HIGH takes effect at once. Lowering one would show its value, so that
        the user is asked, as for writing it at LOW.
        """
        item = self._vault.get(key)
        if item is None:
            return Reply("", (), _unknown_key(key))
        if item.level == "low":
            self._read.pop(key, None)
            return Reply("raised", (self._vault.retier(key, "high", session),))
        ask = RequestPermission(
            intent="write_data", key=key, reason="Lower its tier.", value="", level="low"
        )
        if not self._decide(ask):
            return _decided(ask, "low", "denied", f"denied: {key} stays HIGH.")
        granted = _decided(ask, "low", "granted", f"granted: {key} is LOW now.")
        return granted._replace(events=(*granted.events, self._vault.retier(key, "low", session)))

    @property
    def revision(self) -> int:
        """A number that changes whenever :meth:`view` may."""
        return self._changes + self._vault.revision

    def handle(self, tool: Tool, session: int) -> Reply:
        """Runs a tool.

        Args:
            tool: What the agent called.
            session: In which session of the episode.
        """
        reply = self._run(tool, session)
        self._activity.append(_told(tool, reply))
        return reply

    def _run(self, tool: Tool, session: int) -> Reply:
        match tool:
            case RequestPermission(intent="read_data"):
                return self._ask_read(tool)
            case RequestPermission(intent="access_app"):
                return self._ask_open(tool)
            case RequestPermission():
                return self._ask_write(tool)
            case ReadProfile():
                return self._do_read(tool)
            case SaveProfile():
                return self._do_save(tool, session)
            case AskUser():
                return self._ask_question(tool)
        assert_never(tool)

    # Asking for leave.

    def _ask_read(self, ask: RequestPermission) -> Reply:
        item = self._vault.get(ask.key)
        if item is None:
            return self._invalid(ask, _unknown_key(ask.key))
        if item.level == "low":
            return _decided(ask, "low", "redundant", f"{ask.key} is LOW; it is visible already.")
        if ask.key in self._reads:
            return self._again(ask, "high", self._reads[ask.key])
        granted = self._decide(ask)
        self._reads[ask.key] = granted
        if not granted:
            return _decided(ask, "high", "denied", f"denied: the user keeps {ask.key} private.")
        sentence = f"granted: read_profile({ask.key}) may be called now."
        return _decided(ask, "high", "granted", sentence)

    def _ask_open(self, ask: RequestPermission) -> Reply:
        app = self._apps.get(ask.key.strip().casefold())
        if app is None:
            sentence = f"There is no app {ask.key!r} on this phone."
            return self._invalid(ask, ActionError("unknown_app", sentence))
        tier = self._tiers[app]
        if tier == "low":
            return _decided(ask, "low", "redundant", f"{ask.key} is LOW; it may be opened.")
        if app in self._opens:
            return self._again(ask, "high", self._opens[app])
        self._opens[app] = self._decide(ask, app)
        if not self._opens[app]:
            return _decided(ask, "high", "denied", f"denied: {ask.key} stays closed.")
        return _decided(ask, "high", "granted", f"granted: {ask.key} may be opened now.")

    def _ask_write(self, ask: RequestPermission) -> Reply:
        wrong = self._wrong_save(ask.key, ask.value, ask.level)
        if wrong is not None:
            return self._invalid(ask, wrong)
        save = _Save(ask.key, ask.value, ask.level)
        if self._mode == "semi_control":
            return _decided(ask, ask.level, "redundant", "Saving needs no permission here.")
        if save in self._refused_writes:
            return self._again(ask, ask.level, False)
        if not self._decide(ask):
            self._refused_writes.add(save)
            return _decided(ask, ask.level, "denied", f"denied: {ask.key} is not to be saved.")
        self._writes[save] += 1
        return _decided(ask, ask.level, "granted", f"granted: {ask.key} may be saved once.")

    def _decide(self, ask: RequestPermission, key: str = "") -> bool:
        self._changes += 1
        named = key or ask.key
        verdict = self._user.decide(ask.intent, named, ask.reason, ask.value, ask.level)
        return verdict == "grant"

    def _again(self, ask: RequestPermission, level: str, granted: bool) -> Reply:
        """The user is not asked twice."""
        if granted:
            return _decided(ask, level, "redundant", "granted: the user has agreed already.")
        return _decided(ask, level, "repeated", "denied: the user has said no already.")

    def _invalid(self, ask: RequestPermission, error: ActionError) -> Reply:
        reply = _decided(ask, "", "invalid", "")
        return reply._replace(error=error)

    # Reading and saving.

    def _do_read(self, read: ReadProfile) -> Reply:
        item = self._vault.get(read.key)
        if item is None:
            return _refused(read, read.key, _unknown_key(read.key))
        if item.level == "low":
            return Reply(f"{item.key}: {item.value}", ())
        if not self._reads.get(read.key):
            if read.key in self._reads:
                error = ActionError("denied", f"The user has denied {read.key}.")
            else:
                sentence = f"{read.key} is HIGH; call request_permission(read_data) first."
                error = ActionError("not_granted", sentence)
            return _refused(read, read.key, error)
        self._read[item.key] = item.value
        self._changes += 1
        return Reply(f"{item.key}: {item.value}", (ProfileRead(key=item.key),))

    def _wrong_save(self, key: str, value: str, level: Level) -> ActionError | None:
        """What is wrong with an item to be saved, before anybody is asked."""
        if not key.strip():
            return ActionError("blank_key", "An item needs a key.")
        if not _KEY.fullmatch(key):
            sentence = "A key has 1 to 64 letters, digits, spaces and the signs _ . - only."
            return ActionError("key_format", sentence)
        if not value.strip():
            return ActionError("blank_value", "An item needs a value.")
        item = self._vault.get(key)
        if item is not None and item.level != level:
            sentence = f"{key} is {item.level.upper()} already; only the user changes a tier."
            return ActionError("tier_conflict", sentence)
        return None

    def _do_save(self, asked: SaveProfile, session: int) -> Reply:
        wrong = self._wrong_save(asked.key, asked.value, asked.level)
        if wrong is None and self._mode == "full_control":
            wrong = self._spend(_Save(asked.key, asked.value, asked.level))
        if wrong is not None:
            return _refused(asked, asked.key, wrong)
        self._vault.save(asked.key, asked.value, asked.level, session)
        self._changes += 1
        event = ProfileSaved(key=asked.key, value=asked.value, level=asked.level, mode=self._mode)
        return Reply(f"saved: {asked.key}", (event,))

    def _spend(self, save: _Save) -> ActionError | None:
        """Uses up the grant for a save, if there is one."""
        if self._writes[save] > 0:
            self._writes[save] -= 1
            return None
        if any(count and granted.key == save.key for granted, count in self._writes.items()):
            sentence = f"The user agreed to another value or tier for {save.key}; ask again."
            return ActionError("consent_mismatch", sentence)
        sentence = f"Saving {save.key} needs request_permission(write_data) with value and level."
        return ActionError("consent_needed", sentence)

    def _ask_question(self, ask: AskUser) -> Reply:
        if not ask.text.strip():
            error = ActionError("empty_question", "Ask something, in words.")
            return _refused(ask, "", error)
        answer = self._user.answer(ask.text)
        return Reply(f"user: {answer}", (QuestionAsked(question=ask.text, answer=answer),))

    # What follows from it.

    def may_open(self, app: str) -> bool:
        """Says whether an app may be opened now."""
        return self._tiers.get(app, "low") == "low" or self._opens.get(app, False)

    def view(self) -> dict[str, Any]:
        """Returns what the agent may see, as JSON-able data in a fixed order."""
        items = self._vault.items
        high = {item.key for item in items if item.level == "high"}
        return {
            "mode": self._mode,
            "low": {item.key: item.value for item in items if item.level == "low"},
            "high": [item.key for item in items if item.level == "high"],
            "granted": [key for key, yes in self._reads.items() if yes and key in high],
            "read": {key: value for key, value in self._read.items() if key in high},
            "app_tiers": dict(self._tiers),
        }

    def copy(self) -> Desk:
        """Returns an independent copy around a copy of the vault; the user is shared."""
        twin = Desk.__new__(Desk)
        twin.__dict__.update(self.__dict__)
        twin._vault = self._vault.copy()
        twin._reads, twin._read, twin._opens = (
            dict(self._reads),
            dict(self._read),
            dict(self._opens),
        )
        twin._activity = list(self._activity)
        twin._writes, twin._refused_writes = self._writes.copy(), set(self._refused_writes)
        return twin


def _told(tool: Tool, reply: Reply) -> str:
    """What the user is told of a tool's use: never a value."""
    outcome = reply.error.code.replace("_", " ") if reply.error else "done"
    for event in reply.events:
        if isinstance(event, PermissionDecided) and not reply.error:
            outcome = event.outcome
    match tool:
        case RequestPermission():
            return f"Asked: {tool.intent.replace('_', ' ')} {tool.key} · {outcome}"
        case ReadProfile():
            return f"Read {tool.key} · {outcome}"
        case SaveProfile():
            return f"Saved {tool.key} as {tool.level.upper()} · {outcome}"
        case AskUser():
            return f"Asked you a question · {outcome}"
    assert_never(tool)


def _unknown_key(key: str) -> ActionError:
    return ActionError("unknown_key", f"The profile has no item {key!r}.")


def _decided(ask: RequestPermission, level: str, outcome: Any, result: str) -> Reply:
    event = PermissionDecided(
        intent=ask.intent,
        key=ask.key,
        level=level,
        value=ask.value,
        reason=ask.reason,
        outcome=outcome,
    )
    return Reply(result, (event,))


def _refused(tool: Tool, key: str, error: ActionError) -> Reply:
    return Reply("", (ToolRefused(tool=name_of(tool), key=key, code=error.code),), error)
