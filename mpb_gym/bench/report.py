"""Sums up a run: the numbers that tables and comparisons are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mpb_gym.agents import Usage
from mpb_gym.audit import summarise
from mpb_gym.audit.metrics import rate
from mpb_gym.bench.outcome import Outcome
from mpb_gym.bench.plan import Plan


def summary(plan: Plan, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Returns what ``summary.json`` holds.

    Args:
        plan: The run.
        outcomes: One an episode, in the plan's order; some may be missing.

    Returns:
        ``agent``, ``options``, ``seed``, ``user`` and ``repeats``; the metrics of
        :func:`mpb_gym.audit.summarise` (``n``, ``n_tasks``, ``n_pairs``, ``success_rate``,
        ``privacy``, ``op``, ``tr``, ``fm``, ``pqsr``, ``later_session``,
        ``false_complete_rate``, those of denials, ``errors``, ``intervals``); how many of the
        ``errors`` were ``infrastructure_errors``; ``all_pass``, the rate of single tasks whose
        ``repeats`` episodes all succeeded; ``steps`` and ``usage`` in all; ``remaining``, how many
        episodes have not been run; the metrics for each app and family under ``by_app`` and
        ``by_family``; and ``provenance``.
    """
    return {
        "agent": plan.agent,
        "options": plan.to_dict()["options"],
        "seed": plan.seed,
        "user": plan.user,
        "repeats": plan.repeats,
        **_metrics(outcomes),
        "infrastructure_errors": sum(each.infrastructure for each in outcomes),
        "all_pass": _all_pass(plan, outcomes),
        "steps": sum(each.steps for each in outcomes),
        "usage": _usage(outcomes),
        "remaining": len(plan.jobs) - len(outcomes),
        "by_app": _grouped(outcomes, lambda outcome: outcome.app),
        "by_family": _grouped(outcomes, lambda outcome: outcome.family),
        "provenance": plan.to_dict()["provenance"],
    }


def _all_pass(plan: Plan, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Over the single tasks all of whose repeats could be scored."""
    passed: dict[str, list[bool]] = {}
    for each in outcomes:
        if each.card is not None and not each.card.pair:
            passed.setdefault(each.assignment, []).append(each.card.success)
    whole = [each for each in passed.values() if len(each) == plan.repeats]
    return {"k": plan.repeats, **rate(all(each) for each in whole).to_dict()}


def _usage(outcomes: Sequence[Outcome]) -> dict[str, Any] | None:
    """What all episodes used; the clock's part is left to ``timings.jsonl``."""
    known = [each.usage for each in outcomes if each.usage is not None]
    if not known:
        return None
    body = sum(known, Usage()).to_dict()
    del body["latency_s"]
    return body


def _grouped(outcomes: Sequence[Outcome], label: Callable[[Outcome], str]) -> dict[str, Any]:
    labels = sorted({label(each) for each in outcomes})
    return {name: _metrics([each for each in outcomes if label(each) == name]) for name in labels}


def _metrics(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    cards = [each.card for each in outcomes if each.card is not None]
    return summarise(cards, errors=len(outcomes) - len(cards)).to_dict()
