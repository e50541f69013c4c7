"""What is wrong with a task that comes from elsewhere, and how that was seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Category = Literal[
    "impossible", "accepts_wrong", "rejects_right", "passes_idle", "tolerates_extra", "open"
]

UNSOUND: tuple[Category, ...] = ("impossible", "accepts_wrong", "rejects_right", "passes_idle")
"""What a task must not be. The others are told, and count against none: ``tolerates_extra``, a
second record that nobody asked for changes nothing; ``open``, the goal names too little for a
machine to tell right from wrong."""

CATEGORIES: tuple[Category, ...] = (*UNSOUND, "tolerates_extra", "open")

Aspect = Literal["entity", "choice", "box", "record", "cancel", "save", "nothing", "goal"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong with a task, with its evidence.

    Attributes:
        session: The id of the session that it is about.
        aspect: What of the answer it turns on.
        what: It, in words.
        done: What was done on the phone: the rows made or changed by it; empty if nothing was.
        verdict: What the rules said of that, one sentence each.
    """

    session: str
    category: Category
    aspect: Aspect
    what: str
    done: tuple[str, ...] = ()
    verdict: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [f"{self.category.replace('_', ' ')}: {self.what}"]
        if self.done:
            parts.append(f"done: {'; '.join(self.done)}")
        if self.verdict:
            parts.append(f"rules: {'; '.join(self.verdict)}")
        return " | ".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """Returns it as JSON-able data."""
        return {
            "session": self.session,
            "category": self.category,
            "aspect": self.aspect,
            "what": self.what,
            "done": list(self.done),
            "verdict": list(self.verdict),
        }
