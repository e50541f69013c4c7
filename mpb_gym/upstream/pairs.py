"""What the second session of a release's pair needs of the first."""

from __future__ import annotations

from dataclasses import replace

from mpb_gym.generate.answers import candidates
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.target import Pick
from mpb_gym.spec.task import TaskSpec


def carries(first: TaskSpec, key: str) -> tuple[str, ...]:
    """Returns the words by which a saved item carries the preference.

    The release looks at keys alone; here an item counts by its value.
    """
    found = [each.contains for each in first.target.save] if first.target else []
    return tuple(dict.fromkeys(found)) or (key,)


def chance(second: TaskSpec, spec: AppSpec) -> float:
    """Returns the share of the second session's candidates that meet its preference."""
    if second.target is None or not second.target.make:
        return 1.0
    request = second.target.make[0]
    right = len(candidates(spec, request))
    open_picks = {name: Pick() for name in request.pick}
    among = len(candidates(spec, replace(request, pick=open_picks)))
    return right / among if among and right else 1.0
