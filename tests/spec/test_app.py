"""A small app of its own, broken in one place at a time."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from mpb_gym.content import app_folders
from mpb_gym.errors import SpecError
from mpb_gym.spec.app import read_app

APP: dict[str, Any] = {
    "title": "mTea",
    "env": "mTea",
    "package": "com.phoneuse.mtea",
    "glyph": "bag",
    "start": "home",
    "collections": {"teas": {"file": "catalogue.json", "search": ["name"]}},
    "tables": {"cups": {"id": "INTEGER PRIMARY KEY", "tea_id": "INTEGER", "who": "TEXT"}},
    "forms": {
        "cup": {
            "submit": "Brew",
            "table": "cups",
            "key": {"tea_id": "{teas.id}"},
            "values": {},
            "done": "home",
            "items": [{"column": "who", "label": "Who", "key": "name", "level": "low"}],
        }
    },
    "screens": {
        "home": {
            "title": "Teas",
            "body": [
                {"search": {"hint": "Teas", "go": "home"}},
                {"cards": {"of": "teas", "go": "form", "card": {"lines": ["{teas.name}"]}}},
            ],
        },
        "form": {"title": "{teas.name}", "body": [{"form": "cup"}]},
    },
}


@pytest.fixture
def write(tmp_path: Path) -> Callable[[dict[str, Any]], Path]:
    folder = tmp_path / "mtea"
    folder.mkdir()
    shutil.copy(app_folders()["mdoordash"] / "theme.yaml", folder)
    (folder / "catalogue.json").write_text(json.dumps({"teas": [{"id": 1, "name": "Assam"}]}))

    def write(body: dict[str, Any]) -> Path:
        (folder / "app.yaml").write_text(yaml.safe_dump(body))
        return folder

    return write


def test_a_whole_app_is_read(write: Callable[[dict[str, Any]], Path]) -> None:
    spec = read_app(write(APP))
    assert (spec.id, spec.title, spec.start) == ("mtea", "mTea", "home")
    assert spec.columns("form_drafts") == ("tea_id", "who", "updated_at")
    assert spec.columns("nothing") == ()


def _set(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(body: dict[str, Any]) -> None:
        *steps, last = (int(step) if step.isdigit() else step for step in path.split("/"))
        place: Any = body
        for step in steps:
            place = place[step]
        place[last] = value

    return change


CHIPS = {"column": "who", "label": "Who", "kind": "chips", "options": ["a", "b"]}
CARDS = "screens/home/body/1/cards"


@pytest.mark.parametrize(
    ("path", "value", "place", "problem"),
    [
        ("start", "nowhere", "start", "no screen 'nowhere'"),
        ("colour", "red", "colour", "nobody reads this key"),
        ("tables/cups", {"who": "TEXT"}, "tables.cups", "no id"),
        ("tables/cups/Who", "TEXT", "tables.cups.Who", "no column name"),
        ("forms/cup/table", "mugs", "forms.cup.table", "no table 'mugs'"),
        ("forms/cup/done", "mugs", "forms.cup.done", "no screen 'mugs'"),
        ("forms/cup/values", {"size": "1"}, "forms.cup", "no column 'size'"),
        ("forms/cup/items/0/role", "fun", "forms.cup.items[0].role", "one of plain"),
        ("forms/cup/items/0/required", "yes", "forms.cup.items[0].required", "true or false"),
        ("forms/cup/items/0/options", ["a"], "items[0].options", "only dropdowns and chips"),
        ("forms/cup/items/0", CHIPS | {"options": ["a, b"]}, "options[0]", "has a comma"),
        ("forms/cup/items/0", CHIPS | {"key": "name", "level": "low"}, "key", "no 'key'"),
        ("forms/cup/items/0", CHIPS | {"default": "a, c"}, "default", "some of a, b"),
        (f"{CARDS}/go", "mugs", "screens.home", "no screen 'mugs'"),
        (f"{CARDS}/of", "mugs", "screens.home", "no collection 'mugs'"),
        (f"{CARDS}/card/lines", ["{teas.price}"], "screens.home", "no 'price'"),
        (f"{CARDS}/card/lines", ["{mugs.name}"], "screens.home", "names nothing"),
        (f"{CARDS}/card/lines", ["{teas.name|shout}"], "lines[0]", "unknown filter"),
        ("screens/home/body/0", {"fireworks": {}}, "screens.home.body[0]", "unknown block"),
        ("screens/form/body/0", {"form": "mug"}, "screens.form", "no form 'mug'"),
        ("collections/teas/search", ["price"], "teas[0]", "'price' is missing"),
    ],
)
def test_a_fault_is_named_with_file_and_place(
    write: Callable[[dict[str, Any]], Path], path: str, value: Any, place: str, problem: str
) -> None:
    body = json.loads(json.dumps(APP))
    _set(path, value)(body)
    with pytest.raises(SpecError) as caught:
        read_app(write(body))
    error = caught.value
    assert error.file.startswith("mtea/")
    assert place in error.path
    assert problem in str(error)
