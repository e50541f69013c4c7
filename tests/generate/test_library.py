"""Generated tasks: every family of every app, the same at every call, no split like another."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import mpb_gym.generate
from mpb_gym.errors import OptionError, UnknownNameError
from mpb_gym.generate.asks import NothingFits
from mpb_gym.generate.domain import load_domain
from mpb_gym.generate.draw import Draw
from mpb_gym.generate.families import FAMILIES
from mpb_gym.generate.library import generated, generated_id, generating_apps
from mpb_gym.generate.people import person, shared_person
from mpb_gym.generate.task import task_body
from mpb_gym.generate.vary import varied
from mpb_gym.spec.library import base_profile, load_app
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.task import PairSpec, TaskSpec, read_assignment

APPS = generating_apps()


@pytest.mark.parametrize("app", APPS)
@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_of_every_app_reads_back(app: str, family: str) -> None:
    spec, domain = load_app(app), load_domain(app)
    assert domain is not None
    draw = Draw(np.random.default_rng(5), "train")
    try:
        body = task_body(spec, domain, shared_person(), family, draw)
    except NothingFits:
        assert family.startswith("preference")  # not every app has one of each level
        levels = {each.level for each in domain.preferences}
        assert family.removeprefix("preference_") not in levels
        return
    task = read_assignment(Cursor(body, "drawn"), f"{app}/drawn", base_profile())
    assert isinstance(task, TaskSpec)
    assert task.family == family
    assert task.target is not None
    assert "{" not in task.instruction
    assert "  " not in task.instruction


@pytest.mark.parametrize("app", APPS)
def test_ids_stand_for_the_same_task_at_every_call(app: str) -> None:
    for pair in (False, True):
        id = generated_id(app, "train", 3, pair=pair)
        one = generated(id)
        generated.cache_clear()
        two = generated(id)
        assert one.assignment == two.assignment
        assert one.apps[app].digest == two.apps[app].digest
        for name, collection in one.apps[app].collections.items():
            assert collection.entities == two.apps[app].collections[name].entities
        assert isinstance(one.assignment, PairSpec) is pair
        assert one.assignment.id == id
        assert one.assignment.digest != generated(
            generated_id(app, "train", 4, pair=pair)
        ).assignment.digest  # fmt: skip


@pytest.mark.parametrize("app", APPS)
def test_the_splits_share_no_names(app: str) -> None:
    def entities(split: str) -> set[str]:
        domain = load_domain(app)
        assert domain is not None
        draw = Draw(np.random.default_rng(1), split)  # type: ignore[arg-type]
        spec = varied(load_app(app), domain, draw, split)
        return {
            str(entity[field])
            for name, renames in domain.renames.items()
            for field in renames.fields
            for entity in spec.collections[name].entities
        }

    assert entities("train")
    assert not entities("train") & entities("validation")


def test_people_of_the_splits_share_no_names() -> None:
    def named(split: str) -> set[str]:
        found = set()
        for seed in range(60):
            who = person(Draw(np.random.default_rng(seed), split))  # type: ignore[arg-type]
            name = who.get("name")
            assert name is not None
            found |= {*name.value.split(" ", 1)}
        return found

    assert not named("train") & named("validation")


def test_people_are_whole_and_fictional() -> None:
    who = person(Draw(np.random.default_rng(2), "train"))
    assert {each.key for each in base_profile().items} <= {each.key for each in who.items}
    levels = {each.key: each.level for each in base_profile().items}
    assert all(each.level == levels.get(each.key, each.level) for each in who.items)
    phone = who.get("phone_number")
    assert phone is not None
    assert re.fullmatch(r"\d{3}-555-01\d\d", phone.value)


@pytest.mark.parametrize("app", APPS)
def test_a_varied_app_asks_for_the_same_in_other_places(app: str) -> None:
    domain, spec = load_domain(app), load_app(app)
    assert domain is not None
    other = varied(spec, domain, Draw(np.random.default_rng(9), "train"), "other")
    assert other.digest != spec.digest
    for name, form in spec.forms.items():
        assert {box.column for box in form.boxes} == {box.column for box in other.forms[name].boxes}
    for name, collection in spec.collections.items():
        assert len(collection.entities) == len(other.collections[name].entities)


@pytest.mark.parametrize(
    ("id", "error"),
    [
        ("mdoordash/train-", OptionError),
        ("mdoordash", OptionError),
        ("nope/train-1", UnknownNameError),
    ],
)
def test_ids_that_are_none_are_told(id: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        generated(id)


def test_chance_comes_from_the_draw_alone() -> None:
    for file in Path(mpb_gym.generate.__file__).parent.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"^(import|from) (random|secrets|time)\b", text, re.M), file.name
        assert "datetime.now" not in text
        assert "date.today" not in text
