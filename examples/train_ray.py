"""Learning on Ray: actors play with the newest weights, a learner updates them.

    pip install 'mpb_gym[ray]'
    python examples/train_ray.py --workers 2 --iterations 30

The policy is a softmax over all actions that exist now, with scores that are linear in what
`ElementObservation` shows; the learner is REINFORCE, a policy gradient of a few lines. An actor
works out the gradient of its episode where it played, so that small vectors travel and no
frames. Episodes are numbered and seeded by their number: any number of workers gives the same
weights.

What it learns in minutes is to cost little: to leave the user's data alone, and, where no reward
speaks against it, to give up early. Doing the tasks takes a better learner; put yours in the
place of `Policy` and `update`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

import mpb_gym  # noqa: F401 - registers the environments
from mpb_gym.wrappers import ElementActions, ElementObservation

Floats = NDArray[np.float64]
Weights = dict[str, Floats]


class Settings(NamedTuple):
    """What is trained on, and how."""

    env: str = "MyPhone-mDoorDash-v0"
    split: str = "train"
    steps: int = 40  # of an episode, at most
    episodes: int = 32  # of an iteration
    rate: float = 0.5


class Played(NamedTuple):
    """An episode: what it was worth, and how to make all that was done in it more likely."""

    total: float
    cost: float
    steps: int
    gradient: Weights


class Policy:
    """Scores every action by what is known of the rows that it is made of.

    Args:
        env: The phone as a list.
    """

    def __init__(self, env: ElementActions) -> None:
        self._parts, (self._elements, self._texts, _) = env.parts, env.sizes
        assert isinstance(env.observation_space, gym.spaces.Dict)
        width = {name: (space.shape or ())[-1] for name, space in env.observation_space.items()}
        others = len(env.parts["other"])
        self.weights: Weights = {
            "tap": np.zeros(width["elements"]),
            "box": np.zeros(width["elements"]),
            "text": np.zeros(width["texts"]),
            "request": np.zeros(width["high"]),
            "read": np.zeros(width["high"]),
            "save": np.zeros((2, width["texts"])),
            "other": np.zeros((others, width["context"])),
        }

    def probabilities(self, seen: dict[str, Any], mask: NDArray[np.bool_]) -> Floats:
        """Returns how likely each action is, shape (n,)."""
        w = self.weights
        typing = np.add.outer(seen["elements"] @ w["box"], seen["texts"] @ w["text"])
        scores = np.concatenate(
            (
                seen["elements"] @ w["tap"],
                typing.ravel(),
                seen["high"] @ w["request"],
                seen["high"] @ w["read"],
                (seen["texts"] @ w["save"].T).ravel(),
                w["other"] @ seen["context"],
            )
        )
        scores[~mask] = -np.inf
        likely: Floats = np.exp(scores - scores.max())
        likely /= likely.sum()
        return likely

    def gradient(self, seen: dict[str, Any], likely: Floats, action: int) -> Weights:
        """Returns the gradient of the logarithm of an action's probability."""
        push = -likely
        push[action] += 1
        at = {name: push[part.start : part.stop] for name, part in self._parts.items()}
        typing = at["type"].reshape(self._elements, self._texts)
        return {
            "tap": at["tap"] @ seen["elements"],
            "box": typing.sum(1) @ seen["elements"],
            "text": typing.sum(0) @ seen["texts"],
            "request": at["request"] @ seen["high"],
            "read": at["read"] @ seen["high"],
            "save": at["save"].reshape(-1, 2).T @ seen["texts"],
            "other": np.outer(at["other"], seen["context"]),
        }


def make_env(settings: Settings) -> ElementActions:
    """Makes a phone that is seen as arrays and used by one number."""
    env: gym.Env[Any, Any] = gym.make(
        settings.env,
        split=settings.split,
        observe=(),
        screen=(216, 480),
        max_episode_steps=settings.steps,
    )
    return ElementActions(ElementObservation(env))


class Player:
    """Plays episodes; one of them lives in each of Ray's workers."""

    def __init__(self, settings: Settings) -> None:
        self._env = make_env(settings)
        self._policy = Policy(self._env)

    def play(self, weights: Weights, number: int) -> Played:
        """Plays an episode.

        Args:
            weights: Of the policy.
            number: Of the episode; decides the task and all draws.
        """
        self._policy.weights = weights
        draws = np.random.default_rng(number)
        gradient = {name: np.zeros_like(values) for name, values in weights.items()}
        seen, _ = self._env.reset(seed=number)
        total = cost = 0.0
        steps, done = 0, False
        while not done:
            likely = self._policy.probabilities(seen, self._env.action_masks())
            action = int(draws.choice(len(likely), p=likely))
            for name, values in self._policy.gradient(seen, likely, action).items():
                gradient[name] += values
            seen, reward, terminated, truncated, info = self._env.step(np.int64(action))
            total += reward - info["cost"]
            cost += info["cost"]
            steps, done = steps + 1, terminated or truncated
        return Played(total, cost, steps, gradient)


def update(weights: Weights, batch: list[Played], rate: float) -> Weights:
    """Returns better weights: what was worth more than the mean becomes more likely."""
    totals = np.array([played.total for played in batch])
    advantages = (totals - totals.mean()) / (totals.std() + 1e-8)
    better = {name: values.copy() for name, values in weights.items()}
    for advantage, played in zip(advantages, batch, strict=True):
        for name, values in played.gradient.items():
            better[name] += rate * advantage * values / (len(batch) * played.steps)
    return better


def train(settings: Settings, workers: int, iterations: int) -> Iterator[tuple[Weights, str]]:
    """Trains on the cluster that Ray is connected to.

    Args:
        settings: What is trained on, and how.
        workers: How many actors play.
        iterations: How many updates.

    Yields:
        The weights after each update, and a line about it.
    """
    import ray
    from ray.util import ActorPool

    remote = ray.remote(Player)
    pool = ActorPool([remote.remote(settings) for _ in range(workers)])
    weights = Policy(make_env(settings)).weights
    for iteration in range(iterations):
        shared = ray.put(weights)
        first = iteration * settings.episodes
        numbers = range(first, first + settings.episodes)
        # In the order of the numbers, whoever is done first: sums then have the same digits.
        todo = [(shared, number) for number in numbers]
        batch = list(pool.map(lambda actor, job: actor.play.remote(*job), todo))
        weights = update(weights, batch, settings.rate)
        total, cost, steps = (
            float(np.mean([getattr(played, name) for played in batch]))
            for name in ("total", "cost", "steps")
        )
        yield weights, f"{iteration}: return {total:.3f}, cost {cost:.3f}, {steps:.1f} steps"


def main() -> None:
    """Trains on this machine, or on the cluster that `RAY_ADDRESS` names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--env", default=Settings().env)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--episodes", type=int, default=Settings().episodes, help="an iteration")
    parser.add_argument("--iterations", type=int, default=30)
    chosen = parser.parse_args()
    try:
        import ray
    except ImportError as error:
        raise SystemExit("Ray is not installed: pip install 'mpb_gym[ray]'") from error
    ray.init(include_dashboard=False, log_to_driver=False)
    settings = Settings(env=chosen.env, episodes=chosen.episodes)
    for _, line in train(settings, chosen.workers, chosen.iterations):
        print(line, flush=True)


if __name__ == "__main__":
    main()
