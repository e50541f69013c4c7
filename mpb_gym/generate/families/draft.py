"""A task in the making, which every family begins with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mpb_gym.generate.answers import Answer, answers, candidates
from mpb_gym.generate.asks import Ask, Asker
from mpb_gym.generate.domain import words
from mpb_gym.generate.phrases import sentence
from mpb_gym.spec.form import BoxSpec
from mpb_gym.spec.profile import Mode, Profile
from mpb_gym.spec.rules import Scalar
from mpb_gym.spec.target import Target

Item = dict[str, str]
Sentences = list[str]


@dataclass(kw_only=True)
class Draft:
    """A task in the making.

    Attributes:
        title: A few words for lists.
        sentences: What the instruction says before it comes to the user's details.
        answers: The reference answer of each request.
        consult: Profile items that decide.
        add: Items that this user has beside the shared ones.
        named: Optional boxes that the instruction calls for.
        closing: What the instruction says at last.
        needs_form: Whether a form is to be filled in.
    """

    family: str
    title: str
    difficulty: str
    target: Target
    sentences: Sentences
    answers: tuple[Answer, ...] = ()
    rows: tuple[Mapping[str, Scalar], ...] = ()
    table: str = ""
    consult: tuple[str, ...] = ()
    add: list[Item] = field(default_factory=list)
    named: tuple[BoxSpec, ...] = ()
    leaks: list[dict[str, Any]] = field(default_factory=list)
    closing: Sentences = field(default_factory=list)
    mode: Mode = "full_control"
    chance: float = 1.0

    @property
    def needs_form(self) -> bool:
        """Whether a form is to be filled in."""
        return bool(self.answers)


Family = Callable[[Asker, Profile], Draft]


def reference(asker: Asker, ask: Ask) -> Answer:
    """Returns the right answer that the reference plan takes."""
    found = candidates(asker.spec, ask.request)
    return next(answers(ask.request, found))


def name_of(asker: Asker, ask: Ask) -> str:
    """Returns what the record of an ask is called."""
    named = asker.domain.named
    return str(ask.picks[named][asker.domain.entities[named].label])


def made(asker: Asker, family: str, difficulty: str, title: str, *asks: Ask) -> Draft:
    """A draft that makes records and nothing else."""
    also = words()["also"].value
    sentences: Sentences = []
    for index, ask in enumerate(asks):
        text = ask.text
        if index:
            text = asker.draw.word(also).format(ask=text)
        # What holds for every request alike is said once, after the first.
        sentences += [text, *ask.says, *(() if index else ask.general)]
    return Draft(
        family=family,
        title=sentence(title),
        difficulty=difficulty,
        target=Target(app=asker.spec.id, make=tuple(ask.request for ask in asks)),
        sentences=sentences,
        answers=tuple(reference(asker, ask) for ask in asks),
        consult=tuple(key for ask in asks for key in ask.consult),
    )
