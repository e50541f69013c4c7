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
    entropy: float = 0.0,
    value: float = 0.5,
    weight_decay: float = 0.0,
    seed: int = 0,
) -> Iterator[float]:
    """Fits a policy to demonstrations by maximum likelihood, among what could be chosen.

    Its estimate of values is fitted to their returns along with it, so that learning from
    rewards can go on from there.

    Args:
        policy: Is changed.
        shown: What to imitate.
        epochs: Passes over it.
        batch: Choices a step.
        learning_rate: Of Adam, at first; it falls to 0 in a straight line.
        entropy: Weight of the policy's entropy; more leaves it readier to try something else.
        value: Weight of the squared error of the values.
        weight_decay: Of Adam, decoupled; more relies less on names that were seen.
        seed: Of the order in which choices are seen.

    Yields:
        For each epoch, the mean of minus the log likelihood, in nats a choice.
    """
    rng = np.random.default_rng(seed)
    optimizer = torch.optim.AdamW(policy.parameters(), lr=learning_rate, weight_decay=weight_decay)
    count = len(shown.actions)
    steps = epochs * -(-count // batch)
    falling = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, steps)
    actions = policy.action_space.n  # type: ignore[attr-defined]
    policy.set_training_mode(True)
    for _ in range(epochs):
        losses = []
        for rows in _batches(rng.permutation(count), batch):
            seen = {name: values[rows] for name, values in shown.observations.items()}
            observations: Any = policy.obs_to_tensor(seen)[0]
            masks: Any = np.unpackbits(shown.masks[rows], axis=1, count=actions).astype(np.bool_)
            chosen = torch.as_tensor(shown.actions[rows])
            values, likelihood, spread = policy.evaluate_actions(observations, chosen, masks)
            assert spread is not None
            missed = values.squeeze(-1) - torch.as_tensor(shown.returns[rows])
            loss = -likelihood.mean() - entropy * spread.mean() + value * missed.square().mean()
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            falling.step()
            losses.append(-float(likelihood.detach().mean()))
        yield float(np.mean(losses))


def _batches(order: NDArray[np.int64], size: int) -> Iterator[NDArray[np.int64]]:
    for start in range(0, len(order), size):
        yield np.sort(order[start : start + size])
