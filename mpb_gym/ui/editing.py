"""Where the cursor is in a text, what a box shows of it, and what lies under a finger.

Offsets count code points; they lie between characters as people see them.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple
from unicodedata import category

from mpb_gym.ui.clusters import clusters
from mpb_gym.ui.typography import head, measure, tail, wrap


class Caret(NamedTuple):
    """What is selected in a text; the cursor, where both ends are the same.

    Attributes:
        start: Offset of the first character that is selected.
        end: Offset behind the last one.
        first: What a box showed first when it was touched: an offset, or the number of a line.
            It goes on showing that for as long as the cursor is in sight.
    """

    start: int
    end: int
    first: int = 0

    @property
    def selects(self) -> bool:
        """Whether anything is selected."""
        return self.start < self.end

    def within(self, text: str) -> Caret:
        """Returns the same caret, or the nearest one that lies within a text."""
        end = min(self.end, len(text))
        return Caret(min(self.start, end), end, self.first)


def at_end(text: str) -> Caret:
    """Returns the cursor behind a text."""
    return Caret(len(text), len(text))


def _is_word(cluster: str) -> bool:
    """Whether a character belongs to words: letters, digits, signs such as emoji."""
    kind = category(cluster[0])
    return kind[0] in "LMN" or kind == "So" or cluster == "_"


def word_at(text: str, offset: int) -> tuple[int, int]:
    """Returns where the word at an offset begins and ends; the one before, if there is none.

    >>> word_at("Ada Moss", 5)
    (4, 8)
    """
    words: list[tuple[int, int]] = []
    at = 0
    for cluster in clusters(text):
        after = at + len(cluster)
        if _is_word(cluster):
            joins = words and words[-1][1] == at
            words[-1:] = [(words[-1][0], after)] if joins else [*words[-1:], (at, after)]
        at = after
    before = [word for word in words if word[0] <= offset]
    return before[-1] if before else words[0] if words else (0, len(text))


@lru_cache(maxsize=4096)
def window(text: str, at: int, first: int, style: str, width: int) -> tuple[int, int]:
    """Returns the stretch of a line that a box shows while it has the focus.

    Args:
        text: The line.
        at: Offset of the cursor, which is always shown.
        first: Where the stretch shall begin, if it can.
        style: A type style.
        width: Of the stretch at most.
    """
    if measure(text, style) <= width:
        return 0, len(text)
    start = min(first, at)
    if measure(text[start:at], style) > width:
        start = at - len(tail(text[:at], style, width))
    start = min(start, len(text) - len(tail(text, style, width)))
    return start, start + len(head(text[start:], style, width))


def nearest(text: str, x: int, style: str) -> int:
    """Returns the offset in a line that is nearest to a distance from its left."""
    offsets = (0, *accumulate(len(each) for each in clusters(text)))
    return min(offsets, key=lambda offset: abs(measure(text[:offset], style) - x))


class Line(NamedTuple):
    """A line of wrapped text, with the offset at which it begins."""

    start: int
    text: str


@lru_cache(maxsize=1024)
def lines_of(text: str, style: str, width: int) -> tuple[Line, ...]:
    """Returns the lines of a text as it wraps; the blanks between them belong to none."""
    found: list[Line] = []
    at = 0
    for paragraph in text.split("\n"):
        end = at + len(paragraph)
        for line in wrap(paragraph, style, width):
            while line and at < end and text[at] != line[0]:
                at += 1
            found.append(Line(at, line))
            at += len(line)
        at = end + 1
    return tuple(found)


def line_at(lines: tuple[Line, ...], offset: int) -> int:
    """Returns the number of the line that an offset lies in."""
    return max(index for index, line in enumerate(lines) if line.start <= offset or not index)


def top_line(lines: tuple[Line, ...], offset: int, first: int, count: int) -> int:
    """Returns which line a box of so many lines shows first, with the cursor in sight."""
    at = line_at(lines, offset)
    return max(0, min(max(min(first, at), at - count + 1), len(lines) - count))
