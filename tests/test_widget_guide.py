"""The guide to widgets names every block and box, with the keys that are really read."""

import re
from typing import get_args

import pytest

from mpb_gym.content import data_root
from mpb_gym.errors import SpecError
from mpb_gym.spec import blocks
from mpb_gym.spec.blocks import Block
from mpb_gym.spec.form import INPUTS, KINDS, BoxSpec, read_form
from mpb_gym.spec.read_blocks import read_block
from mpb_gym.spec.reader import Cursor
from tests.showcase import spec

GUIDE = data_root() / "docs" / "widgets.md"
WORDS = re.compile(r"`([a-z_]+)`")


def _table(section: str) -> dict[str, list[str]]:
    """The rows of a section's table: the words of the second column by that of the first."""
    text = GUIDE.read_text(encoding="utf-8").split(f"\n## {section}\n")[1].split("\n## ")[0]
    rows = (line.split("|")[1:3] for line in text.splitlines() if line.startswith("| `"))
    return {WORDS.findall(kind)[0]: WORDS.findall(keys) for kind, keys in rows}


def _read(kind: str) -> list[str]:
    """The keys that a block's reader knows, as its error names them."""
    with pytest.raises(SpecError) as caught:
        read_block(Cursor({kind: {"zzz": 0}}, "app.yaml"))
    found = re.search(r"expected one of (.*)\)", str(caught.value))
    return found[1].split(", ") if found else []


def test_every_block_is_told_with_its_keys() -> None:
    told = _table("Blocks")
    assert len(told) == len(get_args(Block))
    for kind, keys in told.items():
        if kind != "facts":  # any label is a key
            assert keys == _read(kind), kind


def _form(box: dict[str, object]) -> Cursor:
    form = {"submit": "S", "table": "t", "key": {"id": "1"}, "values": {}, "done": "d"}
    return Cursor(form | {"items": [box]}, "app.yaml")


def test_every_kind_of_box_is_told() -> None:
    told = _table("Boxes")
    assert tuple(told) == KINDS
    text = GUIDE.read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in INPUTS)
    own = {"input": "email", "masked": True, "options": ["a"], "states": ["a", "b"]}
    for kind, keys in told.items():
        options = {"options": ["a"]} if kind in ("dropdown", "chips") else {}
        for name, value in own.items():
            cursor = _form({"column": "c", "label": "C", "kind": kind} | options | {name: value})
            if name in keys:
                read_form("f", cursor)
                continue
            with pytest.raises(SpecError, match=name):
                read_form("f", cursor)


def test_the_showcase_has_one_of_each() -> None:
    shown = {type(block) for screen in spec().screens.values() for block in screen.body}
    assert shown == set(get_args(blocks.Block))
    items = [item for form in spec().forms.values() for item in form.items]
    kinds = {item.kind for item in items if isinstance(item, BoxSpec)}
    assert kinds == set(KINDS)
