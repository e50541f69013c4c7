from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.errors import SpecError
from mpb_gym.spec.catalogue import make_collection, read_collection
from mpb_gym.spec.reader import Cursor

PLACES = make_collection(
    "places",
    [
        {"id": 1, "name": "Soup House", "kind": "Thai", "area": "SoHo"},
        {"id": 2, "name": "Taco Corner", "kind": "Mexican", "area": "SoHo"},
        {"id": 3, "name": "Thai Garden", "kind": "Thai", "area": "Harlem"},
    ],
    ["name", "kind"],
)


@pytest.mark.parametrize(
    ("query", "facets", "ids"),
    [
        ("", (), [1, 2, 3]),
        ("  thai ", (), [1, 3]),
        ("THAI house", (), [1]),
        ("harlem", (), []),
        ("", (("kind", "Thai"),), [1, 3]),
        ("garden", (("kind", "Thai"), ("area", "Harlem")), [3]),
    ],
)
def test_a_search_needs_every_word_and_every_facet(
    query: str, facets: tuple[tuple[str, str], ...], ids: list[int]
) -> None:
    assert [place["id"] for place in PLACES.find(query, facets)] == ids


WORDS = st.sampled_from(["thai", "Thai's", "soup", "ü", "straße", "so", "ho", "a b", "", "t\nh"])
ENTITIES = st.lists(
    st.fixed_dictionaries({"name": WORDS, "tags": st.lists(WORDS, max_size=3)}), max_size=6
)


@given(bodies=ENTITIES, query=st.lists(WORDS, max_size=3).map(" ".join), facet=WORDS)
def test_a_search_finds_what_reading_everything_finds(
    bodies: list[dict[str, Any]], query: str, facet: str
) -> None:
    entities = [{"id": number, **body} for number, body in enumerate(bodies)]
    places = make_collection("places", entities, ["name", "tags"])
    for facets in ((), (("tags", facet),)):
        expected = [
            entity["id"]
            for entity in entities
            for text in ["\n".join([entity["name"], *entity["tags"]]).casefold()]
            if all(word in text for word in query.casefold().split())
            and all(value in entity[field] for field, value in facets)
        ]
        assert [each["id"] for each in places.find(query, facets)] == expected


def test_values_are_distinct_and_sorted() -> None:
    assert PLACES.values("kind") == ("Mexican", "Thai")


@pytest.mark.parametrize(
    ("entities", "problem"),
    [
        ([{"id": 1, "name": "a"}, {"id": 1, "name": "b"}], "taken already"),
        ([{"id": 1}], "'name' is missing"),
        ([], "empty"),
    ],
)
def test_a_malformed_catalogue_is_refused(entities: object, problem: str) -> None:
    with pytest.raises(SpecError, match=problem):
        read_collection("places", Cursor(entities, "c.json"), ["name"])
