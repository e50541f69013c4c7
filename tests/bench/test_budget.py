"""Limits of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from mpb_gym.agents import AgentConfig, Usage
from mpb_gym.bench import Budget, Job, Settings, make_plan, run_batch
from mpb_gym.bench.budget import Meter
from mpb_gym.commands import Command, Terminate
from mpb_gym.episode import View
from mpb_gym.errors import OptionError
from mpb_gym.spec.library import assignment_ids
from tests.bench.test_run import contents, lines

SMALL = (216, 480)


class Spender:
    """Uses 100 tokens, of a dollar if ``priced``, and is done."""

    planned = False

    def __init__(self, config: AgentConfig) -> None:
        self.usage = Usage()
        self._cost = 1.0 if config.options.get("priced", True) else None

    def begin(self, view: View, plan: object) -> None:
        """Nothing to prepare."""

    def act(self, view: View) -> Command:
        """Spends."""
        self.usage = self.usage + Usage(
            requests=1, input_tokens=60, output_tokens=40, cost=self._cost
        )
        return Terminate(status="fail")


@pytest.mark.parametrize("settings", [{}, {"concurrency": 2}, {"workers": 2}])
def test_a_run_stops_when_its_budget_is_used_up_and_goes_on_with_more(
    tmp_path: Path, settings: dict[str, int]
) -> None:
    ids = assignment_ids("mdoordash")[:8]
    plan = make_plan(agent=f"{__name__}:Spender", tasks=ids, screen=SMALL)
    whole = run_batch(plan, tmp_path / "whole")
    notices: list[str] = []
    limited = Settings(budget=Budget(tokens=250), **settings)  # type: ignore[arg-type]
    result = run_batch(plan, tmp_path / "run", settings=limited, on_notice=notices.append)
    done = len(lines(tmp_path / "run"))
    assert 3 <= done <= 5, "what has begun comes to its end"
    assert (result["n"], result["remaining"]) == (done, 8 - done)
    assert len(notices) == 1
    assert notices[0].startswith(f"stopped: {100 * done} of 250 tokens are used; {done} of 8")
    again = run_batch(plan, tmp_path / "run", settings=limited)
    assert again["remaining"] == 8 - done, "an earlier part of the run counts"
    assert run_batch(plan, tmp_path / "run", settings=Settings(**settings)) == whole  # type: ignore[arg-type]
    found, wanted = contents(tmp_path / "run"), contents(tmp_path / "whole")
    assert found.keys() == wanted.keys()
    assert all(found[name] == wanted[name] for name in found if name != "timings.jsonl")


def test_cost_is_limited(tmp_path: Path) -> None:
    ids = assignment_ids("mdoordash")[:4]
    plan = make_plan(agent=f"{__name__}:Spender", tasks=ids, screen=SMALL)
    settings = Settings(budget=Budget(cost=2))
    assert run_batch(plan, tmp_path / "run", settings=settings)["usage"]["cost"] == 2


def test_without_a_price_a_limit_of_cost_stops_the_run_and_says_why(tmp_path: Path) -> None:
    ids = assignment_ids("mdoordash")[:4]
    options = {"priced": False}
    plan = make_plan(agent=f"{__name__}:Spender", tasks=ids, screen=SMALL, options=options)
    notices: list[str] = []
    settings = Settings(budget=Budget(cost=2))
    result = run_batch(plan, tmp_path / "run", settings=settings, on_notice=notices.append)
    assert result["remaining"] == 3
    assert "no price of the model is known" in notices[0]


def test_time_is_limited(tmp_path: Path) -> None:
    plan = make_plan(agent="noop", tasks=assignment_ids()[:2], screen=SMALL)
    notices: list[str] = []
    settings = Settings(budget=Budget(minutes=1e-9))
    result = run_batch(plan, tmp_path / "run", settings=settings, on_notice=notices.append)
    assert (result["n"], result["remaining"]) == (0, 2)
    assert "minutes are over" in notices[0]


def test_what_runs_counts_while_it_runs_and_once() -> None:
    meter = Meter(Budget(tokens=100), [Usage(input_tokens=50), None])
    job = Job("a/1")
    meter.note(job, Usage(input_tokens=30))
    meter.note(job, None)
    assert not meter.exceeded()
    meter.note(job, Usage(input_tokens=49))
    assert not meter.exceeded()
    meter.end(job, Usage(input_tokens=49))
    assert not meter.exceeded()
    meter.note(Job("a/1", 1), Usage(input_tokens=1))
    assert meter.exceeded() == "100 of 100 tokens are used"


@pytest.mark.parametrize("name", ["tokens", "cost", "minutes"])
@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_a_limit_is_above_zero(name: str, value: float) -> None:
    with pytest.raises(OptionError, match=f"budget: {name}: .* is not above 0"):
        Budget(**{name: value})  # type: ignore[arg-type]
