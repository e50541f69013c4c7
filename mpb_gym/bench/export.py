"""A run in the published release's layout, for scripts that read such folders."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mpb_gym.audit import Record
from mpb_gym.audit.paper import PairCard, PaperCard, PaperPair
from mpb_gym.bench.rescore import Crash, Rescored, paper_id, paper_means

REPORT, STEPS, PAIR, SUMMARY = "report.json", "raw_steps.json", "pair_result.json", "summary.json"


def export_upstream(episodes: Sequence[Rescored], broken: Sequence[Crash], out: Path) -> int:
    """Writes the report files that the published runner leaves.

    ``<out>/<app>/layer1/<task_id>/`` holds ``report.json`` and ``raw_steps.json`` of a task,
    ``<out>/<app>/layer2/<pair_id>/`` those of both sessions and ``pair_result.json``, and
    ``<out>/<app>/summary.json`` the means, as the runner does for one app at a time;
    ``<out>/summary.json`` is over all apps.

    Args:
        episodes: Scored by the profile ``paper``.
        broken: Episodes without a record.
        out: A folder that is empty or not there.

    Returns:
        How many files were written.
    """
    writer = _Writer(out)
    for each in episodes:
        _write_episode(writer, each)
    for app in sorted({each.app for each in episodes} | {each.app for each in broken}):
        mine = [each for each in episodes if each.app == app]
        lost = [each for each in broken if each.app == app]
        for crash in lost:
            _write_crash(writer, crash)
        writer.write(f"{app}/{SUMMARY}", paper_means(mine, lost, plain=True))
    writer.write(SUMMARY, paper_means(episodes, broken))
    return writer.files


class _Writer:
    """Writes JSON files under a folder, and counts them."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self.files = 0

    def write(self, name: str, body: Any) -> None:
        file = self._out / name
        file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(body, ensure_ascii=False, indent=2) + "\n"
        file.write_text(text, encoding="utf-8", newline="\n")
        self.files += 1


def _write_episode(writer: _Writer, each: Rescored) -> None:
    paper = each.paper
    if isinstance(paper, PaperCard):
        _write_session(
            writer, f"{each.app}/layer1/{paper_id(each.name, paper.task.id)}", paper, each.record, 0
        )
    elif isinstance(paper, PairCard):
        folder = f"{each.app}/layer2/{paper_id(each.name, paper.pair.id)}"
        for session, card in enumerate(paper.sessions):
            _write_session(writer, f"{folder}/{card.task.id}", card, each.record, session)
        writer.write(f"{folder}/{PAIR}", paper.to_dict())


def _write_session(
    writer: _Writer, folder: str, card: PaperCard, record: Record, session: int
) -> None:
    writer.write(f"{folder}/{REPORT}", card.to_dict())
    writer.write(f"{folder}/{STEPS}", raw_steps(record, session))


def _write_crash(writer: _Writer, crash: Crash) -> None:
    """As the runner stores an episode that broke: not done, a privacy of 0, and no status."""
    if isinstance(crash.task, PaperPair):
        folder = f"{crash.app}/layer2/{paper_id(crash.name, crash.task.id)}"
        writer.write(f"{folder}/{PAIR}", {"pair_id": crash.task.id, "pair_score": 0})
        return
    folder = f"{crash.app}/layer1/{paper_id(crash.name, crash.task.id)}"
    body = {"task_id": crash.task.id, "goal": crash.task.goal, "difficulty": crash.task.difficulty}
    writer.write(f"{folder}/{REPORT}", {**body, "resolved": False, "privacy_score": 0.0})


def raw_steps(record: Record, session: int) -> list[dict[str, Any]]:
    """Returns what ``raw_steps.json`` holds of a session.

    Records keep commands, not conversations: messages and thinking are empty, and the response
    is the command itself.

    Args:
        record: The evidence.
        session: 0 or 1.
    """
    return [_step(n, command, error) for s, n, command, error in record.issued if s == session]


def _step(number: int, command: Mapping[str, Any], error: str) -> dict[str, Any]:
    text = json.dumps(dict(command), ensure_ascii=False) if command else ""
    return {
        "step": number,
        "messages": [],
        "response": {"text": text, "raw": text},
        "parsed_actions": [dict(command)] if command else [],
        "execution_results": [
            {"status": "error", "error": error} if error else {"status": "success"}
        ],
        "thinking": "",
    }
