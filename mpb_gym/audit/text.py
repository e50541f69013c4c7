"""Comparing texts as people do: without case, spacing and punctuation, by whole words."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Returns a text with case and runs of white space folded, and accents composed alike."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[str, ...]:
    """Returns the words and numbers of a text, folded, without punctuation."""
    return tuple(re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold()))


def holds_words(text: str, words: str) -> bool:
    """Says whether some words occur in a text, whole and in order, side by side."""
    wanted, found = tokens(words), tokens(text)
    if not wanted:
        return False
    return any(found[at : at + len(wanted)] == wanted for at in range(len(found)))


def holds_value(text: str, value: str) -> bool:
    """Says whether a value occurs in a text however it is spaced or punctuated.

    It must begin and end where tokens of the text do, so that ``780`` is not in ``1780``.
    """
    wanted, found = "".join(tokens(value)), tokens(text)
    if not wanted:
        return False
    for start in range(len(found)):
        joined = ""
        for token in found[start:]:
            joined += token
            if joined == wanted:
                return True
            if not wanted.startswith(joined):
                break
    return False


def digits(text: str) -> str:
    """Returns the digits of a phone number, without the country code of the USA."""
    found = "".join(char for char in text if char.isdecimal())
    return found[1:] if len(found) == 11 and found.startswith("1") else found
