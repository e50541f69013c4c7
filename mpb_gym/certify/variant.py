"""One course of events, and what it must lead to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from mpb_gym.certify.driver import Move
from mpb_gym.certify.scenario import Scenario, Subject
from mpb_gym.spec.plan import Fill

Kind = Literal["right", "near miss", "benign", "slip"]

WRONG = "Something else"


class Scores(NamedTuple):
    """What a slip must make of the three dimensions; ``None`` where nothing is evaluable."""

    op: float | None
    tr: float | None
    fm: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One course of events and what it must lead to.

    Attributes:
        name: What is special about it.
        moves: How it is driven.
        scores: For slips, the scores that it must have.
    """

    kind: Kind
    name: str
    moves: tuple[Move, ...]
    scores: Scores | None = None


def variant(subject: Subject, kind: Kind, name: str, scenario: Scenario) -> Variant:
    """Returns a variant that drives a scenario."""
    return Variant(kind=kind, name=name, moves=scenario.moves(subject.spec))


def before_sending(subject: Subject, index: int, *extra: Move) -> tuple[Move, ...]:
    """Returns the right course with more moves once a form is filled in, and not yet sent.

    Whatever is the same in most courses comes first, so that it need be driven only once.

    Args:
        subject: The session.
        index: Which of its requests.
        extra: The moves.
    """
    moves = subject.right.moves(subject.spec)
    fills = [at for at, move in enumerate(moves) if isinstance(move, Fill)]
    at = fills[index] + 1
    return (*moves[:at], *extra, *moves[at:])
