"""mDoorDash's catalogue: what tasks may rely on."""

from __future__ import annotations

import json
import runpy
from collections import Counter
from datetime import datetime
from pathlib import Path

import pytest

from mpb_gym.content import app_folders
from tests.tasks.wanted import PLACES, Place, among, dishes

ROOT = Path(__file__).parents[2]
CUISINES = sorted({place["cuisine"] for place in PLACES})
AREAS = sorted({place["neighborhood"] for place in PLACES})
PREFERRED = "Vegan"


def test_the_file_is_what_its_generator_makes() -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "catalogues" / "mdoordash.py"))["restaurants"]()
    file = app_folders()["mdoordash"] / "catalogue.json"
    assert json.loads(file.read_text(encoding="utf-8")) == {"restaurants": made}


def test_cuisines_and_neighbourhoods_are_evenly_spread() -> None:
    assert [place["id"] for place in PLACES] == list(range(1, 81))
    assert set(Counter(place["cuisine"] for place in PLACES).values()) == {8}
    assert set(Counter(place["neighborhood"] for place in PLACES).values()) == {10}
    assert (len(CUISINES), len(AREAS)) == (10, 8)


def test_names_tell_restaurants_apart() -> None:
    names = [place["name"] for place in PLACES]
    assert len({name.casefold() for name in names}) == len(names)
    assert max(map(len, names)) <= 28
    # A search for a name must lead to that place alone.
    assert not [(a, b) for a in names for b in names if a != b and a.casefold() in b.casefold()]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: str(place["name"]))
def test_a_restaurant_is_within_bounds(place: Place) -> None:
    assert 3.5 <= place["rating"] <= 5.0 and round(place["rating"], 1) == place["rating"]
    assert 15 <= place["delivery_time_min"] <= 45
    slots = place["available_slots"]
    assert len(slots) == 5 and slots == sorted(set(slots))
    for slot in slots:
        assert datetime.strptime(slot, "%Y-%m-%d %H:%M").strftime("%Y-%m-%d %H:%M") == slot
        assert "2026-03-11" <= slot < "2026-03-15"


@pytest.mark.parametrize("place", PLACES, ids=lambda place: str(place["name"]))
def test_a_menu_can_be_told_apart_once_joined(place: Place) -> None:
    names = dishes(place)
    assert len(names) in (4, 5) and len(set(names)) == len(names)
    assert not [name for name in names if "," in name]
    assert all(dish["price"] > 0 and dish["price"] * 4 % 1 == 0 for dish in place["menu_items"])
    assert len(dishes(place, "Main")) == 2


GROUPS = {
    "all": list(PLACES),
    **{cuisine: among(cuisine=cuisine) for cuisine in CUISINES},
    **{area: among(neighborhood=area) for area in AREAS},
}


@pytest.mark.parametrize("group", GROUPS)
def test_no_superlative_is_shared(group: str) -> None:
    ratings = Counter(place["rating"] for place in GROUPS[group])
    assert ratings[max(ratings)] == 1
    times = Counter(place["delivery_time_min"] for place in GROUPS[group])
    assert times[min(times)] == 1


@pytest.mark.parametrize("cuisine", CUISINES)
def test_each_cuisine_has_a_right_answer_and_a_wrong_one_for_a_diet(cuisine: str) -> None:
    mains = [dish for place in among(cuisine=cuisine) for dish in dishes(place, "Main")]
    fitting = [dish for dish in mains if PREFERRED in dish]
    assert fitting and len(fitting) < len(mains)
