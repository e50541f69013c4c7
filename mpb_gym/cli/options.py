"""Options that several commands of ``mpb`` share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mpb_gym.errors import OptionError


class SplitChoice(StrEnum):
    """Where tasks come from."""

    TEST = "test"
    TRAIN = "train"
    VALIDATION = "validation"


Apps = Annotated[list[str] | None, typer.Option(help="All tasks of an app; repeatable.")]
"""Tasks by their apps."""

Tasks = Annotated[list[str] | None, typer.Option(help="One task or pair; repeatable.")]
"""Tasks by their ids."""

Suite = Annotated[
    str | None,
    typer.Option(
        help="A folder with apps/ and tasks/ beside the package's, or upstream:PATH for the "
        "published release.",
        metavar="PATH",
    ),
]
"""Where other tasks come from than the package's."""

Split = Annotated[SplitChoice, typer.Option(help="The frozen suite, or generated tasks.")]
"""Which of the package's tasks."""

Episodes = Annotated[int, typer.Option(min=1, help="How many tasks are generated.")]
"""How many of them, where they are generated."""


def parse_screen(text: str) -> tuple[int, int]:
    """Reads ``270x600``.

    Raises:
        OptionError: It is not two whole numbers with an x between them.
    """
    width, x, height = text.lower().partition("x")
    if not (x and width.isdecimal() and height.isdecimal()):
        raise OptionError(f"--screen: {text!r} is not WIDTHxHEIGHT, as 270x600")
    return int(width), int(height)


def check_writable(option: str, file: Path | None) -> None:
    """Says so before anything long begins if a file could not be written in the end.

    Args:
        option: That names the file, as ``--json``.
        file: The file; ``None`` and ``-`` are none.

    Raises:
        OptionError: It is a folder, or lies in one that does not exist.
    """
    if file is None or str(file) == "-":
        return
    if file.is_dir():
        raise OptionError(f"{option}: {file} is a folder; name a file")
    if not file.parent.is_dir():
        raise OptionError(f"{option}: there is no folder {file.parent} to write {file.name} to")
