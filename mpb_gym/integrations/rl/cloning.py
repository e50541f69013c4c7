"""Imitation: a policy that does what was shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from mpb_gym.integrations.rl.demonstrations import Demonstrations


def clone(
    policy: MaskableActorCriticPolicy,
    shown: Demonstrations,
    *,
    epochs: int = 6,
    batch: int = 256,
    learning_rate: float = 1e-3,
    seed: int = 0,
) -> Iterator[float]:
    """Fits a policy to demonstrations by maximum likelihood, among what could be chosen.

    Args:
        policy: Is changed.
        shown: What to imitate.
        epochs: Passes over it.
        batch: Choices a step.
        learning_rate: Of Adam.
        seed: Of the order in which choices are seen.

    Yields:
        The mean loss of each epoch, in nats a choice.
    """
    rng = np.random.default_rng(seed)
    optimizer = torch.optim.Adam(policy.parameters(), lr=learning_rate)
    count = len(shown.actions)
    actions = policy.action_space.n  # type: ignore[attr-defined]
    policy.set_training_mode(True)
    for _ in range(epochs):
        losses = []
        for rows in _batches(rng.permutation(count), batch):
            observations: Any = {
                name: torch.as_tensor(values[rows].astype(np.float32))
                for name, values in shown.observations.items()
            }
            masks: Any = np.unpackbits(shown.masks[rows], axis=1, count=actions).astype(np.bool_)
            chosen = torch.as_tensor(shown.actions[rows])
            _, likelihood, _ = policy.evaluate_actions(observations, chosen, masks)
            loss = -likelihood.mean()
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            losses.append(float(loss.detach()))
        yield float(np.mean(losses))


def _batches(order: NDArray[np.int64], size: int) -> Iterator[NDArray[np.int64]]:
    for start in range(0, len(order), size):
        yield np.sort(order[start : start + size])
