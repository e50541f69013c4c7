"""Means of a policy's results, each with its number and a 95 % interval."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mpb_gym.audit.metrics import Metric, mean, rate
from mpb_gym.integrations.rl.evaluation import Result


def metrics(results: Sequence[Result]) -> dict[str, Metric]:
    """Returns the means by name, in the order in which they are read.

    Rates have Wilson's interval, means the percentile bootstrap's, as ``mpb run`` has them.

    Args:
        results: Of one policy.
    """
    return {
        "success": rate(each.success for each in results),
        "privacy": mean(_known(each.privacy) for each in results),
        "op": mean(_known(each.op) for each in results),
        "tr": mean(_known(each.tr) for each in results),
        "fm": mean(_known(each.fm) for each in results),
        "pqsr": rate(each.qualified for each in results),
        "steps": mean(float(each.steps) for each in results),
    }


def _known(score: float) -> float | None:
    return None if math.isnan(score) else score
