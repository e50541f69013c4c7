"""Datasets hold what happened, byte for byte."""

import json
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from mpb_gym.agents import make_agent
from mpb_gym.cli import main
from mpb_gym.commands import Terminate, Type
from mpb_gym.errors import ActionError, OptionError, UnknownNameError
from mpb_gym.integrations.minari import INFOS, Recording, record
from mpb_gym.integrations.trajectory import play

minari = pytest.importorskip(
    "minari", reason="minari is not installed: pip install 'mpb_gym[minari]'"
)
pytest.importorskip("h5py", reason="h5py is not installed: pip install 'mpb_gym[minari]'")

SMALL = (64, 142)
TASKS = ("mdoordash/001", "mzocdoc/pair_01", "mdmv/train-3")


@pytest.fixture(autouse=True)
def datasets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "datasets"))
    return tmp_path / "datasets"


class Mute:
    """Says nothing that could be read, until it is done."""

    planned = False

    def __init__(self, config: Any) -> None:
        self._left = 3

    def begin(self, view: Any, plan: Any) -> None:
        """Nothing to learn."""

    def act(self, view: Any) -> Any:
        """Mumbles, then leaves."""
        self._left -= 1
        return ActionError("malformed_action", "mumble") if self._left else Terminate()


class Broken(Mute):
    """Types what no HDF5 file can hold, then leaves."""

    def act(self, view: Any) -> Any:
        """Types it first."""
        self._left -= 1
        return Type(text="a\0b") if self._left == 2 else Terminate()


@pytest.mark.parametrize("agent", ["oracle", "helpful"])
def test_a_loaded_episode_replays_to_the_same_bytes(agent: str) -> None:
    record(
        Recording(
            dataset=f"myphone/{agent}-v0",
            tasks=TASKS,
            agent=agent,
            seed=7,
            screen=SMALL,
            observe=("screenshot", "ui"),
        )
    )
    dataset = minari.load_dataset(f"myphone/{agent}-v0")
    env = dataset.recover_environment()
    metadata = list(dataset.storage.get_episode_metadata(range(len(dataset))))
    assert [each["seed"] for each in metadata] == [7, 8, 9]
    for episode, about in zip(dataset.iterate_episodes(), metadata, strict=True):
        assert about["success"] and about["unreadable"] == 0
        observation, info = env.reset(seed=about["seed"], options=about["options"])
        assert about["options"]["task"] in TASKS
        for step in range(len(episode) + 1):
            for name, value in observation.items():
                stored = episode.observations[name][step]
                if isinstance(value, np.ndarray):
                    assert stored.dtype == value.dtype and stored.tobytes() == value.tobytes()
                else:
                    assert stored == value
            for name in INFOS:
                assert np.array_equal(episode.infos[name][step], info[name], equal_nan=True), name
            if step == len(episode):
                break
            action = {name: values[step] for name, values in episode.actions.items()}
            assert env.action_space.contains(action)
            observation, reward, terminated, truncated, info = env.step(action)
            assert reward == episode.rewards[step]
            assert terminated == episode.terminations[step]
            assert truncated == episode.truncations[step]
        assert terminated or truncated
        assert json.loads(about["scorecard"]) == info["scorecard"]
    env.close()


def test_what_cannot_be_read_is_a_wait_and_counted() -> None:
    dataset = record(
        Recording(dataset="mute-v0", tasks=TASKS[:1], agent=f"{__name__}:Mute", observe=())
    )
    (about,) = dataset.storage.get_episode_metadata([0])
    assert about["unreadable"] == 2 and not about["success"]
    assert "wait()" in dataset[0].observations["history"][-1]


def test_nothing_is_left_of_a_dataset_that_broke(datasets: Path) -> None:
    recording = Recording(dataset="broken-v0", tasks=TASKS[:1], agent=f"{__name__}:Broken")
    with pytest.raises(OptionError, match="step 1 of mdoordash/001 holds a NUL character"):
        record(recording)
    assert not (datasets / "broken-v0").exists()


def test_bad_recordings_are_named_before_anything_is_written(datasets: Path) -> None:
    with pytest.raises(OptionError, match="'oracle' is not the id of a dataset"):
        record(Recording(dataset="oracle", tasks=TASKS))
    with pytest.raises(OptionError, match=r"'\.\./x-v0' is not the id"):
        record(Recording(dataset="../x-v0", tasks=TASKS))
    with pytest.raises(UnknownNameError):
        record(Recording(dataset="x-v0", tasks=("mdoordash/999",)))
    with pytest.raises(UnknownNameError, match="agent"):
        record(Recording(dataset="x-v0", tasks=TASKS, agent="nobody"))
    assert not (datasets / "x-v0").exists()


def test_the_command_writes_a_dataset_and_spares_one_that_is_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["record", "--minari", "food-v0", "--app", "mDoorDash", "--episodes", "2"]
    with pytest.raises(SystemExit) as ended:
        main([*command, "--split", "train", "--observe", "neither"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("2 episodes, 2 of them with the task done")
    dataset = minari.load_dataset("food-v0")
    assert set(dataset[0].observations) == {"instruction", "history", "imy"}
    with pytest.raises(SystemExit) as ended:
        main(command)
    assert ended.value.code == 2
    assert "there is a dataset food-v0 already" in capsys.readouterr().err


def test_without_minari_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "h5py", None)
    with pytest.raises(OptionError, match=r"h5py is not .*pip install 'mpb_gym\[minari\]'"):
        record(Recording(dataset="x-v0", tasks=TASKS))


def test_a_trajectory_has_one_observation_more_than_steps() -> None:
    env = gym.make("MyPhone-v0", screen=SMALL)
    trajectory = play(env, make_agent("oracle"), "mdoordash/001", 0)
    steps = len(trajectory.actions)
    assert len(trajectory.observations) == len(trajectory.infos) == steps + 1
    assert sum(trajectory.rewards) == trajectory.rewards[-1] == 1.0
    assert trajectory.terminations == [False] * (steps - 1) + [True]
