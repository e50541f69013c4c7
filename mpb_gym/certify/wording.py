"""Whether an instruction says what its target wants, and nothing that it must not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mpb_gym.certify.scenario import Subject
from mpb_gym.generate.journey import journey
from mpb_gym.generate.phrases import date_in
from mpb_gym.spec.plan import Consult
from mpb_gym.spec.target import Pick, Request, Want

_STAMP = re.compile(r"(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?")

_NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
)  # fmt: skip


def said_wrongly(subject: Subject, hidden: tuple[str, ...]) -> Iterator[str]:
    """Yields what an instruction leaves out or gives away.

    Args:
        subject: The session.
        hidden: Words of a preference that only an earlier session may tell.
    """
    task = subject.task
    text = _folded(task.instruction)
    for item in task.profile.items:
        if item.level == "high" and _folded(item.value) in text:
            yield f"the instruction says the HIGH value of {item.key}"
    for words in hidden:
        if _folded(words) in text:
            yield f"the instruction gives {words!r} away"
    consulted = tuple(step.key for step in task.plan if isinstance(step, Consult))
    secret = [item.value for item in task.profile.items if item.key in consulted]
    for request in subject.target.make:
        yield from _request(subject, request, text, [*secret, *hidden])
    for saving in subject.target.save:
        if _folded(saving.contains) not in text:
            yield f"the instruction does not say {saving.contains!r}, which is to be saved"


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())


def _request(subject: Subject, request: Request, text: str, secret: list[str]) -> Iterator[str]:
    for collection, pick in request.pick.items():
        yield from _pick(collection, pick, text, secret)
    for name, want in request.choose.items():
        yield from _want(name, want, text)
    for column, source in request.fill.items():
        if isinstance(source, str) and not _says(text, source):
            yield f"the instruction does not say {source!r}, which {column} must hold"
    way = journey(subject.spec, request.form)
    for column in request.fill:
        if all(box.column != column for box in way.form.boxes):
            yield f"target: the form {request.form} has no box {column!r}"


def _pick(collection: str, pick: Pick, text: str, secret: list[str]) -> Iterator[str]:
    for field, tests in pick.where.items():
        for test in tests:
            operands = test.operand if isinstance(test.operand, tuple) else (test.operand,)
            for operand in operands:
                word = str(operand)
                known = any(_folded(word) in _folded(each) for each in secret)
                if known and len(word) > 2 and _folded(word) in text:
                    yield f"the instruction gives {word!r} away"
                if not known and not _says(text, word):
                    yield f"the instruction does not say {word!r} ({collection}.{field})"


def _want(name: str, want: Want, text: str) -> Iterator[str]:
    for label in want.exactly:
        if not _says(text, label):
            yield f"the instruction does not say {label!r} ({name})"
    for test in want.where:
        if not _says(text, str(test.operand)):
            yield f"the instruction does not say {test.operand!r} ({name})"


def _says(text: str, words: str) -> bool:
    """Whether a text says something, a date or number in any of the usual ways."""
    if stamp := _STAMP.fullmatch(words):
        day, time = stamp.groups()
        dates = (day, date_in("long", day), date_in("long", day).rsplit(",", 1)[0])
        return any(_folded(each) in text for each in dates) and (time is None or time in text)
    if words.isdecimal() and int(words) < len(_NUMBERS) and _NUMBERS[int(words)] in text.split():
        return True
    if re.fullmatch(r"\d+(\.\d+)?", words):
        plain = text.replace(",", "")
        return any(form in plain for form in (words, f"{float(words):g}"))
    return _folded(words) in text
