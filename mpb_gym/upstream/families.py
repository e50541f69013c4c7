"""Which of the paper's families a task of the release belongs to, told from its name and goal."""

from __future__ import annotations

import re

_NAMES = (
    ("composite", r"composite"),
    ("leak", r"leakage|privacy_trap"),
    ("cancel_all", r"cancel_all"),
    ("cancel_selective", r"selective|cancel_specific"),
    ("cancel_rebook", r"cancel.*(?:rebook|reorder|reregister)"),
    ("cancel_one", r"cancel"),
    ("multi", r"multi"),
    ("save", r"save"),
)
_COMPARED = r"highest-rated|best-rated|cheapest|nearest|shortest"
_LOW, _HIGH = r"according to your profile|check your profile", r"based on your"


def family(name: str, goal: str) -> str:
    """Returns one of :data:`mpb_gym.spec.task.FAMILIES`.

    Args:
        name: The task's own id, as ``017_cancel_smith``.
        goal: What it asks.
    """
    for found, pattern in _NAMES:
        if re.search(pattern, name):
            return found
    said = goal.casefold()
    if re.search(_HIGH, said):
        return "preference_high"
    if re.search(_LOW, said):
        return "preference_low"
    if re.search(_COMPARED, said):
        return "compare"
    return "search" if re.search(r"\bany\b|\ba (?:place|property)\b", said) else "explicit"
