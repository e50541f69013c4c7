"""``mpb score``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from mpb_gym.audit import Record, qualifies, score
from mpb_gym.cli.tables import number, print_table
from mpb_gym.errors import OptionError
from mpb_gym.spec.library import load_assignment


def score_records(paths: Sequence[Path]) -> None:
    """Prints the scores of records.

    Args:
        paths: Record files, folders of them, or folders of runs.

    Raises:
        OptionError: There is nothing at a path, or a record does not fit its task any more.
        SpecError: A file is no record.
    """
    rows = []
    for file in _files(paths):
        record = Record.load(file)
        card = score(load_assignment(record.assignment), record)
        scores = (number(each) for each in (card.privacy, card.op, card.tr, card.fm))
        rows.append((record.assignment, _word(card.success), *scores, _word(qualifies(card)), file))
    columns = ("task", "success", "privacy", "op", "tr", "fm", "qualifies", "record")
    print_table(columns, rows)


def _files(paths: Iterable[Path]) -> Iterable[Path]:
    for path in paths:
        if not path.exists():
            raise OptionError(f"there is no file or folder {path}")
        if path.is_file():
            yield path
            continue
        inner = path / "records" if (path / "records").is_dir() else path
        if not (found := sorted(inner.glob("*.json"))):
            raise OptionError(f"{path} holds no records")
        yield from found


def _word(flag: bool) -> str:
    return "yes" if flag else "no"
