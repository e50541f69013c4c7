"""Simulated users: they grant, deny and answer by rules, and never invent a fact."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol

from mpb_gym.commands import INTENTS, Intent, Level
from mpb_gym.errors import OptionError
from mpb_gym.spec.task import VERDICTS, Answer, UserRules, Verdict

DEFAULT = "default"
"""The entry of a rule table that stands for every key without one."""

NOTHING_TO_ADD = "I have nothing to add; please go by what I asked for."


class User(Protocol):
    """Whoever decides."""

    def decide(self, intent: Intent, key: str, reason: str, value: str, level: Level) -> Verdict:
        """Grants or denies a permission.

        Args:
            intent: What it is for.
            key: The profile key, or the app's id.
            reason: Why the agent says that it needs it.
            value: For ``write_data`` what is to be saved.
            level: For ``write_data`` the tier to save it at.
        """

    def answer(self, question: str) -> str:
        """Answers a question."""


class RuleUser:
    """A user who goes by the task's rules; whatever has no rule is denied.

    Args:
        rules: Verdicts by intent and key, and scripted answers.
    """

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
            if any(_occurs(word, question) for word in scripted.words):
                return scripted.says
        return NOTHING_TO_ADD


def _occurs(words: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


class SteadyUser(RuleUser):
    """A user who always decides alike; answers are the task's.

    Args:
        verdict: What they always say.
        answers: Scripted answers.
    """

    def __init__(self, verdict: Verdict, answers: tuple[Answer, ...]) -> None:
        super().__init__(UserRules(answers=answers))
        self._verdict = verdict

    def decide(self, intent: Intent, key: str, reason: str, value: str, level: Level) -> Verdict:
        """Says what they always say."""
        return self._verdict


def make_user(option: str | Mapping[str, Any], rules: UserRules) -> User:
    """Makes the user of a session.

    Args:
        option: ``task`` goes by the task's rules; ``approve`` and ``deny`` always say so; a
            mapping like a task's ``user`` section, such as
            ``{"read_data": {"phone_number": "deny"}}``, overrides the task's rules entry by
            entry, and its ``answers`` come before the task's.
        rules: The task's own.

    Raises:
        OptionError: The option is none of these.
    """
    if isinstance(option, Mapping):
        return RuleUser(_overridden(option, rules))
    if option == "task":
        return RuleUser(rules)
    if option == "approve":
        return SteadyUser("grant", rules.answers)
    if option == "deny":
        return SteadyUser("deny", rules.answers)
    raise OptionError(f"user: {option!r} is not task, approve, deny or a mapping of rules")


def _overridden(option: Mapping[str, Any], rules: UserRules) -> UserRules:
    tables = {intent: dict(getattr(rules, intent)) for intent in INTENTS}
    answers: tuple[Answer, ...] = ()
    for name, given in option.items():
        if name == "answers":
            answers = _answers(given)
        elif name in tables:
            tables[name] |= _verdicts(name, given)
        else:
            raise OptionError(f"user: {name!r} is not one of {', '.join(INTENTS)}, answers")
    return UserRules(**tables, answers=(*answers, *rules.answers))


def _verdicts(intent: str, given: Any) -> dict[str, Verdict]:
    if not isinstance(given, Mapping):
        raise OptionError(f"user: {intent}: {given!r} is not a mapping from keys to verdicts")
    for key, verdict in given.items():
        if not isinstance(key, str) or verdict not in VERDICTS:
            raise OptionError(f"user: {intent}: {key!r}: {verdict!r} is not a key: grant or deny")
    return dict(given)


def _answers(given: Any) -> tuple[Answer, ...]:
    entries = given if isinstance(given, list | tuple) else (given,)
    return tuple(_answer(each) for each in entries)


def _answer(given: Any) -> Answer:
    match given:
        case {"words": [*words], "says": says, **rest} if not rest:
            if all(isinstance(text, str) and text.strip() for text in (says, *words)):
                return Answer(words=tuple(words), says=says)
    raise OptionError(f"user: answers: {given!r} is not {{'words': [...], 'says': '...'}}")
