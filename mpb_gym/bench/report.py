"""Sums up a run: the numbers that tables and comparisons are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mpb_gym.audit import summarise
from mpb_gym.bench.outcome import Outcome
from mpb_gym.bench.plan import Plan


def summary(plan: Plan, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Returns what ``summary.json`` holds.

    Args:
        plan: The run.
        outcomes: One an episode, in the plan's order.

    Returns:
        ``agent``, ``seed`` and ``user``; the metrics of :func:`mpb_gym.audit.summarise`
        (``n``, ``n_tasks``, ``n_pairs``, ``success_rate``, ``privacy``, ``op``, ``tr``, ``fm``,
        ``pqsr``, ``later_session``, ``false_complete_rate``, those of denials, ``errors``,
        ``intervals``); the same for each app and family under ``by_app`` and ``by_family``; and
        ``provenance``.
    """
    return {
        "agent": plan.agent,
        "seed": plan.seed,
        "user": plan.user,
        **_metrics(outcomes),
        "by_app": _grouped(outcomes, lambda outcome: outcome.app),
        "by_family": _grouped(outcomes, lambda outcome: outcome.family),
        "provenance": plan.to_dict()["provenance"],
    }


def _grouped(outcomes: Sequence[Outcome], label: Callable[[Outcome], str]) -> dict[str, Any]:
    labels = sorted({label(each) for each in outcomes})
    return {name: _metrics([each for each in outcomes if label(each) == name]) for name in labels}


def _metrics(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    cards = [each.card for each in outcomes if each.card is not None]
    return summarise(cards, errors=len(outcomes) - len(cards)).to_dict()
