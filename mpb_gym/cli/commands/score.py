"""``mpb score``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mpb_gym.cli.options import Suite
from mpb_gym.errors import OptionError


class Profile(StrEnum):
    """By which rules records are scored."""

    DEFAULT = "default"
    PAPER = "paper"


class Layout(StrEnum):
    """In whose form a run is written out."""

    UPSTREAM = "upstream"


def score(
    records: Annotated[list[Path], typer.Argument(help="Records, or folders that hold some.")],
    profile: Annotated[
        Profile, typer.Option(help="Our rules, or beside them the published evaluator's.")
    ] = Profile.DEFAULT,
    json: Annotated[
        Path | None, typer.Option(help="Write the scores to this file, a line an episode.")
    ] = None,
    export: Annotated[
        Layout | None, typer.Option(help="Write the published evaluator's report files.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Where to; upstream within the run's folder if left out.")
    ] = None,
    suite: Suite = None,
) -> None:
    """Score saved records again, without replaying them.

    Records of another suite's tasks need that suite.
    """
    from mpb_gym.cli.scoring import score_records
    from mpb_gym.cli.suites import suite_ids

    if suite is not None:
        suite_ids(suite)
    if out is not None and export is None:
        raise OptionError("--out says where to --export; give that too")
    folder = records[0] if records[0].is_dir() else records[0].parent
    score_records(
        records,
        paper=profile is Profile.PAPER,
        out=json,
        export=None if export is None else out or folder / export.value,
    )
