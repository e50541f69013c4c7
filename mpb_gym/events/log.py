"""The log of an episode, which stamps events with session and step, and its entries as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any, NamedTuple

from mpb_gym.errors import SpecError
from mpb_gym.events.union import EVENTS, Event
from mpb_gym.keeping import Keeping

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
