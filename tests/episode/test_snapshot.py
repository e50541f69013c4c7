"""Going back: what follows a restored moment is what would have followed then."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mpb_gym.agents import make_agent
from mpb_gym.commands import Command, Open, RequestPermission, Terminate, Wait
from mpb_gym.device import SimDevice
from mpb_gym.env.env import MyPhoneEnv
from mpb_gym.episode import Episode, make_episode
from mpb_gym.errors import ActionError, CapabilityError, OptionError
from mpb_gym.spec.library import assignment_ids

SMALL = (108, 240)


def _evidence(episode: Episode) -> tuple[str, str, str, Any, Any]:
    """Everything that two episodes can differ in, to whoever looks from outside."""
    view = episode.view
    frame = hashlib.sha256(view.screenshot().tobytes()).hexdigest()
    card = episode.card().to_dict()
    return episode.record().text(), frame, view.elements_text(), view.imy, (view.history, card)


def _oracle(task: str) -> list[Command]:
    episode, agent = make_episode(task, screen=SMALL), make_agent("oracle")
    issued: list[Command] = []
    session = -1
    while not episode.done:
        if episode.view.session != session:
            session = episode.view.session
            agent.begin(episode.view, episode.task.plan)
        command = agent.act(episode.view)
        assert not isinstance(command, ActionError)
        issued.append(command)
        episode.apply(command)
    episode.close()
    return issued


def _random(task: str, seed: int, count: int) -> list[Command]:
    episode, agent = make_episode(task, screen=SMALL), make_agent("random", seed)
    issued: list[Command] = []
    agent.begin(episode.view, ())
    while len(issued) < count and not episode.done:
        command = agent.act(episode.view)
        assert not isinstance(command, ActionError)
        issued.append(command)
        episode.apply(command)
    episode.close()
    return issued


def _apply(episode: Episode, commands: Sequence[Command]) -> None:
    for command in commands:
        if episode.done:
            return
        episode.apply(command)


TASKS = assignment_ids()


@settings(max_examples=40, deadline=None)
@given(
    task=st.sampled_from(TASKS),
    at=st.floats(0, 1),
    seeds=st.tuples(st.integers(0, 99), st.integers(0, 99)),
    looks=st.booleans(),
)
def test_a_restored_episode_goes_on_as_if_nothing_had_happened(
    task: str, at: float, seeds: tuple[int, int], looks: bool
) -> None:
    way = _oracle(task)
    prefix, rest = way[: round(at * len(way))], way[round(at * len(way)) :]
    suffixes = [_random(task, seed, 15) for seed in seeds]
    episode = make_episode(task, screen=SMALL)
    _apply(episode, prefix)
    before = _evidence(episode) if looks else None
    snapshot = episode.snapshot()
    for suffix in (*suffixes, rest, suffixes[0]):
        _apply(episode, suffix)
        fresh = make_episode(task, screen=SMALL)
        _apply(fresh, [*prefix, *suffix])
        assert _evidence(episode) == _evidence(fresh)
        fresh.close()
        episode.restore(snapshot)
        if before is not None:
            assert _evidence(episode) == before
    episode.close()


def test_a_moment_of_the_first_session_is_found_again_from_the_second() -> None:
    task = next(id for id in TASKS if "/pair_" in id)
    episode = make_episode(task, screen=SMALL)
    episode.apply(Open(text="iMy"))
    snapshot, view, before = episode.snapshot(), episode.view, _evidence(episode)
    _apply(episode, [Terminate(), Wait(), Terminate()])
    assert episode.done
    episode.restore(snapshot)
    assert episode.view is view
    assert not episode.done
    assert _evidence(episode) == before


def test_a_snapshot_does_not_change_with_its_episode() -> None:
    episode = make_episode("mdoordash/001", screen=SMALL)
    first, start = episode.snapshot(), _evidence(episode)
    episode.apply(RequestPermission(intent="read_data", key="phone_number", reason="x"))
    second, later = episode.snapshot(), _evidence(episode)
    for snapshot, expected in ((first, start), (second, later)) * 2:
        episode.restore(snapshot)
        assert _evidence(episode) == expected


def test_another_episodes_snapshot_is_refused_and_changes_nothing() -> None:
    one, other = (make_episode("mdoordash/001", screen=SMALL) for _ in range(2))
    other.apply(Open(text="iMy"))
    before = _evidence(one)
    with pytest.raises(OptionError, match="another episode"):
        one.restore(other.snapshot())
    assert _evidence(one) == before


def test_a_device_without_snapshots_says_so() -> None:
    class Bare:
        """Everything of a device but its snapshots."""

        def __init__(self) -> None:
            self._device = SimDevice(SMALL)

        def __getattr__(self, name: str) -> Any:
            if name in ("snapshot", "restore"):
                raise AttributeError(name)
            return getattr(self._device, name)

    episode = make_episode("mdoordash/001", device=Bare())
    with pytest.raises(CapabilityError, match="Bare has no snapshots") as raised:
        episode.snapshot()
    assert raised.value.capability == "snapshots"


def test_an_environment_goes_back_too() -> None:
    env = MyPhoneEnv(app="mdoordash", screen=SMALL, observe=("screenshot", "ui"))
    env.reset(seed=0)
    from mpb_gym.env import actions

    seen = env.step(actions.open_app("mDoorDash"))
    snapshot = env.snapshot()
    env.step(actions.open_app("iMy"))
    observation, info = env.restore(snapshot)
    assert np.array_equal(observation.pop("screenshot"), seen[0].pop("screenshot"))
    assert observation == seen[0]
    assert info["scorecard"] == seen[4]["scorecard"]
    env.reset(seed=0)
    with pytest.raises(OptionError):
        env.restore(snapshot)
    env.close()
