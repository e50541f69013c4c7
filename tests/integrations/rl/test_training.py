from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

WHY = "Stable-Baselines3 is not installed: pip install 'mpb_gym[rl]'"
pytest.importorskip("torch", reason=WHY, exc_type=ImportError)
pytest.importorskip("sb3_contrib", reason=WHY, exc_type=ImportError)

from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import is_masking_supported

from mpb_gym.errors import OptionError
from mpb_gym.integrations.rl.models import carry
from mpb_gym.integrations.rl.settings import Setting
from mpb_gym.integrations.rl.training import Training, make_envs, resume

pytestmark = pytest.mark.usefixtures("one_thread")

SETTING = Setting(arrays="flat")


def _model() -> MaskablePPO:
    model = MaskablePPO(
        "MultiInputPolicy",
        make_envs(SETTING, 2, seed=0),
        n_steps=16,
        batch_size=32,
        n_epochs=3,
        seed=0,
        device="cpu",
    )
    carry(model, SETTING)
    return model


def test_masks_are_found_through_everything_around_them() -> None:
    assert is_masking_supported(make_envs(SETTING, 2, seed=0))


def test_a_checkpoint_goes_on_with_the_counts_that_it_had(tmp_path: Path) -> None:
    training = Training(steps=64, out=tmp_path, checkpoint=32, evaluate=64, episodes=1)
    model = _model()
    saved = training.run(model, progress=False)
    assert saved == tmp_path / "model.zip" and saved.is_file()
    names = sorted(file.name for file in training.checkpoints.iterdir())
    assert names == ["model_32.zip"], "the last one is model.zip"
    assert (model.num_timesteps, model._n_updates) == (64, 6)

    again = resume(training.checkpoints / "model_32.zip", seed=0)
    assert (again.num_timesteps, again._n_updates) == (32, 3)
    optimizer = again.policy.optimizer.state_dict()["state"]
    assert optimizer and all(int(each["step"]) == 3 for each in optimizer.values())
    training.run(again, progress=False)
    assert (again.num_timesteps, again._n_updates) == (64, 6)


def test_a_resumed_model_meets_other_tasks(tmp_path: Path) -> None:
    training = Training(steps=32, out=tmp_path, evaluate=64, episodes=1)
    saved = training.run(_model(), progress=False)
    again = resume(saved, seed=0)
    assert again.env is not None
    first = make_envs(SETTING, 2, seed=0).reset()
    assert isinstance(first, dict)
    other = again.env.reset()
    assert isinstance(other, dict) and not np.array_equal(first["arrays"], other["arrays"])


def test_what_is_done_already_is_not_done_again(tmp_path: Path) -> None:
    training = Training(steps=32, out=tmp_path, evaluate=64, episodes=1)
    saved = training.run(_model(), progress=False)
    with pytest.raises(OptionError, match="learnt for 32 steps and was to do 32 in all"):
        training.run(resume(saved, seed=0), progress=False)
    with pytest.raises(OptionError, match="no such file"):
        resume(tmp_path / "gone.zip", seed=0)
