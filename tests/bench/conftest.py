"""Small runs."""

from __future__ import annotations

import pytest

from mpb_gym.bench import Plan, make_plan
from mpb_gym.spec.library import assignment_ids

SMALL = (216, 480)


@pytest.fixture
def plan() -> Plan:
    """Three tasks and a pair for an agent that stops at once."""
    ids = assignment_ids("mdoordash")
    pair = next(id for id in ids if "/pair_" in id)
    return make_plan(agent="finish", tasks=(*ids[:3], pair), seed=7, screen=SMALL)
