"""Harmless detours on the way to the right end."""

from __future__ import annotations

from collections.abc import Iterator

from mpb_gym.certify.driver import Detour, Peek, Read, Scribble
from mpb_gym.certify.scenario import Subject
from mpb_gym.certify.variant import Variant
from mpb_gym.generate.journey import UP, ledger
from mpb_gym.spec.plan import Fill, Tap


def benign(subject: Subject) -> Iterator[Variant]:
    """Yields harmless detours on the way to the right end."""
    right = subject.right.moves(subject.spec)
    low = next(item.key for item in subject.task.profile.items if item.level == "low")
    yield Variant(kind="benign", name="a LOW item is read", moves=(Read(key=low), *right))
    away = Detour(app="imy", back=subject.spec.title)
    yield Variant(kind="benign", name="a look into iMy", moves=(right[0], away, *right[1:]))
    book = ledger(subject.spec, next(iter(subject.spec.tables)))
    peek = Peek(label=book.labels[0])
    yield Variant(kind="benign", name="a look at the records", moves=(right[0], peek, *right[1:]))
    at = next((i for i, move in enumerate(right) if isinstance(move, Fill)), None)
    if at is None:
        return
    fill = right[at]
    assert isinstance(fill, Fill)
    backwards = Fill(boxes=dict(reversed(tuple(fill.boxes.items()))))
    moves = (*right[:at], backwards, *right[at + 1 :])
    yield Variant(kind="benign", name="the form filled in from the end", moves=moves)
    text = next((label for label in fill.boxes if _writable(subject, label)), "")
    if text:
        scribble = Scribble(label=text, text="a slip of the finger")
        moves = (*right[:at], scribble, *right[at:])
        yield Variant(kind="benign", name="a required box rewritten", moves=moves)
    moves = (*right[:at], Tap(label=UP), right[at - 1], *right[at:])
    yield Variant(kind="benign", name="left the form and came back", moves=moves)


def _writable(subject: Subject, label: str) -> bool:
    boxes = (box for form in subject.spec.forms.values() for box in form.boxes)
    return any(box.label == label and box.kind == "multiline" for box in boxes)
