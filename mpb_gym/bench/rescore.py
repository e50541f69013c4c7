"""Scores a finished run again from its records, by one profile or by both; replays nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mpb_gym.audit import Record, Scorecard, score, summarise
from mpb_gym.audit.paper import (
    Difference,
    Entry,
    PairCard,
    PaperCard,
    PaperPair,
    PaperTask,
    differences,
    paper_score,
    paper_summary,
    paper_task,
)
from mpb_gym.bench.run import EPISODES, RECORDS
from mpb_gym.errors import OptionError, SpecError
from mpb_gym.spec.library import load_assignment


@dataclass(frozen=True, slots=True, kw_only=True)
class Rescored:
    """One episode, scored again.

    Attributes:
        file: Its record.
        name: Id of its task or pair, with the number of the repeat if that is not the first.
        app: Id of the main app.
        card: The profile ``default``.
        paper: The profile ``paper``; ``None`` unless asked for.
    """

    file: Path
    name: str
    app: str
    record: Record
    card: Scorecard
    paper: PaperCard | PairCard | None = None

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Where the profiles differ, and why."""
        return differences(self.record, self.card, self.paper) if self.paper else ()

    def to_dict(self) -> dict[str, Any]:
        """Returns it as JSON-able data."""
        body: dict[str, Any] = {"assignment": self.name, "card": self.card.to_dict()}
        if self.paper is not None:
            body["paper"] = self.paper.to_dict()
            body["differences"] = [each.to_dict() for each in self.differences]
        return body


@dataclass(frozen=True, slots=True, kw_only=True)
class Crash:
    """An episode that broke, and so has no record.

    Attributes:
        name: As of :class:`Rescored`.
        app: Id of the main app.
        task: What the published evaluator reads of its task or pair.
    """

    name: str
    app: str
    task: PaperTask | PaperPair


def rescore(file: Path, *, paper: bool = False) -> Rescored:
    """Scores a record.

    Args:
        file: The record.
        paper: Whether by the profile ``paper`` too.

    Raises:
        SpecError: The file is no record.
        OptionError: The record does not fit its task any more.
    """
    record = Record.load(file)
    assignment = load_assignment(record.assignment)
    # A record does not know its repeat; the file's name does.
    repeat = file.stem.removeprefix(record.assignment.replace("/", "-"))
    return Rescored(
        file=file,
        name=f"{record.assignment}{repeat if repeat[:1] == '.' else ''}",
        app=assignment.apps[0],
        record=record,
        card=score(assignment, record),
        paper=paper_score(assignment, record) if paper else None,
    )


def record_files(paths: Iterable[Path]) -> list[Path]:
    """Returns the records at some paths: files, folders of them, or folders of runs.

    Records of a run come in the order of its episodes.

    Raises:
        OptionError: There is nothing at a path.
    """
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise OptionError(f"there is no file or folder {path}")
        if path.is_file():
            found.append(path)
            continue
        inner = path / RECORDS if (path / RECORDS).is_dir() else path
        files = sorted(inner.glob("*.json"))
        order = [path / line["record"] for line in _lines(path) if line.get("record")]
        if not files:
            raise OptionError(f"{path} holds no records")
        known = set(files)
        ordered = [file for file in dict.fromkeys(order) if file in known]
        found += [*ordered, *(file for file in files if file not in set(ordered))]
    return found


def crashes(path: Path) -> list[Crash]:
    """Returns the episodes of a run that broke; none for what is no folder of a run.

    Raises:
        SpecError: A line of its ``episodes.jsonl`` cannot be read.
    """
    found = []
    for line in _lines(path):
        if line.get("card") is None:
            assignment = load_assignment(line["assignment"])
            repeat = f".{line['repeat'] + 1}" if line["repeat"] else ""
            task = paper_task(assignment)
            name = f"{assignment.id}{repeat}"
            found.append(Crash(name=name, app=assignment.apps[0], task=task))
    return found


def _lines(path: Path) -> list[dict[str, Any]]:
    file = path / EPISODES
    if not file.is_file():
        return []
    found = []
    for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        try:
            body = json.loads(text)
            found.append({**body, "repeat": int(body["repeat"]), "assignment": body["assignment"]})
        except (KeyError, TypeError, ValueError):
            raise SpecError(
                str(file), f"line {number}", "corrupt or truncated", "one episode as JSON"
            ) from None
    return found


def default_means(episodes: Sequence[Rescored], broken: Sequence[Crash]) -> dict[str, Any]:
    """Returns the means of the profile ``default``; broken episodes are counted apart."""
    return summarise([each.card for each in episodes], errors=len(broken)).to_dict()


def paper_means(
    episodes: Sequence[Rescored], broken: Sequence[Crash], *, plain: bool = False
) -> dict[str, Any]:
    """Returns the means of the profile ``paper``; broken episodes count as zeros there.

    Args:
        episodes: Scored by that profile.
        broken: Episodes without a record.
        plain: Whether tasks go by their published ids; else by ``app/task_id``, since those ids
            are unique within an app only.
    """
    scored = [(each.app, each.name, each.paper) for each in episodes]
    entries = [
        _entry(app, name, card.task, card, plain)
        for app, name, card in scored
        if isinstance(card, PaperCard)
    ]
    entries += [
        _entry(each.app, each.name, each.task, None, plain)
        for each in broken
        if isinstance(each.task, PaperTask)
    ]
    pairs: list[PairCard | None] = [card for _, _, card in scored if isinstance(card, PairCard)]
    pairs += [None for each in broken if isinstance(each.task, PaperPair)]
    return paper_summary(entries, pairs)


def _entry(app: str, name: str, task: PaperTask, card: PaperCard | None, plain: bool) -> Entry:
    id = paper_id(name, task.id)
    return Entry(id if plain else f"{app}/{id}", card, task.difficulty)


def paper_id(name: str, id: str) -> str:
    """Returns a task's or pair's published id, with the number of a repeat.

    Args:
        name: Ours, as :attr:`Rescored.name`.
        id: The published one.
    """
    _, dot, repeat = name.rpartition(".")
    return f"{id}.{repeat}" if dot and repeat.isdecimal() else id
