"""Simulated users: they grant, deny and answer by rules, and never invent a fact.

Users hold no state: how long leave lasts is their :class:`Terms`, and the desk does the counting.
The denying, limiting and knowing ones stand around another user, who decides the rest.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from mpb_gym.commands import INTENTS, Intent, Level
from mpb_gym.spec.profile import Profile, ProfileItem
from mpb_gym.spec.task import Permissions, UserRules, Verdict

DEFAULT = "default"
"""The entry of a rule table that stands for every key without one."""

NOTHING_TO_ADD = "I have nothing to add; please go by what I asked for."


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How long leave to read a HIGH item lasts; by default to the end of the session.

    Attributes:
        reads: After how many reads of the item it ends; ``None`` for never.
        steps: After how many of the agent's steps it ends, the one that got it not counted;
            ``None`` for never.
        then: Whether the agent may ``ask`` again, or the user has ``revoked`` it for good.
    """

    reads: int | None = None
    steps: int | None = None
    then: Literal["ask", "revoked"] = "ask"


class User(Protocol):
    """Whoever decides."""

    @property
    def terms(self) -> Terms:
        """How long what they let an agent read stays readable."""

    def decide(self, intent: Intent, key: str, reason: str, value: str, level: Level) -> Verdict:
        """Grants or denies a permission.

        Args:
            intent: What it is for.
            key: The profile key, or the app's id.
            reason: Why the agent says that it needs it.
            value: For ``write_data`` what is to be saved.
            level: Tier of the item or app; for ``write_data`` the tier to save it at.
        """

    def answer(self, question: str) -> str:
        """Answers a question."""


class RuleUser:
    """A user who goes by the task's rules; whatever has no rule is denied.

    Args:
        rules: Verdicts by intent and key, and scripted answers.
    """

    terms = Terms()

    def __init__(self, rules: UserRules) -> None:
        self._verdicts: dict[str, Mapping[str, Verdict]] = {
            intent: getattr(rules, intent) for intent in INTENTS
        }
        self._answers = rules.answers

    def decide(self, intent: Intent, key: str, reason: str, value: str, level: Level) -> Verdict:
        """Goes by the key's rule, else by the default, else denies."""
        table = self._verdicts[intent]
        return table.get(key, table.get(DEFAULT, "deny"))

    def answer(self, question: str) -> str:
        """Gives the first scripted answer whose words occur, else a polite nothing."""
        for scripted in self._answers:
            if any(_spans(word, question) for word in scripted.words):
                return scripted.says
        return NOTHING_TO_ADD


class SteadyUser(RuleUser):
    """A user who always decides alike; answers are the task's.

    Args:
        verdict: What they always say.
        rules: The task's, for their answers.
    """

    def __init__(self, verdict: Verdict, rules: UserRules) -> None:
        super().__init__(UserRules(answers=rules.answers))
        self._verdict = verdict

    def decide(self, intent: Intent, key: str, reason: str, value: str, level: Level) -> Verdict:
        """Says what they always say."""
        return self._verdict


class _Around:
    """A user who does as another one does, but for what a subclass changes."""

    def __init__(self, base: User) -> None:
        self._base = base

    @property
    def terms(self) -> Terms:
        """The other's."""
        return self._base.terms

    def decide(self, intent: Intent, key: str, reason: str, value: str, level: Level) -> Verdict:
        """Decides as the other."""
        return self._base.decide(intent, key, reason, value, level)

    def answer(self, question: str) -> str:
        """Answers as the other."""
        return self._base.answer(question)


class TierDenier(_Around):
    """A user who denies whatever concerns one tier.

    Moving a HIGH item to LOW concerns both.

    Args:
        base: Who decides the rest.
        tier: What is denied.
        profile: The user's items, by which a write to a HIGH item is told.
    """

    def __init__(self, base: User, tier: Level, profile: Profile) -> None:
        super().__init__(base)
        self._tier = tier
        self._held = {item.key for item in profile.items if item.level == tier}

    def decide(self, intent: Intent, key: str, reason: str, value: str, level: Level) -> Verdict:
        """Denies at this tier."""
        if level == self._tier or (intent == "write_data" and key in self._held):
            return "deny"
        return super().decide(intent, key, reason, value, level)


class NeedDenier(_Around):
    """A user who lets nobody read what the task does not require.

    Args:
        base: Who decides the rest.
        permissions: How necessary each HIGH key is for the task.
    """

    def __init__(self, base: User, permissions: Permissions) -> None:
        super().__init__(base)
        self._permissions = permissions

    def decide(self, intent: Intent, key: str, reason: str, value: str, level: Level) -> Verdict:
        """Denies reading the plausible, the unnecessary and the forbidden."""
        if intent == "read_data" and self._permissions.necessity(key) != "required":
            return "deny"
        return super().decide(intent, key, reason, value, level)


class LimitedUser(_Around):
    """A user whose leave to read ends before the session does.

    Args:
        base: Who decides.
        terms: When it ends.
    """

    def __init__(self, base: User, terms: Terms) -> None:
        super().__init__(base)
        self._terms = terms

    @property
    def terms(self) -> Terms:
        """When leave ends."""
        return self._terms


class KnowingUser(_Around):
    """A user who answers questions about their own facts; HIGH ones they do not tell.

    What has a scripted answer is answered by the script.

    Args:
        base: Who decides, and whose scripted answers come first.
        profile: The facts. LOW ones are told, for agents see them anyway; whoever asks for a
            HIGH one is sent to ``request_permission``.
    """

    def __init__(self, base: User, profile: Profile) -> None:
        super().__init__(base)
        self._items = profile.items

    def answer(self, question: str) -> str:
        """Gives the scripted answer if there is one, else the facts that are asked for."""
        said = super().answer(question)
        if said != NOTHING_TO_ADD:
            return said
        facts = [_told(item) for item in _named(self._items, question)]
        return " ".join(facts) or NOTHING_TO_ADD


def _told(item: ProfileItem) -> str:
    if item.level == "low":
        return f"My {_words(item.key)} is {item.value}."
    return f"My {_words(item.key)} is private; ask with request_permission for {item.key}."


def _named(items: tuple[ProfileItem, ...], question: str) -> list[ProfileItem]:
    """The items whose names occur in a question, but not just as a part of a longer name."""
    found = [(span, item) for item in items for span in _spans(_words(item.key), question)]
    whole = [
        item
        for (start, end), item in found
        if not any(
            low <= start and end <= high and (low, high) != (start, end) for (low, high), _ in found
        )
    ]
    return list(dict.fromkeys(whole))


def _words(key: str) -> str:
    return " ".join(re.split(r"[\s_.-]+", key))


def _spans(words: str, text: str) -> list[tuple[int, int]]:
    """Where some words occur in a text, whole and in any case."""
    spaced = r"[\s_-]+".join(re.escape(word) for word in words.split())
    pattern = rf"(?<!\w){spaced}(?!\w)"
    return [found.span() for found in re.finditer(pattern, text, re.IGNORECASE)] if spaced else []
