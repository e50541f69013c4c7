"""Records episodes as a Minari dataset, for offline learning. Needs the extra ``minari``.

Nothing is lost: frames are stored as they are, not as JPEG, and each episode holds the seed and
the task with which ``reset`` starts it again, so that its actions lead to the same bytes.
"""

from __future__ import annotations

import json
import re
import shutil
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import gymnasium as gym

import mpb_gym  # noqa: F401 - registers the environments
from mpb_gym.agents import check_agent, close_agent, make_agent
from mpb_gym.env.spaces import TEXTS
from mpb_gym.episode import UserOption
from mpb_gym.errors import OptionError
from mpb_gym.integrations.trajectory import AnyEnv, Trajectory, play

SCREEN = (216, 480)
"""Width and height of recorded screenshots in pixels, if nobody says: 0.3 MB a step."""

INFOS = (
    "is_success", "privacy", "op", "tr", "fm", "cost", "cost_op", "cost_tr", "cost_fm", "session",
)  # fmt: skip
"""What is kept of each step's info: its numbers."""

_DATASET = re.compile(r"([-\w]+/)*[-\w]+-v\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """What is recorded.

    Attributes:
        dataset: Id of the new dataset, as ``myphone/oracle-v0``.
        tasks: Ids of tasks and pairs, an episode each.
        agent: Name of the agent, see :func:`mpb_gym.agents.make_agent`.
        options: The agent's own.
        seed: Of the first episode; each has its own, one higher than the last.
        screen: Width and height of screenshots in pixels.
        observe: As for the environment.
        user: As for the environment.
    """

    dataset: str
    tasks: Sequence[str]
    agent: str = "oracle"
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    screen: tuple[int, int] = SCREEN
    observe: Sequence[str] = ("screenshot",)
    user: UserOption = "task"


def record(recording: Recording, on_done: Callable[[], None] = lambda: None) -> Any:
    """Lets an agent play, and writes a dataset where Minari keeps them.

    Minari keeps datasets in ``~/.minari/datasets``, or where ``MINARI_DATASETS_PATH`` says.
    The metadata of each episode hold ``seed``, ``options`` (for ``reset``), ``success``,
    ``scorecard`` (JSON) and ``unreadable``: how often the agent wrote nothing that could be read
    as an action, for which a ``wait`` stands, since a dataset holds elements of the space only.

    Args:
        recording: What is recorded.
        on_done: Called after each episode.

    Returns:
        The ``minari.MinariDataset``.

    Raises:
        OptionError: Minari is not installed, an option cannot be used, or there is such a
            dataset already.
        UnknownNameError: There is no such agent or task.
        InfrastructureError: Something broke that the agent is not to blame for; then nothing
            is left of the dataset, as after any other error.
    """
    minari = _import_minari()
    check_agent(recording.agent, recording.options)
    path = _new_path(minari, recording.dataset)
    env: AnyEnv = gym.make(
        "MyPhone-v0",
        tasks=list(recording.tasks),
        screen=recording.screen,
        observe=tuple(recording.observe),
        user=recording.user,
    )
    cards: list[dict[str, Any]] = []

    def episodes() -> Iterator[Any]:
        for number, task in enumerate(recording.tasks):
            seed = recording.seed + number
            trajectory = _play(env, recording, task, seed)
            cards.append(_about(trajectory))
            yield _buffer(minari, trajectory, task, seed)
            on_done()

    try:
        with _no_advice():
            dataset = minari.create_dataset_from_buffers(
                dataset_id=recording.dataset,
                buffer=episodes(),  # one at a time, so that memory stays small
                env=env,
                algorithm_name=recording.agent,
                description=f"Episodes of mpb_gym's MyPhone-v0, played by {recording.agent}.",
                requirements=_requirements(),
                data_format="hdf5",
                jpeg_encoding=False,
            )
        dataset.storage.update_episode_metadata(cards)
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise
    finally:
        env.close()
    return dataset


def _play(env: AnyEnv, recording: Recording, task: str, seed: int) -> Trajectory:
    agent = make_agent(recording.agent, seed, recording.options, assignment=task)
    try:
        trajectory = play(env, agent, task, seed)
    finally:
        close_agent(agent)
    for step, action in enumerate(trajectory.actions, 1):
        if any("\0" in action[name] for name in TEXTS):
            raise OptionError(
                f"agent: its step {step} of {task} holds a NUL character, which HDF5 cannot store"
            )
    return trajectory


def _buffer(minari: Any, trajectory: Trajectory, task: str, seed: int) -> Any:
    return minari.data_collector.EpisodeBuffer(
        seed=seed,
        options={"task": task},
        observations=_columns(trajectory.observations, tuple(trajectory.observations[0])),
        actions=_columns(trajectory.actions, tuple(trajectory.actions[0])),
        rewards=trajectory.rewards,
        terminations=trajectory.terminations,
        truncations=trajectory.truncations,
        infos=_columns(trajectory.infos, INFOS),
    )


def _columns(rows: Sequence[Mapping[str, Any]], names: tuple[str, ...]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in names}


def _about(trajectory: Trajectory) -> dict[str, Any]:
    """What an episode's metadata say of it, beside how it is started."""
    card = trajectory.infos[-1]["scorecard"]
    return {
        "success": bool(card["success"]),
        "scorecard": json.dumps(card, ensure_ascii=False),
        "unreadable": trajectory.unreadable,
    }


def _import_minari() -> Any:
    try:
        import h5py  # noqa: F401 - Minari names it only when it is too late
        import minari
        import minari.data_collector
    except ImportError as error:
        raise OptionError(
            f"minari: {error.name} is not installed; install it with: pip install 'mpb_gym[minari]'"
        ) from error
    return minari


def _new_path(minari: Any, dataset: str) -> Any:
    """Returns the folder of a dataset that is not there yet."""
    from minari.storage import get_dataset_path

    if not _DATASET.fullmatch(dataset):
        raise OptionError(
            f"minari: {dataset!r} is not the id of a dataset; write it as oracle-v0, or with "
            "folders before it, as myphone/oracle-v0"
        )
    path = get_dataset_path(dataset)
    if path.exists():
        raise OptionError(
            f"minari: there is a dataset {dataset} already, in {path}; choose another name or "
            f"version, or delete it with: minari delete {dataset}"
        )
    return path


@contextmanager
def _no_advice() -> Iterator[None]:
    """Minari urges authors to name themselves, which a command's user can do later."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", r"`\w+` is set to None", UserWarning)
        yield


def _requirements() -> list[str]:
    try:
        return [f"mpb_gym=={version('mpb_gym')}"]
    except PackageNotFoundError:  # a source tree that was never installed
        return []
