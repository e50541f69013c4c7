"""``mpb tasks generate``."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from mpb_gym.cli.options import check_writable
from mpb_gym.errors import OptionError, UnknownNameError
from mpb_gym.generate.asks import NothingFits
from mpb_gym.generate.domain import load_domain
from mpb_gym.generate.draw import Draw
from mpb_gym.generate.families import FAMILIES
from mpb_gym.generate.people import shared_person
from mpb_gym.generate.task import VAGUENESS, pair_body, task_body
from mpb_gym.generate.writing import task_text
from mpb_gym.spec.library import load_app, resolve_app

PAIR = "pair"

_ATTEMPTS = 20
"""How often is drawn before a family is said not to fit the catalogue."""


def generate_task(app: str, family: str, seed: int, vagueness: str, out: Path | None) -> None:
    """Draws a task for the shared user, and prints it or writes it to a file.

    Raises:
        UnknownNameError: There is no such app or family.
        OptionError: The app has no generator, the vagueness is none, or the file cannot be
            written.
    """
    check_writable("--out", out)
    id = resolve_app(app)
    domain = load_domain(id)
    if domain is None:
        raise OptionError(f"{id} has no generator.yaml, so that no tasks can be generated for it")
    if family not in (*FAMILIES, PAIR):
        raise UnknownNameError("family", family, (*FAMILIES, PAIR))
    known = {word for words in VAGUENESS.values() for word in words}
    if vagueness and vagueness not in known:
        raise OptionError(f"--vagueness: {vagueness!r} is not one of {', '.join(sorted(known))}")
    draw = Draw(np.random.default_rng(seed), "test")
    spec, who = load_app(id), shared_person()
    for attempt in range(_ATTEMPTS):
        try:
            if family == PAIR:
                body = pair_body(spec, domain, who, draw)
            else:
                body = task_body(spec, domain, who, family, draw, vagueness)
            break
        except NothingFits:
            if attempt == _ATTEMPTS - 1:
                raise
    text = task_text(body)
    if out is None:
        print(text, end="")
    else:
        out.write_text(text, encoding="utf-8")
