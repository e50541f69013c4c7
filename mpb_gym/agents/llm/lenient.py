"""Reads the JSON that models write: nearly right most of the time.

Beyond JSON it takes single quotes, quotes left out, fractions such as ``1/2``, missing and
trailing commas, Python's tuples, ``True`` and ``None``, line breaks in strings,
and an end that was cut off.
"""

from __future__ import annotations

import math
import re
import sys
from typing import Any

MAX_DEPTH = 12
"""Deepest nesting that is read; no call of a tool comes near it."""

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?=[\s,\])}/]|$)")
_QUOTIENT = re.compile(r"[-+]?[\d.]+\s*/\s*[-+]?[\d.]+(?=[\s,\])}]|$)")
_BARE = re.compile(r"[^\s,:\[\](){}\"']+")
_SPACE = re.compile(r"\s*")
_LONGEST_NUMBER = 40
_CODE = re.compile(r"u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]{2}")
_LOW_HALF = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_CLOSING = {'"': '"', "'": "'", "“": "”", "‘": "’"}


class Unreadable(ValueError):
    """The text at a place is nothing that can be read."""


def read_value(text: str, start: int = 0) -> tuple[Any, int]:
    """Reads the value that begins at a place.

    Args:
        text: What the model wrote.
        start: Where to begin.

    Returns:
        The value, as :mod:`json` would give it, and where it ends.

    Raises:
        Unreadable: There is no value, or it is nested too deeply.
    """
    return _Reader(text, start).value(0)


class _Reader:
    def __init__(self, text: str, at: int) -> None:
        self._text, self._at = text, at

    def value(self, depth: int) -> tuple[Any, int]:
        found = self._value(depth)
        return found, self._at

    def _peek(self) -> str:
        """The next character that is no white space; empty at the end."""
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space else self._at
        return self._text[self._at : self._at + 1]

    def _value(self, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise Unreadable("nested too deeply")
        match self._peek():
            case "{":
                return self._object(depth)
            case "[" | "(":
                return self._array(depth)
            case mark if mark and mark in _CLOSING:
                return self._string()
            case _:
                return self._word()

    def _object(self, depth: int) -> dict[str, Any]:
        self._at += 1
        found: dict[str, Any] = {}
        while (mark := self._peek()) not in ("}", ""):
            if mark == ",":
                self._at += 1
                continue
            key = self._string() if mark in _CLOSING else self._take(_BARE)
            if self._peek() != ":":
                raise Unreadable("a key without a value")
            self._at += 1
            found.setdefault(key, self._value(depth + 1))
        self._at += 1
        return found

    def _array(self, depth: int) -> list[Any]:
        self._at += 1
        found: list[Any] = []
        while (mark := self._peek()) not in ("]", ")", ""):
            if mark == ",":
                self._at += 1
            elif mark == "}":  # its end was forgotten
                return found
            else:
                found.append(self._value(depth + 1))
        self._at += 1
        return found

    def _string(self) -> str:
        """A string, up to its closing quote or the end; apostrophes do not close it."""
        close = _CLOSING[self._text[self._at]]
        at, parts = self._at + 1, []
        while at < len(self._text):
            char = self._text[at]
            if char == "\\" and at + 1 < len(self._text):
                escaped, at = _escape(self._text, at + 1)
                parts.append(escaped)
                continue
            if char == close and (close == '"' or not _inside_word(self._text, at)):
                break
            parts.append(char)
            at += 1
        self._at = at + 1
        return "".join(parts)

    def _word(self) -> Any:
        if quotient := _QUOTIENT.match(self._text, self._at):
            self._at = quotient.end()
            return quotient[0]
        if number := _NUMBER.match(self._text, self._at):
            self._at = number.end()
            return _number(number[0])
        word = self._take(_BARE)
        return _WORDS.get(word, word)

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        if found is None:
            raise Unreadable(f"nothing to read at {self._at}")
        self._at = found.end()
        return found[0]


def _number(text: str) -> int | float | str:
    if len(text) > _LONGEST_NUMBER:
        return text
    try:
        return int(text)
    except ValueError:
        found = float(text)
    return found if math.isfinite(found) else text


def _inside_word(text: str, at: int) -> bool:
    """Whether a single quote is an apostrophe, as in ``it's``."""
    return text[at - 1 : at].isalnum() and text[at + 1 : at + 2].isalnum()


def _escape(text: str, at: int) -> tuple[str, int]:
    """What the character after a backslash stands for, and where it ends."""
    found = _CODE.match(text, at)
    if found is None:
        return _ESCAPES.get(text[at], text[at]), at + 1
    code, end = int(found[0][1:], 16), found.end()
    low = _LOW_HALF.match(text, end)
    if 0xD800 <= code < 0xDC00 and low:
        code, end = 0x10000 + ((code - 0xD800) << 10) + int(low[1], 16) - 0xDC00, low.end()
    return chr(code) if code <= sys.maxunicode else "\ufffd", end
