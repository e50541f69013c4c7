from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

WHY = "Stable-Baselines3 is not installed: pip install 'mpb_gym[rl]'"
torch = pytest.importorskip("torch", reason=WHY, exc_type=ImportError)
pytest.importorskip("sb3_contrib", reason=WHY, exc_type=ImportError)

from sb3_contrib import MaskablePPO

from mpb_gym.integrations.rl.demonstrations import Demonstrations
from mpb_gym.integrations.rl.policy import ElementPolicy
from mpb_gym.integrations.rl.settings import Setting
from mpb_gym.wrappers import ElementActions

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def env() -> ElementActions:
    return Setting().make("train")


@pytest.fixture
def model(env: ElementActions) -> MaskablePPO:
    return MaskablePPO(ElementPolicy, env, n_steps=32, batch_size=16, seed=0, device="cpu")


def _seen(shown: Demonstrations, rows: slice) -> tuple[Any, Any, Any]:
    observations = {
        name: torch.as_tensor(values[rows].astype(np.float32))
        for name, values in shown.observations.items()
    }
    count = int(Setting().make().action_space.n)  # type: ignore[attr-defined]
    masks = np.unpackbits(shown.masks[rows], axis=1, count=count).astype(np.bool_)
    return observations, masks, torch.as_tensor(shown.actions[rows])


def test_only_what_exists_is_done(model: MaskablePPO, shown: Demonstrations) -> None:
    observations, masks, _ = _seen(shown, slice(0, 40))
    distribution: Any = model.policy.get_distribution(observations, action_masks=masks)
    likely = distribution.distribution.probs.detach().numpy()
    assert likely[~masks].max() < 1e-6 and np.allclose(likely.sum(1), 1, atol=1e-5)
    assert (likely[masks] > 1e-6).mean() > 0.9, "what exists may be done"
    arrays = {name: values.numpy() for name, values in observations.items()}
    for deterministic in (False, True):
        actions, _ = model.predict(arrays, action_masks=masks, deterministic=deterministic)
        assert masks[np.arange(len(masks)), actions].all()
    alone = np.zeros_like(masks)
    alone[:, 5] = True
    assert (model.predict(arrays, action_masks=alone)[0] == 5).all()


@pytest.mark.parametrize(("rows", "parts"), [("texts", ("type", "save")), ("high", ("request",))])
def test_rows_that_change_places_take_their_scores_along(
    model: MaskablePPO, env: ElementActions, shown: Demonstrations, rows: str, parts: Any
) -> None:
    """Weights are shared: a text is scored by what it is and not by where it stands."""
    observations, _, _ = _seen(shown, slice(0, 6))
    extract: Any = model.policy.features_extractor
    order = torch.randperm(observations[rows].shape[1], generator=torch.Generator().manual_seed(1))
    swapped = {**observations, rows: observations[rows][:, order]}
    before, after = extract(observations), extract(swapped)
    for part in parts:
        places = env.parts[part]
        shape = {"type": (6, -1, len(order)), "save": (6, len(order), 2)}.get(part, (6, len(order)))
        one, two = (
            scores[:, places.start : places.stop].reshape(shape) for scores in (before, after)
        )
        moved = one[:, :, order] if part == "type" else one[:, order]
        assert torch.allclose(moved, two, atol=1e-5), part
        assert one.std() > 0


def test_every_weight_learns(model: MaskablePPO, shown: Demonstrations) -> None:
    observations, _, _ = _seen(shown, slice(0, len(shown.actions)))
    policy = model.policy
    extract: Any = policy.features_extractor
    scores = extract(observations)
    draws = torch.Generator().manual_seed(0)
    values = policy.predict_values(observations)
    ((scores * torch.randn(scores.shape, generator=draws)).sum() + values.sum()).backward()
    still = [
        name
        for name, each in policy.named_parameters()
        if each.grad is None or not torch.count_nonzero(each.grad)
    ]
    assert not still
    known = {id(each) for group in policy.optimizer.param_groups for each in group["params"]}
    assert known == {id(each) for each in policy.parameters()}, "the optimizer moves all of them"


def test_it_learns_a_little_and_comes_back_as_it_was_saved(
    model: MaskablePPO, shown: Demonstrations, tmp_path: Path
) -> None:
    before = {name: each.clone() for name, each in model.policy.state_dict().items()}
    model.learn(32)
    assert any(
        not torch.equal(each, before[name]) for name, each in model.policy.state_dict().items()
    )
    model.save(tmp_path / "model.zip")
    again = MaskablePPO.load(tmp_path / "model.zip", device="cpu")
    assert isinstance(again.policy, ElementPolicy)
    observations, masks, actions = _seen(shown, slice(0, 30))
    for one, two in zip(
        model.policy.evaluate_actions(observations, actions, masks),
        again.policy.evaluate_actions(observations, actions, masks),
        strict=True,
    ):
        assert one is not None and two is not None and torch.equal(one, two)
