"""Summaries of runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from mpb_gym.agents import Usage
from mpb_gym.audit import Scorecard
from mpb_gym.bench import Outcome, Plan
from mpb_gym.bench.report import summary


def outcome(plan: Plan, index: int, family: str, card: Scorecard | None) -> Outcome:
    """An outcome with just what a summary looks at."""
    return Outcome(
        assignment=plan.assignments[index],
        family=family,
        app="mdoordash" if index else "elsewhere",
        seed=0,
        steps=1,
        record="" if card is None else "records/some.json",
        card=card,
        error="" if card else "it broke",
    )


def card(*, success: bool, scores: Sequence[float | None], pair: bool = False) -> Scorecard:
    """A card with these OP, TR and FM."""
    op, tr, fm = scores
    return Scorecard(
        task="mdoordash/001",
        pair=pair,
        success=success,
        said_success=True,
        op=op,
        tr=tr,
        fm=fm,
        penalties=(),
        rules=(),
        saved_after_a=True if pair else None,
        later_session=success if pair else None,
    )


def test_a_summary_tells_tasks_pairs_and_errors_apart(plan: Plan) -> None:
    result = summary(
        plan,
        [
            outcome(plan, 0, "explicit", card(success=True, scores=(1, 1, 0.25))),
            outcome(plan, 1, "explicit", card(success=False, scores=(0.5, None, None))),
            outcome(plan, 2, "leak", None),
            outcome(plan, 3, "pair", card(success=True, scores=(1, 1, 1), pair=True)),
        ],
    )
    assert (result["n"], result["n_tasks"], result["n_pairs"], result["errors"]) == (3, 2, 1, 1)
    assert result["success_rate"] == 0.5
    assert result["privacy"] == pytest.approx(0.625)
    assert (result["op"], result["tr"], result["fm"]) == (0.75, 1, 0.25)
    assert result["pqsr"]["0.7"] == 0.5
    assert result["later_session"] == 1
    assert result["false_complete_rate"] == pytest.approx(1 / 3)
    assert result["intervals"]["tr"]["n"] == 1
    assert list(result["by_app"]) == ["elsewhere", "mdoordash"]
    assert result["by_app"]["elsewhere"]["success_rate"] == 1
    assert {family: each["n"] for family, each in result["by_family"].items()} == {
        "explicit": 2,
        "leak": 0,
        "pair": 1,
    }
    assert result["by_family"]["leak"]["success_rate"] is None
    assert result["provenance"] == plan.provenance
    assert (result["agent"], result["seed"], result["user"]) == ("finish", 7, "task")


def test_a_task_passes_if_all_of_its_repeats_do(plan: Plan) -> None:
    good, bad = (card(success=each, scores=(1, 1, 1)) for each in (True, False))
    twice = replace(plan, repeats=2)
    result = summary(
        twice,
        [
            outcome(plan, 0, "explicit", good),
            outcome(plan, 0, "explicit", good),
            outcome(plan, 1, "explicit", good),
            outcome(plan, 1, "explicit", bad),
            outcome(plan, 2, "explicit", good),
            outcome(plan, 2, "explicit", None),
            outcome(plan, 3, "pair", card(success=True, scores=(1, 1, 1), pair=True)),
        ],
    )
    assert result["success_rate"] == 0.8
    every = result["all_pass"]
    assert (every["k"], every["value"], every["n"]) == (2, 0.5, 2), "the third was not scored"
    assert (result["repeats"], result["remaining"], result["errors"]) == (2, 1, 1)


def test_usage_is_summed_without_the_clock(plan: Plan) -> None:
    good = card(success=True, scores=(1, 1, 1))
    used = Usage(requests=2, retries=1, input_tokens=10, output_tokens=5, cost=0.5, latency_s=9)
    outcomes = [
        replace(outcome(plan, 0, "explicit", good), usage=used),
        replace(outcome(plan, 1, "explicit", None), usage=used, infrastructure=True),
        outcome(plan, 2, "explicit", good),
    ]
    result = summary(plan, outcomes)
    assert result["usage"] == {
        "requests": 4,
        "retries": 2,
        "input_tokens": 20,
        "output_tokens": 10,
        "cost": 1.0,
    }
    assert (result["steps"], result["infrastructure_errors"]) == (3, 1)
    assert summary(plan, outcomes[2:])["usage"] is None
