"""Phrases of instructions: entities, options, times."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from mpb_gym.generate.domain import ChoiceWords, EntityWords, Wording
from mpb_gym.generate.draw import Draw
from mpb_gym.spec.target import Best, Criterion, Want

DateStyle = Literal["iso", "long"]

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """An entity by what it must be like.

    Attributes:
        criteria: The demands that are said, by field.
        best: The superlative.
        hints: Words after the noun that refer to something without saying it.
    """

    criteria: tuple[tuple[str, Criterion], ...] = ()
    best: Best | None = None
    hints: tuple[str, ...] = ()


def described(words: EntityWords, what: Described, draw: Draw) -> str:
    """Returns a noun phrase, as ``the fastest Thai place in SoHo``."""
    said = [
        _filled(words.criteria[field].words, criterion.operand)
        for field, criterion in what.criteria
    ]
    best = words.criteria[what.best.field].best[what.best.direction] if what.best else Wording()
    before = [best.before, *(each.before for each in said)]
    # What stays with the noun comes before clauses such as "that delivers within …".
    after = sorted((each.after for each in said), key=lambda text: text.startswith("that "))
    tail = (
        [*after[:], best.after, *what.hints]
        if not what.hints
        else [*what.hints, *after, best.after]
    )
    core = " ".join(part for part in (*before, draw.word(words.nouns), *tail) if part)
    return f"the {core}" if what.best else f"{article(core)} {core}"


def _filled(words: Wording, value: Any) -> Wording:
    return Wording(before=words.before.format(value=value), after=words.after.format(value=value))


def article(phrase: str) -> str:
    """Returns the indefinite article of a phrase."""
    first = phrase.split()[0]
    if first.isupper() and len(first) > 1:  # spelt out, as "an HVAC pro"
        return "an" if first[0] in "AEFHILMNORSX" else "a"
    silent = first.casefold().startswith(("hour", "honest"))
    voiced = first.casefold().startswith(("uni", "use", "eu", "one"))
    return "an" if silent or (first[0].casefold() in "aeiou" and not voiced) else "a"


def listed(parts: Sequence[str]) -> str:
    """Returns a list in words: ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def date_in(style: DateStyle, iso: str) -> str:
    """Returns a date as people write it, always with its year."""
    if style == "iso":
        return iso
    year, month, day = iso.split("-")
    return f"{_MONTHS[int(month) - 1]} {int(day)}, {year}"


def wanted(choice: ChoiceWords, want: Want, style: DateStyle) -> str:
    """Returns what to choose, in words."""
    if choice.kind == "time":
        return _time(want, style)
    if choice.kind == "date":
        return date_in(style, want.exactly[0]) if want.exactly else _days(want, style)
    return listed([choice.words.format(value=each) for each in want.exactly])


def _time(want: Want, style: DateStyle) -> str:
    if want.exactly:
        day, time = want.exactly[0].split(" ")
        return f"on {date_in(style, day)} at {time}"
    days = [str(test.operand) for test in want.where if test.test == "starts"]
    since = [str(test.operand) for test in want.where if test.test == "at_least"]
    until = [str(test.operand) for test in want.where if test.test == "at_most"]
    if want.first:
        return (
            f"at the first free time on {date_in(style, days[0])}"
            if days
            else ("at the earliest free time")
        )
    day = date_in(style, days[0])
    if since:
        return f"on {day} at {since[0].split(' ')[1]} or later"
    if until:
        return f"on {day} at {until[0].split(' ')[1]} or earlier"
    return f"on {day} at any time"


def _days(want: Want, style: DateStyle) -> str:
    return "the earliest date that is free" if want.first else "any date"


def sentence(text: str) -> str:
    """Returns a text that begins with a capital, with single spaces."""
    text = " ".join(text.split())
    named = text[1:2].isupper()  # as "mCVS Grand Street"
    return text if named else text[:1].upper() + text[1:]


def lowered(text: str) -> str:
    """Returns a sentence as it goes on after a comma; a name keeps its capital."""
    first = text.split(" ", 1)[0]
    keep = first in ("I",) or (not first[1:].islower() and len(first) > 1)
    return text if keep else text[:1].lower() + text[1:]


def joined(parts: Iterable[str]) -> str:
    """Returns sentences as one text."""
    return " ".join(sentence(part) for part in parts if part.strip())
