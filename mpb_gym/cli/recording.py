"""``mpb record``."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mpb_gym.cli.tables import console, count
from mpb_gym.integrations.minari import Recording, record


def record_episodes(recording: Recording) -> None:
    """Writes a Minari dataset with a progress bar on stderr, and says where it lies."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(escape(recording.agent), total=len(recording.tasks))
        dataset = record(recording, on_done=lambda: progress.advance(bar))
    storage = dataset.storage
    done = sum(bool(each["success"]) for each in storage.get_episode_metadata(range(len(dataset))))
    episodes, steps = count(len(dataset), "episode"), count(int(dataset.total_steps), "step")
    console().print(
        f"{episodes}, {done} of them with the task done, {steps}, {storage.get_size()} MB; "
        f"written to {escape(str(Path(storage.data_path).parent))}",
        soft_wrap=True,
    )
    console().print(escape(f'minari.load_dataset("{recording.dataset}") reads it'), soft_wrap=True)
