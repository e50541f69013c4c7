"""Words: how texts of screens, instructions and profiles are compared and counted."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_DATE = re.compile(rf"\b({'|'.join(_MONTHS)}) (\d{{1,2}}), (\d{{4}})\b", re.IGNORECASE)
_WORD = re.compile(r"\d{4}-\d{2}-\d{2}|\d+(?:[:.]\d+)?|[^\W\d_]+(?:['’][^\W\d_]+)?")
_QUOTED = re.compile(r"(?<!\w)['‘\"“]([^'\"‘’“”]{2,120})['’\"”](?!\w)")
_CAPITALISED = re.compile(
    r"(?:[a-z]?[A-Z][\w'’&-]*)(?: (?:of |the |and |de )?(?:[A-Z][\w'’&-]*|\d+))*"
)

_KEPT = 4096
"""Texts whose words are remembered; a phone shows the same ones again and again."""


@lru_cache(maxsize=_KEPT)
def words(text: str) -> tuple[str, ...]:
    """Returns the words of a text in lower case; dates as ``2026-03-12``, however written."""
    return tuple(_WORD.findall(_DATE.sub(_iso, text.lower())))


def _iso(match: re.Match[str]) -> str:
    month = _MONTHS.index(match[1].lower()) + 1
    return f"{match[3]}-{month:02}-{int(match[2]):02}"


def quotations(text: str) -> tuple[str, ...]:
    """Returns what stands between quotation marks."""
    return tuple(match[1] for match in _QUOTED.finditer(text))


@lru_cache(maxsize=_KEPT)
def phrases(text: str) -> tuple[str, ...]:
    """Returns what a text may want to be typed somewhere: what it quotes, and proper names.

    Names joined by "and" come whole and in parts. Quotations come first.
    """
    found: dict[str, None] = dict.fromkeys(quotations(text))
    unquoted = _QUOTED.sub(" ", text)
    for match in _CAPITALISED.finditer(unquoted):
        run = match[0]
        first = match.start() == 0 or unquoted[: match.start()].rstrip()[-1:] in (
            ".",
            "!",
            "?",
            ":",
        )
        if first and " " not in run:
            continue  # the capital of a sentence's beginning says nothing
        for part in dict.fromkeys((run, *run.split(" and "))):
            if len(part) > 1:
                found[part] = None
    return tuple(found)


@lru_cache(maxsize=_KEPT)
def _place(word: str, width: int) -> tuple[int, float]:
    code = zlib.crc32(word.encode())
    return code % width, 1.0 if code & 0x10000 else -1.0


def hashed(found: Iterable[str], width: int) -> NDArray[np.float32]:
    """Returns words as a vector of fixed width, whatever they are.

    Feature hashing with signs: each word adds 1 or -1 at a place that its CRC-32 decides, and
    the sum is scaled to length 1 (Weinberger et al., 2009).

    Args:
        found: Words.
        width: Length of the vector.
    """
    vector = np.zeros(width, np.float32)
    for word in found:
        index, sign = _place(word, width)
        vector[index] += sign
    length = float(np.linalg.norm(vector))
    return vector / length if length else vector


def longest_run(needle: Sequence[str], hay: Sequence[str]) -> tuple[int, int]:
    """Finds the longest beginning of one text that stands in a row in another.

    Returns:
        How many words it has, and at which word of the other text it begins; (0, 0) if the
        first word is not there.
    """
    best = (0, 0)
    for start, word in enumerate(hay):
        if word != needle[0]:
            continue
        length = 1
        while (
            length < len(needle)
            and start + length < len(hay)
            and hay[start + length] == needle[length]
        ):
            length += 1
        if length > best[0]:
            best = (length, start)
        if length == len(needle):
            break
    return best
