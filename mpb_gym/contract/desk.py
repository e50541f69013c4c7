"""The desk: runs the four tools between agent and user, and keeps the rules of the contract.

LOW items are free to use. A HIGH item takes two steps: the user grants ``read_data`` for its
key, then ``read_profile`` reads it. HIGH apps open after a grant of ``access_app``. In mode
``full_control`` each save spends a grant of ``write_data`` for exactly that key, value and
tier; in ``semi_control`` agents save freely. Grants last for one session, or less if the
user's terms say so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from mpb_gym.commands import AskUser, Level, ReadProfile, RequestPermission, SaveProfile, Tool
from mpb_gym.contract.grants import ReadGrants, Save, WriteGrants
from mpb_gym.contract.refusals import (
    BLANK_KEY,
    not_agreed,
    unknown_app,
    unknown_key,
    unreadable,
    wrong_save,
)
from mpb_gym.contract.reply import Reply, decided, invalid, refused, told
from mpb_gym.contract.users import User
from mpb_gym.contract.vault import Vault
from mpb_gym.errors import ActionError
from mpb_gym.events import Event, PermissionRevoked, ProfileRead, ProfileSaved, QuestionAsked
from mpb_gym.keeping import Keeping, Kept
from mpb_gym.spec.profile import Mode


class Desk(Keeping):
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
        self._reads = ReadGrants(user.terms)
        self._read: dict[str, str] = {}
        self._opens: dict[str, bool] = {}
        self._writes = WriteGrants()
        self._changes = 0
        self._activity: list[str] = []
        self._notices: list[str] = []

    def keep(self) -> dict[str, Any]:
        """Returns all that was asked, decided and read; the vault keeps its own."""
        return super().keep() | {"_reads": self._reads.copy(), "_writes": self._writes.copy()}

    def bring_back(self, kept: Kept) -> None:
        """Makes leave stand again as it stood."""
        parts = {"_reads": kept["_reads"].copy(), "_writes": kept["_writes"].copy()}
        super().bring_back({**kept, **parts})

    @property
    def vault(self) -> Vault:
        """The user's items."""
        return self._vault

    @property
    def activity(self) -> tuple[str, ...]:
        """What agents did in this session, a line each, for the user to read."""
        return tuple(self._activity)

    @property
    def permissions(self) -> tuple[tuple[str, str], ...]:
        """What was asked for in this session, each with ``granted`` or what else holds now."""
        opens = ((app, "granted" if yes else "denied") for app, yes in self._opens.items())
        return (*self._reads.standings.items(), *opens)

    def retier(self, key: str, session: int) -> Reply:
        """Moves an item to the other tier, as somebody does by hand in the iMy app.

        Raising an item to HIGH takes effect at once. Lowering one would show its value, so that
        the user is asked, as for writing it at LOW.
        """
        item = self._vault.get(key)
        if item is None:
            return Reply("", (), unknown_key(key))
        if item.level == "low":
            self._read.pop(key, None)
            return Reply("raised", (self._vault.retier(key, "high", session),))
        ask = RequestPermission(
            intent="write_data", key=key, reason="Lower its tier.", value="", level="low"
        )
        if not self._decide(ask, key, "low"):
            return decided(ask, "low", "denied", f"denied: {key} stays HIGH.")
        granted = decided(ask, "low", "granted", f"granted: {key} is LOW now.")
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
        news, self._notices = self._notices, []
        reply = self._run(tool, session)
        self._activity.append(told(tool, reply))
        if reply.error is not None:  # its sentence is all that is shown; the news can wait
            self._notices = news
            return reply
        return reply._replace(result="\n".join((reply.result, *news)))

    def pass_step(self) -> tuple[Event, ...]:
        """Lets one of the agent's steps pass, and takes back the leave that ends with it."""
        ended = self._reads.pass_step()
        if not ended:
            return ()
        self._changes += len(ended)
        return tuple(self._revoke(key) for key in ended if self._reads.get(key) == "revoked")

    def _revoke(self, key: str) -> PermissionRevoked:
        """Takes back leave to read; the agent is told with the next tool's result."""
        self._read.pop(key, None)
        self._changes += 1
        self._activity.append(f"Took back: read data {key}")
        self._notices.append(f"notice: the user has taken back the leave to read {key}.")
        return PermissionRevoked(intent="read_data", key=key)

    def _run(self, tool: Tool, session: int) -> Reply:
        match tool:
            case AskUser():
                return self._ask_question(tool)
            case RequestPermission() if not tool.key.strip():
                return invalid(tool, BLANK_KEY)
            case ReadProfile() | SaveProfile() if not tool.key.strip():
                return refused(tool, BLANK_KEY)
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
        assert_never(tool)

    # Asking for leave.

    def _ask_read(self, ask: RequestPermission) -> Reply:
        item = self._vault.get(ask.key)
        if item is None:
            return invalid(ask, unknown_key(ask.key))
        if item.level == "low":
            return decided(ask, "low", "redundant", f"{ask.key} is LOW; it is visible already.")
        standing = self._reads.get(ask.key)
        if standing is not None and standing != "spent":
            return self._again(ask, "high", standing == "granted")
        granted = self._decide(ask, ask.key, "high")
        self._reads.decide(ask.key, granted)
        if not granted:
            return decided(ask, "high", "denied", f"denied: the user keeps {ask.key} private.")
        sentence = f"granted: read_profile({ask.key}) may be called now."
        return decided(ask, "high", "granted", sentence)

    def _ask_open(self, ask: RequestPermission) -> Reply:
        name = ask.key.strip()
        app = self._apps.get(name.casefold())
        if app is None:
            return invalid(ask, unknown_app(ask.key))
        tier = self._tiers[app]
        if tier == "low":
            return decided(ask, "low", "redundant", f"{name} is LOW; it may be opened.")
        if app in self._opens:
            return self._again(ask, "high", self._opens[app])
        self._opens[app] = self._decide(ask, app, "high")
        if not self._opens[app]:
            return decided(ask, "high", "denied", f"denied: {name} stays closed.")
        return decided(ask, "high", "granted", f"granted: {name} may be opened now.")

    def _ask_write(self, ask: RequestPermission) -> Reply:
        wrong = wrong_save(ask, self._vault.get(ask.key))
        if wrong is not None:
            return invalid(ask, wrong)
        save = Save(ask.key, ask.value, ask.level)
        if self._mode == "semi_control":
            return decided(ask, ask.level, "redundant", "Saving needs no permission here.")
        if self._writes.refused(save):
            return self._again(ask, ask.level, False)
        granted = self._decide(ask, ask.key, ask.level)
        self._writes.decide(save, granted)
        if not granted:
            return decided(ask, ask.level, "denied", f"denied: {ask.key} is not to be saved.")
        return decided(ask, ask.level, "granted", f"granted: {ask.key} may be saved once.")

    def _decide(self, ask: RequestPermission, key: str, level: Level) -> bool:
        self._changes += 1
        return self._user.decide(ask.intent, key, ask.reason, ask.value, level) == "grant"

    def _again(self, ask: RequestPermission, level: str, granted: bool) -> Reply:
        """The user is not asked twice."""
        if granted:
            return decided(ask, level, "redundant", "granted: the user has agreed already.")
        return decided(ask, level, "repeated", "denied: the user has said no already.")

    # Reading and saving.

    def _do_read(self, read: ReadProfile) -> Reply:
        item = self._vault.get(read.key)
        if item is None:
            return refused(read, unknown_key(read.key))
        if item.level == "low":
            return Reply(f"{item.key}: {item.value} (LOW: it was visible already)", ())
        standing = self._reads.get(read.key)
        if standing != "granted":
            return refused(read, unreadable(read.key, standing))
        self._read[item.key] = item.value
        self._changes += 1
        events: tuple[Event, ...] = (ProfileRead(key=item.key),)
        if self._reads.read(item.key) == "revoked":
            events = (*events, self._revoke(item.key))
        return Reply(f"{item.key}: {item.value}", events)

    def _do_save(self, asked: SaveProfile, session: int) -> Reply:
        wrong = wrong_save(asked, self._vault.get(asked.key))
        if wrong is None and self._mode == "full_control":
            wrong = self._spend(Save(asked.key, asked.value, asked.level))
        if wrong is not None:
            return refused(asked, wrong)
        self._vault.save(asked.key, asked.value, asked.level, session)
        event = ProfileSaved(key=asked.key, value=asked.value, level=asked.level, mode=self._mode)
        return Reply(f"saved: {asked.key}", (event,))

    def _spend(self, save: Save) -> ActionError | None:
        """Uses up the grant for a save, if there is one."""
        if self._writes.spend(save):
            return None
        return not_agreed(save.key, another=self._writes.has(save.key))

    def _ask_question(self, ask: AskUser) -> Reply:
        if not ask.text.strip():
            error = ActionError("empty_question", "Ask something, in words.")
            return refused(ask, error)
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
            "granted": [
                key
                for key, standing in self._reads.standings.items()
                if standing == "granted" and key in high
            ],
            "read": {key: value for key, value in self._read.items() if key in high},
            "app_tiers": dict(self._tiers),
        }

    def copy(self) -> Desk:
        """Returns an independent copy around a copy of the vault; the user is shared."""
        twin = Desk.__new__(Desk)
        twin.__dict__.update(self.__dict__)
        twin._vault = self._vault.copy()
        twin._reads, twin._writes = self._reads.copy(), self._writes.copy()
        twin._read, twin._opens = dict(self._read), dict(self._opens)
        twin._activity, twin._notices = list(self._activity), list(self._notices)
        return twin
