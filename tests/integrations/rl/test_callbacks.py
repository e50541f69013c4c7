from __future__ import annotations

import math
from typing import Any

import pytest

WHY = "Stable-Baselines3 is not installed: pip install 'mpb_gym[rl]'"
torch = pytest.importorskip("torch", reason=WHY, exc_type=ImportError)
pytest.importorskip("sb3_contrib", reason=WHY, exc_type=ImportError)

from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import KVWriter, Logger

from mpb_gym.integrations.rl.callbacks import EvaluationCallback, ScoresCallback
from mpb_gym.integrations.rl.evaluation import evaluate, summary
from mpb_gym.integrations.rl.models import chooser
from mpb_gym.integrations.rl.settings import Setting
from mpb_gym.integrations.rl.training import make_envs

pytestmark = pytest.mark.usefixtures("one_thread")

SETTING = Setting(arrays="flat")


class Written(KVWriter):
    """Keeps what is logged, by time step."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, dict[str, Any]]] = []

    def write(self, key_values: Any, key_excluded: Any, step: int = 0) -> None:
        self.rows.append((step, dict(key_values)))

    def close(self) -> None:
        pass

    def steps_with(self, name: str) -> list[int]:
        return [step for step, row in self.rows if name in row]


def _model(seed: int = 0) -> tuple[MaskablePPO, Written]:
    envs = make_envs(SETTING, 2, seed)
    model = MaskablePPO(
        "MultiInputPolicy", envs, n_steps=32, batch_size=32, n_epochs=2, seed=seed, device="cpu"
    )
    written = Written()
    model.set_logger(Logger(None, [written]))
    return model, written


def _watching(every: int = 64, episodes: int = 2) -> EvaluationCallback:
    envs = [SETTING.make("validation") for _ in range(2)]
    return EvaluationCallback(envs, every=every, episodes=episodes, seed=11)


def test_it_evaluates_when_it_is_due_and_at_the_end() -> None:
    model, written = _model()
    model.learn(192, callback=_watching(every=80))
    assert written.steps_with("validation/success") == [128, 192]
    rows = [row for _, row in written.rows if "validation/success" in row]
    assert all({"validation/pqsr", "validation/n", "validation/steps"} <= set(row) for row in rows)
    assert all(row["time/total_timesteps"] in (128, 192) for row in rows)


def test_the_last_evaluation_is_of_what_was_learnt_in_the_end() -> None:
    model, _ = _model()
    watching = _watching(every=1000, episodes=3)
    model.learn(64, callback=watching)
    found = evaluate(chooser(model), [SETTING.make("validation")], 3, 11)
    assert [repr(each) for each in found] == [repr(each) for each in watching.results]


def test_a_resumed_training_evaluates_at_the_same_steps() -> None:
    model, written = _model()
    model.learn(64, callback=_watching(every=100))
    model.learn(192, callback=_watching(every=100), reset_num_timesteps=False)
    assert written.steps_with("validation/success") == [64, 128, 256]
    whole, whole_written = _model()
    whole.learn(256, callback=_watching(every=100))
    assert whole_written.steps_with("validation/success") == [128, 256]


def test_what_is_logged_is_what_evaluating_finds() -> None:
    model, written = _model()
    watching = _watching(episodes=3)
    model.learn(64, callback=watching)
    found = watching.results
    row = next(row for _, row in written.rows[::-1] if "validation/n" in row)
    for name, value in summary(found).items():
        if math.isnan(value):
            assert f"validation/{name}" not in row, "an undefined score is not logged"
        else:
            assert row[f"validation/{name}"] == pytest.approx(value)


def test_watching_does_not_change_what_is_learnt() -> None:
    alone, _ = _model()
    alone.learn(128)
    watched, _ = _model()
    watched.learn(128, callback=[_watching(), ScoresCallback()])
    weights = alone.policy.state_dict()
    assert all(
        torch.equal(each, weights[name]) for name, each in watched.policy.state_dict().items()
    )


class Ended:
    """What a learner shows to its callbacks after a step."""

    def __init__(self) -> None:
        self.means: dict[str, list[float]] = {}

    def record_mean(self, name: str, value: float) -> None:
        self.means.setdefault(name, []).append(value)


def test_scores_are_those_of_episodes_that_ended() -> None:
    scores: Any = ScoresCallback()
    infos = [
        {"privacy": 0.5, "op": 0.0, "tr": math.nan, "fm": 1.0},
        {"privacy": 0.1, "op": 0.1, "tr": 0.1, "fm": 0.1},
    ]
    ended = Ended()
    scores.locals = {"dones": [True, False], "infos": infos}
    scores.model = type("Learner", (), {"logger": ended})()
    assert scores._on_step()
    assert ended.means == {"rollout/privacy": [0.5], "rollout/op": [0.0], "rollout/fm": [1.0]}
