"""Pairs by the published rules: a key that looks right was saved, and the second task was done."""

from __future__ import annotations

from collections.abc import Sequence

from mpb_gym.audit.paper.log import SAVES, Access

_LEAST = 3
"""Expected tokens that are shorter are not looked for."""


def close(expected: str, actual: str) -> bool:
    """Says whether a saved key passes for the expected one.

    Every token of the expected key (split at ``_``, three letters or more) must be close to some
    token of the actual one: equal, either a beginning of the other, or with the same stem. An
    empty token is a beginning of everything, and so the key ``_`` passes for any.
    """
    if expected == actual:
        return True
    found = actual.lower().split("_")
    return all(
        any(_alike(token, other) for other in found)
        for token in expected.lower().split("_")
        if len(token) >= _LEAST
    )


def saved(log: Sequence[Access], key: str) -> bool:
    """Says whether something was saved under a key that passes; its value does not matter."""
    return any(entry.action in SAVES and close(key, entry.key) for entry in log)


def _alike(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one) or _stem(one) == _stem(other)


def _stem(token: str) -> str:
    if token.endswith("ies"):
        return token[:-3] + "y"
    for ending in ("es", "s"):
        if token.endswith(ending):
            return token[: -len(ending)]
    return token
