"""The parts of a goal: what is to be made, what cancelled, what saved."""

from __future__ import annotations

import re
from typing import NamedTuple

_END = re.compile(
    r"(?<!Dr\.)(?<=[a-z0-9)][.!?]) (?=[A-Z])|,? and then |, then |,? but (?=keep)| and (?=keep)"
)
_SAVED = re.compile(
    r"(?:save|store)s? (?:(?:this|it) as )?your (?P<what>[\w' ]+?)"
    r"(?: and (?P<more>[\w' ]+?))?(?: to (?:your )?profile| in your profile|[.,]|$)",
    re.IGNORECASE,
)

_MAKING = re.compile(r"\b(?:book|schedule|place|order|register|get|reserve)\b", re.IGNORECASE)


class Clauses(NamedTuple):
    """A goal, taken apart; what does not belong to a part is blank in it, so that places agree.

    Attributes:
        make: What is to be booked, ordered or asked for, with what is said beside it.
        cancel: What is to be cancelled; blank if nothing is.
        all: Whether everything is to be cancelled.
        save: What is to be saved, as ``preferred cuisine``.
    """

    make: str
    cancel: str
    all: bool
    save: tuple[str, ...]


def clauses(goal: str) -> Clauses:
    """Takes a goal apart."""
    make, cancel = [" "] * len(goal), [" "] * len(goal)
    saves: list[str] = []
    everything = False
    for start, end in _spans(goal):
        said = goal[start:end]
        folded = said.casefold()
        if found := _SAVED.search(said):
            saves += [" ".join(each.split()) for each in found.groups() if each]
            said_before = said[: found.start()]
            if re.search(r"\b(?:after|once)\b", said_before.casefold()) or not said_before.strip():
                continue
            end = start + found.start()
            folded = goal[start:end].casefold()
        if re.search(r"\bcancel\b", folded):
            cancel[start:end] = goal[start:end]
            everything |= bool(re.search(r"\ball\b", folded))
        elif not re.search(
            r"\bkeep\b|\byou have (?:an? |two )?(?:existing )?\w* ?"
            r"(?:appointment|reservation|order|registration|quote|service request|"
            r"insurance quote)s?\b|\bnone remain\b",
            folded,
        ):
            make[start:end] = goal[start:end]
    made = "".join(make)
    if "".join(cancel).strip() and not _MAKING.search(made):
        made = " " * len(goal)
    return Clauses(made, "".join(cancel), everything, tuple(saves))


def _spans(goal: str) -> list[tuple[int, int]]:
    found, start = [], 0
    for match in _END.finditer(goal):
        found.append((start, match.start()))
        start = match.end()
    return [*found, (start, len(goal))]
