"""Generated tasks by id: ``mdoordash/train-17`` is always the same task on the same phone."""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from typing import NamedTuple, get_args

import numpy as np

from mpb_gym.errors import OptionError, UnknownNameError
from mpb_gym.generate.asks import NothingFits
from mpb_gym.generate.domain import Domain, load_domain
from mpb_gym.generate.draw import Draw, Split
from mpb_gym.generate.families import FAMILIES
from mpb_gym.generate.people import person
from mpb_gym.generate.task import pair_body, task_body
from mpb_gym.generate.vary import varied
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.library import Sourced, app_ids, base_profile, load_app
from mpb_gym.spec.profile import Profile
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.task import read_assignment

_ID = re.compile(r"([a-z0-9_]+)/(train|validation)-(pair-)?(\d{1,12})")

_ATTEMPTS = 50
"""How many families are tried before a number is given up; none was ever needed beyond six."""

MOST = 10**9
"""Numbers of generated tasks that are drawn lie below this."""

_REMEMBERED = 256
"""How many generated tasks are kept, with their apps."""


def generating_apps() -> tuple[str, ...]:
    """Returns the ids of the apps for which tasks can be generated, sorted."""
    return tuple(id for id in app_ids() if load_domain(id) is not None)


def generated_id(app: str, split: Split, number: int, *, pair: bool = False) -> str:
    """Returns the id of a generated task or pair.

    Args:
        app: The app's id.
        split: ``train`` or ``validation``.
        number: 0 or more; each is another task.
        pair: Whether it is a pair.
    """
    return f"{app}/{split}-{'pair-' if pair else ''}{number}"


class _Beginning(NamedTuple):
    """What a task or pair is made of, and the generator of all that is still to be drawn."""

    spec: AppSpec
    domain: Domain
    who: Profile
    pair: bool
    draw: Draw


def first_family(id: str) -> str | None:
    """Returns the family that a generated task is first tried as, nearly always its own.

    That takes a fraction of the time of making the task. A pair's is not told.

    Raises:
        UnknownNameError: There is no such app.
        OptionError: The id is not well formed, or the app has no generator.
    """
    begun = _begin(id)
    return None if begun.pair else begun.draw.one(tuple(FAMILIES))


@lru_cache(maxsize=_REMEMBERED)
def generated(id: str) -> Sourced:
    """Makes the task or pair with an id of :func:`generated_id`.

    Raises:
        UnknownNameError: There is no such app.
        OptionError: The id is not well formed, or the app has no generator.
    """
    spec, domain, who, pair, draw = _begin(id)
    families = tuple(FAMILIES)
    for _ in range(_ATTEMPTS):
        try:
            if pair:
                body = pair_body(spec, domain, who, draw)
            else:
                body = task_body(spec, domain, who, draw.one(families), draw)
        except NothingFits:
            continue
        cursor = Cursor(body, id)
        return Sourced(read_assignment(cursor, id, base_profile()), {spec.id: spec})
    raise OptionError(f"{spec.id}: its generator.yaml asks for what the catalogue does not offer")


def _begin(id: str) -> _Beginning:
    match = _ID.fullmatch(id)
    if match is None:
        raise OptionError(f"{id!r} is not an id such as mdoordash/train-17")
    app, split, pair, number = match[1], match[2], bool(match[3]), int(match[4])
    if app not in app_ids():
        raise UnknownNameError("app", app, app_ids())
    domain = load_domain(app)
    if domain is None:
        raise OptionError(f"{app} has no generator.yaml, so that no tasks can be generated for it")
    kind: Split = next(each for each in get_args(Split) if each == split)
    seed = (zlib.crc32(app.encode()), get_args(Split).index(kind), int(pair), number)
    draw = Draw(np.random.default_rng(seed), kind)
    spec = varied(load_app(app), domain, draw, id)
    return _Beginning(spec, domain, person(draw), pair, draw)
