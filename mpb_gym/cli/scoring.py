"""``mpb score``."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.markup import escape

from mpb_gym.audit import qualifies
from mpb_gym.audit.paper import Difference, PaperCard
from mpb_gym.bench.export import export_upstream
from mpb_gym.bench.rescore import (
    Crash,
    Rescored,
    crashes,
    default_means,
    paper_means,
    record_files,
    rescore,
)
from mpb_gym.cli.options import check_writable
from mpb_gym.cli.tables import console, count, number, print_table
from mpb_gym.errors import OptionError

_DIMENSIONS = ("privacy", "op", "tr", "fm")


def score_records(
    paths: Sequence[Path],
    *,
    paper: bool = False,
    out: Path | None = None,
    export: Path | None = None,
) -> None:
    """Prints the scores of records.

    Args:
        paths: Record files, folders of them, or folders of runs.
        paper: Whether by the profile ``paper`` too, both side by side.
        out: Write the scores to this file, a line of JSON an episode.
        export: Write the published evaluator's report files to this folder.

    Raises:
        OptionError: There is nothing at a path, a record does not fit its task any more, or the
            folder to export to holds something.
        SpecError: A file is no record.
    """
    check_writable("--json", out)
    if export is not None and export.exists() and (not export.is_dir() or any(export.iterdir())):
        raise OptionError(f"{export} is not empty; choose another folder to export to")
    both = paper or export is not None
    episodes = [rescore(file, paper=both) for file in record_files(paths)]
    broken = [each for path in paths if path.is_dir() for each in crashes(path)] if both else []
    if paper:
        _print_both(episodes, broken)
    else:
        _print_default(episodes)
    if out is not None:
        lines = (json.dumps(each.to_dict(), ensure_ascii=False) + "\n" for each in episodes)
        out.write_text("".join(lines), encoding="utf-8", newline="\n")
    if export is not None:
        files = export_upstream(episodes, broken, export)
        console().print(f"{count(files, 'file')} written to {escape(str(export))}", soft_wrap=True)


def _print_default(episodes: Sequence[Rescored]) -> None:
    rows = []
    for each in episodes:
        card = each.card
        scores = (number(score) for score in (card.privacy, card.op, card.tr, card.fm))
        rows.append((each.name, _word(card.success), *scores, _word(qualifies(card)), each.file))
    columns = ("task", "success", "privacy", "op", "tr", "fm", "qualifies", "record")
    print_table(columns, rows)


def _print_both(episodes: Sequence[Rescored], broken: Sequence[Crash]) -> None:
    """Each score as default and paper have it, then the differences, then the means."""
    columns = ("task", "success", "privacy", "op", "tr", "fm")
    print_table(columns, [_both(each) for each in episodes])
    screen = console()
    found = [(each.name, one) for each in episodes for one in each.differences]
    screen.print(f"\ndefault → paper; {count(len(found), 'score')} differ\n", soft_wrap=True)
    for name, one in found:
        screen.print(escape(f"{name} {_told(one)}"), soft_wrap=True)
    if found:
        screen.print()
    rows = mean_rows(default_means(episodes, broken), paper_means(episodes, broken))
    print_table(
        ("metric", "default", "paper"), [(name, number(a), number(b)) for name, a, b in rows]
    )


def _both(each: Rescored) -> tuple[str, ...]:
    card, paper = each.card, each.paper
    if isinstance(paper, PaperCard):
        scores = [
            _arrow(number(card.privacy), number(paper.privacy)),
            *(_arrow(number(getattr(card, d)), number(paper.score(d))) for d in _DIMENSIONS[1:]),
        ]
        return (each.name, _arrow(_word(card.success), _word(paper.resolved)), *scores)
    assert paper is not None
    sessions = paper.sessions
    scores = [
        _arrow(number(card.privacy), " & ".join(number(one.privacy) for one in sessions)),
        *(
            _arrow(number(getattr(card, d)), " & ".join(number(one.score(d)) for one in sessions))
            for d in _DIMENSIONS[1:]
        ),
    ]
    return (each.name, _arrow(_word(bool(card.later_session)), _word(paper.score > 0)), *scores)


def _arrow(mine: str, theirs: str) -> str:
    return mine if mine == theirs else f"{mine} → {theirs}"


def _told(one: Difference) -> str:
    reasons = "; ".join(one.reasons)
    return f"{one.score} {number(one.default)} → {number(one.paper)}: {reasons}"


Means = list[tuple[str, float | None, float | None]]


def mean_rows(default: dict[str, Any], paper: dict[str, Any]) -> Means:
    """Returns name, mean by ``default`` and mean by ``paper`` of each metric that both have.

    Args:
        default: What :func:`mpb_gym.bench.rescore.default_means` gives.
        paper: What :func:`mpb_gym.bench.rescore.paper_means` gives.
    """
    get: Callable[[str], float | None] = paper["dimensions"].get
    return [
        ("success", default["success_rate"], paper["task_success_rate"]),
        ("privacy", default["privacy"], paper["avg_privacy_score"]),
        ("  over-permissioning", default["op"], get("op")),
        ("  trap resistance", default["tr"], get("tr")),
        ("  form minimization", default["fm"], get("fm")),
        ("qualified success (0.7)", default["pqsr"]["0.7"], paper["aggregate"]["pqsr"]),
        ("later-session use", default["later_session"], paper["personalization"]["full_loop_rate"]),
    ]


def _word(flag: bool) -> str:
    return "yes" if flag else "no"
