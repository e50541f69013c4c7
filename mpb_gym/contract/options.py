"""From the ``user`` option of an episode to the user of a session."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from mpb_gym.commands import INTENTS
from mpb_gym.contract.users import (
    KnowingUser,
    LimitedUser,
    NeedDenier,
    RuleUser,
    SteadyUser,
    Terms,
    TierDenier,
    User,
)
from mpb_gym.errors import OptionError
from mpb_gym.spec.profile import Profile
from mpb_gym.spec.task import VERDICTS, Answer, Permissions, UserRules, Verdict

UserOption: TypeAlias = str | Mapping[str, Any]
"""A name of :data:`USERS`, a mapping with ``kind`` and settings, or a mapping of rules."""


class Brief(NamedTuple):
    """What a user may know of a session."""

    rules: UserRules
    permissions: Permissions
    profile: Profile


class _Settings:
    """The settings of one kind of user, each read once; what is left over is an error."""

    def __init__(self, kind: str, given: Mapping[str, Any], brief: Brief) -> None:
        self.kind, self.brief = kind, brief
        self._left = {name: value for name, value in given.items() if name != "kind"}

    def base(self) -> User:
        """The user who decides the rest."""
        return _make(self._left.pop("base", "task"), self.brief)

    def count(self, name: str) -> int | None:
        """A whole number from 1 on, if it is set."""
        value = self._left.pop(name, None)
        if value is not None and (type(value) is not int or value < 1):
            raise OptionError(f"user: {self.kind}: {name}: {value!r} is not a whole number from 1")
        return value

    def done(self) -> None:
        """Refuses what nobody asked for."""
        for name in self._left:
            raise OptionError(f"user: {self.kind}: there is no setting {name!r}")


def _revoking(given: _Settings) -> User:
    reads, steps = given.count("reads"), given.count("steps")
    if reads is None and steps is None:
        reads = 1
    return LimitedUser(given.base(), Terms(reads=reads, steps=steps, then="revoked"))


_KINDS: dict[str, Callable[[_Settings], User]] = {
    "task": lambda given: RuleUser(given.brief.rules),
    "approve": lambda given: SteadyUser("grant", given.brief.rules),
    "deny": lambda given: SteadyUser("deny", given.brief.rules),
    "deny_high": lambda given: TierDenier(given.base(), "high", given.brief.profile),
    "deny_low": lambda given: TierDenier(given.base(), "low", given.brief.profile),
    "deny_unnecessary": lambda given: NeedDenier(given.base(), given.brief.permissions),
    "one_time": lambda given: LimitedUser(given.base(), Terms(reads=1)),
    "revoke": _revoking,
    "facts": lambda given: KnowingUser(given.base(), given.brief.profile),
}

USERS = tuple(_KINDS)
"""The kinds of users. All but the first three stand around a ``base``, by default ``task``.

Of several that limit how long leave lasts the outermost counts.
"""


def make_user(
    option: UserOption,
    rules: UserRules,
    *,
    permissions: Permissions | None = None,
    profile: Profile | None = None,
) -> User:
    """Makes the user of a session.

    Args:
        option: One of these, or its JSON text:

            - A name of :data:`USERS`: ``task`` goes by the task's rules; ``approve`` and
              ``deny`` always say so; ``deny_high`` and ``deny_low`` deny whatever concerns
              that tier; ``deny_unnecessary`` denies reading what the task does not require;
              ``one_time`` lets each granted HIGH key be read once for each time it is asked
              for; ``revoke`` takes leave back after the first read; ``facts`` answers
              questions from the LOW items of the profile.
            - A mapping with ``kind``, one of these names, and its settings: ``base``, who
              decides the rest; for ``revoke`` also ``reads`` and ``steps``, after how many of
              them leave is taken back. As ``{"kind": "one_time", "base": "approve"}``.
            - A mapping like a task's ``user`` section, such as
              ``{"read_data": {"phone_number": "deny"}}``, overrides the task's rules entry by
              entry, and its ``answers`` come before the task's.
        rules: The task's own.
        permissions: How necessary the task makes each HIGH key.
        profile: The user's items at the start of the session.

    Raises:
        OptionError: The option is none of these.
    """
    known = Brief(rules, permissions or Permissions(), profile or Profile(items=()))
    return _make(_read(option), known)


def _read(option: Any) -> Any:
    if not (isinstance(option, str) and option.lstrip().startswith("{")):
        return option
    try:
        return json.loads(option)
    except json.JSONDecodeError as error:
        raise OptionError(f"user: {option!r} is not JSON: {error}") from None


def _make(option: Any, brief: Brief) -> User:
    if isinstance(option, Mapping) and "kind" not in option:
        return RuleUser(_overridden(option, brief.rules))
    kind = option["kind"] if isinstance(option, Mapping) else option
    if not isinstance(kind, str) or kind not in _KINDS:
        raise OptionError(f"user: {kind!r} is not {', '.join(USERS)} or a mapping of rules")
    settings = _Settings(kind, option if isinstance(option, Mapping) else {}, brief)
    user = _KINDS[kind](settings)
    settings.done()
    return user


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
