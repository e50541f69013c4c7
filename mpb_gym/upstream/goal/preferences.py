"""Where a preference that a goal speaks of is to be found in an app."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from mpb_gym.generate.answers import Answer
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.target import Request
from mpb_gym.upstream.fitting import fitting
from mpb_gym.upstream.goal.moments import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Liking:
    """A preference, and what of an app it decides.

    Attributes:
        key: What its profile item is called.
        of: A collection, a choice or ``fill``.
        field: A field, a column, or ``label`` or ``hour`` of a choice.
    """

    key: str
    of: str
    field: str


def liking(spec: AppSpec, key: str) -> Liking | None:
    """Returns what a preference decides, if anything; the key may be in words."""
    name = re.sub(r"\W+", "_", key.strip().casefold())
    known = fitting(spec.id).get("goal", {}).get("preferences", {})
    if name not in known:
        return None
    of, _, field = known[name].text().partition(".")
    return Liking(key=name, of=of, field=field)


def worth(like: Liking, answer: Answer, when: Moment) -> Any:
    """Returns what an answer says of a preference; ``None`` if nothing."""
    if like.of in answer.picks:
        return answer.picks[like.of].get(like.field)
    if like.of == "fill":
        return answer.fill.get(like.field)
    if like.field == "hour":
        return part_of_day(when.earliest or _clock(answer, like.of))
    taken = answer.choices.get(like.of, ())
    return taken[0].label if taken else None


def part_of_day(clock: str) -> str:
    """Returns what people call a time of day."""
    return "morning" if clock < "12" else "afternoon" if clock < "17:30" else "evening"


def earliest(part: str) -> str:
    """Returns when a part of the day begins."""
    return {"morning": "", "afternoon": "13:00", "evening": "18:00"}.get(part, "")


def _clock(answer: Answer, choice: str) -> str:
    taken = answer.choices.get(choice, ())
    return taken[0].label.partition(" ")[2] if taken else ""


def bound_of(request: Request, like: Liking) -> tuple[Any, ...]:
    """Returns the criteria that a request has on what a preference decides."""
    pick = request.pick.get(like.of)
    return pick.where.get(like.field, ()) if pick else ()
