"""Characters as people see them: a base with its marks, a joined emoji, a flag."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_JOINER = "\u200d"
_SELECTORS = {"\ufe0e", "\ufe0f", "\u20e3"}


def _extends(char: str) -> bool:
    """Whether a character belongs to the one before it."""
    if char == _JOINER or char in _SELECTORS:
        return True
    skin_tone = "\U0001f3fb" <= char <= "\U0001f3ff"
    return skin_tone or unicodedata.category(char) in ("Mn", "Me", "Mc")


def _is_regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


@lru_cache(maxsize=4096)
def clusters(text: str) -> tuple[str, ...]:
    """Splits a text into the characters that people see.

    A light form of the rules of Unicode's annex 29, enough to never cut a character in two.

    >>> clusters("e\u0301a")
    ('e\u0301', 'a')
    """
    if text.isascii():
        return tuple(text)
    found: list[str] = []
    for char in text:
        last = found[-1] if found else ""
        flag = _is_regional(char) and len(last) == 1 and _is_regional(last)
        if last and (_extends(char) or last[-1] == _JOINER or flag):
            found[-1] = last + char
        else:
            found.append(char)
    return tuple(found)
