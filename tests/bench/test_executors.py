"""Threads, processes and a cluster leave what a run one by one leaves."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mpb_gym.agents import AgentConfig, Usage, make_agent
from mpb_gym.bench import Job, Outcome, Plan, Settings, make_plan, run_batch
from mpb_gym.bench.executors import in_threads
from mpb_gym.bench.worker import Work
from mpb_gym.commands import Command, Terminate, Wait
from mpb_gym.episode import View
from mpb_gym.errors import InfrastructureError, OptionError
from mpb_gym.spec.library import assignment_ids
from tests.bench.test_run import contents, lines

SMALL = (216, 480)


class Meeting:
    """Waits in its first step until ``needed`` agents are in theirs."""

    planned = False

    def __init__(self, config: AgentConfig) -> None:
        self._waits = MEETINGS

    def begin(self, view: View, plan: object) -> None:
        """Meets the others."""
        self._waits.wait(timeout=30)

    def act(self, view: View) -> Command:
        """Is done."""
        view.screenshot()
        return Terminate(status="fail")


MEETINGS = threading.Barrier(6)


class Looker:
    """The agent `random`, which looks at every screen."""

    planned = False

    def __init__(self, config: AgentConfig) -> None:
        self._inner = make_agent("random", config.seed)
        self.usage = Usage()

    def begin(self, view: View, plan: object) -> None:
        """Nothing to prepare."""

    def act(self, view: View) -> Command:
        """Looks, and acts."""
        total = int(view.screenshot().sum())
        self.usage = self.usage + Usage(requests=1, input_tokens=total, latency_s=0.5)
        if view.step == 12:
            return Terminate(status="fail")
        found = self._inner.act(view)
        assert not isinstance(found, tuple)
        return found


class Forever:
    """Waits and waits."""

    planned = False

    def __init__(self, config: AgentConfig) -> None:
        self.closed = False

    def begin(self, view: View, plan: object) -> None:
        """Nothing to prepare."""

    def act(self, view: View) -> Command:
        """Waits."""
        time.sleep(0.01)
        return Wait()

    def close(self) -> None:
        """Tells the test."""
        CLOSED.append(self)


CLOSED: list[Forever] = []


def without_timings(folder: Path) -> dict[str, bytes]:
    """Every file of a run's folder but what the clock says."""
    return {name: data for name, data in contents(folder).items() if name != "timings.jsonl"}


def test_threads_leave_what_one_thread_leaves(tmp_path: Path) -> None:
    plan = make_plan(agent=f"{__name__}:Looker", tasks=assignment_ids()[:16], screen=SMALL)
    run_batch(plan, tmp_path / "one")
    run_batch(plan, tmp_path / "many", settings=Settings(concurrency=8))
    assert lines(tmp_path / "one")[0]["usage"]["input_tokens"] > 0, "it has seen the screens"
    assert without_timings(tmp_path / "one") == without_timings(tmp_path / "many")


def test_episodes_in_threads_run_at_the_same_time(tmp_path: Path) -> None:
    tasks = assignment_ids("mdoordash")[:6]
    plan = make_plan(agent=f"{__name__}:Meeting", tasks=tasks, screen=SMALL)
    result = run_batch(plan, tmp_path / "run", settings=Settings(concurrency=6))
    assert (result["n"], result["errors"]) == (6, 0)


def test_what_the_clock_says_is_kept_apart(tmp_path: Path) -> None:
    plan = make_plan(agent=f"{__name__}:Looker", tasks=assignment_ids()[:2], screen=SMALL)
    run_batch(plan, tmp_path / "run")
    assert "latency_s" not in lines(tmp_path / "run")[0]["usage"]
    resumed: list[Outcome] = []
    run_batch(plan, tmp_path / "run", on_done=resumed.append)
    for outcome in resumed:
        assert outcome.usage is not None
        assert outcome.usage.latency_s == 0.5 * outcome.steps
        assert outcome.wall_s > 0


def test_an_interrupted_run_leaves_no_thread_at_work(plan: Plan, tmp_path: Path) -> None:
    forever = make_plan(agent=f"{__name__}:Forever", tasks=plan.assignments[:3], screen=SMALL)
    CLOSED.clear()
    begun = threading.Event()

    def waiting_jobs() -> Iterator[Job]:
        yield from map(Job, forever.assignments)

    def on_step(job: Job, usage: Usage | None) -> None:
        begun.set()
        raise KeyboardInterrupt

    work = Work(plan=forever, out=tmp_path)
    with pytest.raises(KeyboardInterrupt):
        list(in_threads(work, waiting_jobs(), 3, on_step))
    assert begun.is_set()
    for _ in range(200):
        if len(CLOSED) == 3:
            return
        time.sleep(0.02)
    raise AssertionError(f"{3 - len(CLOSED)} agents still play")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"workers": 0}, "workers: 0 is below 1"),
        ({"concurrency": 0}, "concurrency: 0 is below 1"),
        ({"workers": 2, "concurrency": 2}, "cannot be combined"),
        ({"executor": "ray", "concurrency": 2}, "cannot be combined"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(settings: dict[str, int], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        Settings(**settings)  # type: ignore[arg-type]


@pytest.fixture
def ray_settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Settings]]:
    """A small cluster on this machine."""
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    ray = pytest.importorskip("ray", reason="ray is not installed: pip install 'mpb_gym[ray]'")
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        object_store_memory=200 * 2**20,
    )
    yield lambda: Settings(executor="ray", workers=2, trace=True)
    ray.shutdown()


@pytest.mark.filterwarnings("default")
def test_a_cluster_leaves_what_this_machine_leaves(
    plan: Plan, tmp_path: Path, ray_settings: Callable[[], Settings]
) -> None:
    run_batch(plan, tmp_path / "here")
    run_batch(plan, tmp_path / "there", settings=ray_settings())
    found = contents(tmp_path / "there")
    traces = {name for name in found if name.startswith("traces/")}
    assert len({Path(name).parent for name in traces}) == len(plan.jobs)
    assert {name: found[name] for name in found.keys() - traces} == contents(tmp_path / "here")


def test_without_ray_it_is_said(
    plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(OptionError, match=r"pip install 'mpb_gym\[ray\]'"):
        run_batch(plan, tmp_path / "run", settings=Settings(executor="ray"))


def test_what_failed_attempts_used_counts_too(tmp_path: Path) -> None:
    plan = make_plan(agent=f"{__name__}:Moody", tasks=assignment_ids()[:1], screen=SMALL)
    MOODS.clear()
    run_batch(plan, tmp_path / "run")
    [line] = lines(tmp_path / "run")
    assert (line["attempts"], line["error"], line["steps"]) == (3, "", 1)
    assert line["usage"]["requests"] == 3


MOODS: list[int] = []


class Moody:
    """Breaks twice."""

    planned = False

    def __init__(self, config: AgentConfig) -> None:
        self.usage = Usage()

    def begin(self, view: View, plan: object) -> None:
        """Nothing to prepare."""

    def act(self, view: View) -> Command:
        """Breaks, or is done."""
        self.usage = self.usage + Usage(requests=1)
        MOODS.append(1)
        if len(MOODS) < 3:
            raise InfrastructureError("the endpoint is down")
        return Terminate(status="fail")
