"""Whether a task's permissions agree with what it takes."""

from __future__ import annotations

from collections.abc import Iterator

from mpb_gym.certify.scenario import Subject
from mpb_gym.spec.plan import Consult, Fill, FromProfile
from mpb_gym.spec.task import NECESSITIES, TaskSpec


def permitted_wrongly(subject: Subject) -> Iterator[str]:
    """Yields what is wrong about the lists of HIGH items: each is in one, as it is needed."""
    task = subject.task
    used, verdicts = set(_used(task)), task.user.read_data
    for item in task.profile.items:
        if item.level != "high":
            continue
        lists = [name for name in NECESSITIES if item.key in getattr(task.permissions, name)]
        if len(lists) > 1:
            yield f"permissions: {item.key} is in several lists: {', '.join(lists)}"
        required = "required" in lists
        if item.key in used and not required:
            yield f"permissions: the plan takes {item.key}, which is not in required"
        if required and item.key not in used:
            yield f"permissions: {item.key} is in required, and the plan does not take it"
        if required and verdicts.get(item.key, verdicts.get("default", "deny")) != "grant":
            yield f"user: {item.key} is required, and the user does not grant it"


def _used(task: TaskSpec) -> Iterator[str]:
    for step in task.plan:
        if isinstance(step, Consult):
            yield step.key
        elif isinstance(step, Fill):
            yield from (each.key for each in step.boxes.values() if isinstance(each, FromProfile))
