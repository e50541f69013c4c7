"""What a certification found, task by task."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from mpb_gym.certify.findings import CATEGORIES, UNSOUND, Category, Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One variant that was driven.

    Attributes:
        kind: ``baseline``, ``right``, ``near miss``, ``benign`` or ``slip``.
        name: What is special about it.
        killed_by: For near misses, the rules that failed.
        problem: What was not as it must be; empty if all was.
    """

    kind: str
    name: str
    killed_by: tuple[str, ...] = ()
    problem: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Returns it as JSON-able data."""
        return {
            "kind": self.kind,
            "name": self.name,
            "killed_by": list(self.killed_by),
            "problem": self.problem,
        }


@dataclass(kw_only=True)
class TaskReport:
    """What was found of one task or pair.

    Attributes:
        id: Its id.
        trials: Everything that was driven.
        problems: What is wrong beside failed trials.
        chance: For pairs, the floor of guessing.
        findings: Of tasks from elsewhere, what is wrong with them, with the evidence.
    """

    id: str
    trials: list[Trial] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    chance: float | None = None
    findings: list[Finding] = field(default_factory=list)

    @property
    def failures(self) -> list[str]:
        """Everything that is wrong."""
        return [
            *self.problems,
            *(f"{each.kind}: {each.name}: {each.problem}" for each in self.trials if each.problem),
            *(str(each) for each in self.findings if each.category in UNSOUND),
        ]

    @property
    def certified(self) -> bool:
        """Whether nothing is wrong."""
        return not self.failures

    @property
    def categories(self) -> tuple[Category, ...]:
        """What kinds of findings there are."""
        found = {each.category for each in self.findings}
        return tuple(each for each in CATEGORIES if each in found)

    def count(self, kind: str) -> int:
        """Returns how many variants of a kind were driven."""
        return sum(each.kind == kind for each in self.trials)

    @property
    def kills(self) -> dict[str, int]:
        """How many near misses each rule killed."""
        found: dict[str, int] = {}
        for each in self.trials:
            for says in each.killed_by:
                found[says] = found.get(says, 0) + 1
        return found

    def to_dict(self) -> dict[str, Any]:
        """Returns it as JSON-able data."""
        return {
            "task": self.id,
            "certified": self.certified,
            "failures": self.failures,
            "right": self.count("right"),
            "near_misses": self.count("near miss"),
            "benign": self.count("benign"),
            "slips": self.count("slip"),
            "kills": self.kills,
            "chance": self.chance,
            "findings": [each.to_dict() for each in self.findings],
            "trials": [each.to_dict() for each in self.trials],
        }
