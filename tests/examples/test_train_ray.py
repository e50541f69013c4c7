"""The example that learns on Ray, on two workers of a small cluster."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples.train_ray import Played, Player, Policy, Settings, make_env, train, update

SETTINGS = Settings(steps=6, episodes=4)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two workers on this machine."""
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
    yield
    ray.shutdown()


@pytest.mark.filterwarnings("default")
def test_two_workers_learn_what_this_process_learns(cluster: None) -> None:
    there = [weights for weights, _ in train(SETTINGS, workers=2, iterations=2)]
    player = Player(SETTINGS)
    here = Policy(make_env(SETTINGS)).weights
    for iteration, weights in enumerate(there):
        numbers = range(iteration * SETTINGS.episodes, (iteration + 1) * SETTINGS.episodes)
        here = update(here, [player.play(here, number) for number in numbers], SETTINGS.rate)
        for name, values in here.items():
            assert np.array_equal(weights[name], values), name
    assert any(values.any() for values in here.values())


def _some_weights(policy: Policy, seed: int) -> dict[str, Any]:
    draws = np.random.default_rng(seed)
    return {name: draws.normal(0, 0.3, values.shape) for name, values in policy.weights.items()}


def test_the_gradient_is_that_of_the_probabilities() -> None:
    env = make_env(SETTINGS)
    policy = Policy(env)
    policy.weights = _some_weights(policy, 1)
    seen, _ = env.reset(seed=2)
    mask = env.action_masks()
    likely = policy.probabilities(seen, mask)
    assert likely.sum() == pytest.approx(1) and not likely[~mask].any()
    action = int(np.argmax(likely))
    gradient = policy.gradient(seen, likely, action)
    for name, values in gradient.items():
        place = np.unravel_index(np.abs(values).argmax(), values.shape)
        kept, step = policy.weights[name][place], 1e-5
        logs = []
        for moved in (kept + step, kept - step):
            policy.weights[name][place] = moved
            logs.append(np.log(policy.probabilities(seen, mask)[action]))
        policy.weights[name][place] = kept
        assert values[place] == pytest.approx((logs[0] - logs[1]) / (2 * step), abs=1e-5), name


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=6))
def test_what_was_worth_more_becomes_more_likely(totals: list[float]) -> None:
    batch = [
        Played(total, 0.0, 1, {"tap": np.eye(len(totals))[place]})
        for place, total in enumerate(totals)
    ]
    better = update({"tap": np.zeros(len(totals))}, batch, 1.0)["tap"]
    assert (np.diff(better[np.argsort(totals)]) >= -1e-9).all()
