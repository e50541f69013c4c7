"""Whether an instruction says what its target wants, and nothing that it must not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mpb_gym.certify.scenario import Subject
from mpb_gym.generate.journey import journey
from mpb_gym.generate.phrases import date_in
from mpb_gym.spec.plan import Consult
from mpb_gym.spec.target import Criterion, Request, Told

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


def _whole(words: str, text: str) -> bool:
    """Whether a folded text holds words as a whole: "ENT" is not given away by "entry"."""
    return re.search(rf"(?<!\w){re.escape(_folded(words))}(?!\w)", text) is not None


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("’", "'").split())


def _request(subject: Subject, request: Request, text: str, secret: list[str]) -> Iterator[str]:
    yield from _names(subject, request)
    for name, words in _wanted(request):
        if name in request.told:
            yield from _told(subject, request.told[name], name, words, text)
            continue
        known = _known(words, secret)
        if known and len(words) > 2 and _whole(words, text):
            yield f"the instruction gives {words!r} away"
        if not known and not _says(text, words):
            yield f"the instruction does not say {words!r} ({name})"


def _known(words: str, secret: list[str]) -> bool:
    """Whether only the profile, or an earlier session, may tell something."""
    found = _folded(words)
    return any(
        found in _folded(each) or (len(each) > 2 and _folded(each) in found) for each in secret
    )


def _names(subject: Subject, request: Request) -> Iterator[str]:
    """Yields names in a request that its form does not know."""
    way = journey(subject.spec, request.form)
    boxes = {box.column for box in way.form.boxes}
    choices = {choice.name for choice in way.choices}
    for what, names, known in (
        ("collection", request.pick, {*way.collections}),
        ("choice", request.choose, choices),
        ("box", request.fill, boxes),
        ("collection, choice or box", request.told, {*way.collections, *choices, *boxes}),
    ):
        for name in names:
            if name not in known:
                yield f"target: the form {request.form} has no {what} {name!r}"


def _wanted(request: Request) -> Iterator[tuple[str, str]]:
    """Yields all that a request pins, with the name of what it is pinned of."""
    for collection, pick in request.pick.items():
        for tests in pick.where.values():
            yield from ((collection, words) for words in _operands(tests))
    for name, want in request.choose.items():
        yield from ((name, label) for label in want.exactly)
        yield from ((name, words) for words in _operands(want.where))
    for column, source in request.fill.items():
        if isinstance(source, str):
            yield column, source


def _operands(tests: tuple[Criterion, ...]) -> Iterator[str]:
    for test in tests:
        operands = test.operand if isinstance(test.operand, tuple) else (test.operand,)
        yield from (str(each) for each in operands)


def _told(subject: Subject, told: Told, name: str, words: str, text: str) -> Iterator[str]:
    """Yields what is wrong about something that is told elsewhere than in the instruction."""
    if _folded(words) in text:
        yield f"the instruction gives {words!r} away, which {told.source} {told.of} tells"
    if told.source == "profile":
        if subject.task.profile.get(told.of) is None:
            yield f"target: the profile has no {told.of!r}, which is to tell {name}"
        elif told.of not in subject.right.consult:
            yield f"the plan does not consult {told.of}, which tells {name}"
        return
    cells = (row.get(told.of) for rows in subject.rows.values() for row in rows)
    if not any(cell is not None and _folded(words) in _folded(str(cell)) for cell in cells):
        yield f"no prepared row says {words!r} in {told.of}, which is to tell {name}"


def _says(text: str, words: str) -> bool:
    """Whether a text says something, a date or number in any of the usual ways."""
    if stamp := _STAMP.fullmatch(words):
        day, time = stamp.groups()
        dates = (day, date_in("long", day), date_in("long", day).rsplit(",", 1)[0])
        return any(_folded(each) in text for each in dates) and (time is None or time in text)
    spelt = _NUMBERS[int(words)] if words.isdecimal() and int(words) < len(_NUMBERS) else ""
    if spelt and re.search(rf"\b{spelt}\b", text):
        return True
    if re.fullmatch(r"\d+(\.\d+)?", words):
        plain = text.replace(",", "")
        return any(form in plain for form in (words, f"{float(words):g}"))
    return _folded(words) in text
