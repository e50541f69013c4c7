from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

WHY = "Stable-Baselines3 is not installed: pip install 'mpb_gym[rl]'"
pytest.importorskip("torch", reason=WHY, exc_type=ImportError)
pytest.importorskip("sb3_contrib", reason=WHY, exc_type=ImportError)

from sb3_contrib import MaskablePPO
from stable_baselines3 import PPO

from mpb_gym.errors import OptionError
from mpb_gym.integrations.rl.evaluation import evaluate
from mpb_gym.integrations.rl.models import Model, carry, chooser, load_model, setting_of
from mpb_gym.integrations.rl.policy import ElementPolicy
from mpb_gym.integrations.rl.settings import Setting

pytestmark = pytest.mark.usefixtures("one_thread")

FLAT = Setting(arrays="flat", privacy=0.25)


def _model(kind: str) -> Model:
    if kind == "element":
        return MaskablePPO(ElementPolicy, Setting(privacy=0.25).make(), seed=0, device="cpu")
    learner = PPO if kind == "plain" else MaskablePPO
    return learner("MultiInputPolicy", FLAT.make(), seed=0, device="cpu")


@pytest.mark.parametrize("kind", ["plain", "masked", "element"])
def test_a_path_is_all_that_is_needed(kind: str, tmp_path: Path) -> None:
    model = _model(kind)
    setting = FLAT if kind != "element" else Setting(privacy=0.25)
    carry(model, setting)
    model.save(tmp_path / "model.zip")
    again = load_model(tmp_path / "model.zip")
    assert type(again) is type(model) and setting_of(again) == setting
    # What it does is the same, down to the last step of an episode.
    ends = [
        [repr(each) for each in evaluate(chooser(one), [setting.make("validation")], 2, 0)]
        for one in (model, again)
    ]
    assert ends[0] == ends[1]


def test_the_likeliest_action_needs_no_draw_and_a_drawn_one_respects_masks() -> None:
    model, env = _model("masked"), FLAT.make()
    observation, _ = env.reset(seed=0)
    batch = {name: np.stack([value] * 64) for name, value in observation.items()}
    masks = np.stack([env.action_masks()] * 64)
    assert len(set(chooser(model)(batch, masks).tolist())) == 1
    drawn = chooser(model, deterministic=False)(batch, masks)
    assert drawn.dtype == np.int64 and len(set(drawn.tolist())) > 5
    assert masks[0][drawn].all()


def test_a_model_without_a_setting_says_what_to_do() -> None:
    with pytest.raises(OptionError, match=r"no setting.*carry\(model, setting\)"):
        setting_of(_model("plain"))


def test_files_that_are_no_models_are_named(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"gone\.zip: there is no such file"):
        load_model(tmp_path / "gone.zip")
    (tmp_path / "text.zip").write_text("hello")
    with pytest.raises(OptionError, match=r"text\.zip: not a model"):
        load_model(tmp_path / "text.zip")
    with zipfile.ZipFile(tmp_path / "empty.zip", "w") as archive:
        archive.writestr("data", "{}")
    with pytest.raises(OptionError, match=r"empty\.zip: holds no policy"):
        load_model(tmp_path / "empty.zip")


@pytest.mark.parametrize("arrays", ["parts", "flat"])
def test_plain_networks_take_arrays_in_parts_and_flat(arrays: Any) -> None:
    """PyTorch refuses some names of parts, such as ``keys``."""
    env: Any = Setting(arrays=arrays).make()
    PPO("MultiInputPolicy", env, device="cpu", n_steps=8, batch_size=8).learn(8)
