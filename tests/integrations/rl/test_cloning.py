from __future__ import annotations

import numpy as np
import pytest

WHY = "Stable-Baselines3 is not installed: pip install 'mpb_gym[rl]'"
torch = pytest.importorskip("torch", reason=WHY, exc_type=ImportError)
pytest.importorskip("sb3_contrib", reason=WHY, exc_type=ImportError)

from sb3_contrib import MaskablePPO

from mpb_gym.integrations.rl.cloning import clone
from mpb_gym.integrations.rl.demonstrations import Demonstrations
from mpb_gym.integrations.rl.policy import ElementPolicy
from mpb_gym.integrations.rl.settings import Setting

pytestmark = pytest.mark.usefixtures("one_thread")


def _cloned(shown: Demonstrations, seed: int) -> tuple[MaskablePPO, list[float]]:
    model = MaskablePPO(ElementPolicy, Setting().make("train"), seed=0, device="cpu")
    return model, list(clone(model.policy, shown, epochs=10, batch=16, seed=seed))


def test_it_comes_to_do_what_was_shown(shown: Demonstrations) -> None:
    model, losses = _cloned(shown, seed=0)
    assert len(losses) == 10 and losses[-1] < 0.5 * losses[0]
    count = int(Setting().make().action_space.n)  # type: ignore[attr-defined]
    actions, _ = model.predict(
        {name: values.astype(np.float32) for name, values in shown.observations.items()},
        action_masks=np.unpackbits(shown.masks, axis=1, count=count).astype(np.bool_),
        deterministic=True,
    )
    assert (actions == shown.actions).mean() > 0.6


def test_a_seed_decides_the_weights(shown: Demonstrations) -> None:
    (one, losses), (two, again), (other, _) = (_cloned(shown, seed) for seed in (1, 1, 2))
    assert losses == again
    weights = [model.policy.state_dict() for model in (one, two, other)]
    assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[0])
    assert any(not torch.equal(weights[0][name], weights[2][name]) for name in weights[0])
