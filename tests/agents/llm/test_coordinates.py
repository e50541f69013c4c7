import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.agents.llm.coordinates import DEFAULT, NAMES, Name, Scale, name_for
from mpb_gym.errors import ActionError

SIZE = (1080, 2400)
QUANTUM = {"fraction": 1e-4, "decimal": 1e-4, "0-1000": 1e-3, "0-999": 1e-3, "pixel": 1 / 1080}
points = st.tuples(st.floats(0, 1), st.floats(0, 1))
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


def _scale(name: Name) -> Scale:
    return Scale(name=name, size=SIZE)


@pytest.mark.parametrize("name", NAMES)
@given(point=points)
def test_a_point_survives_being_written(name: Name, point: tuple[float, float]) -> None:
    scale = _scale(name)
    found = scale.read(scale.write(point))
    assert not isinstance(found, ActionError)
    for given_, read in zip(point, found, strict=True):
        assert math.isclose(given_, read, abs_tol=QUANTUM[name])


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("fraction", ["0.25", "3/4"]),
        ("fraction", [0.25, 0.75]),
        ("fraction", ["250/1000", "1800/2400"]),
        ("decimal", [0.25, 0.75]),
        ("decimal", "0.25, 0.75"),
        ("decimal", "(0.25,0.75)"),
        ("decimal", {"x": 0.25, "y": 0.75}),
        ("0-1000", [250, 750]),
        ("0-1000", ["250", 750.0]),
        ("0-1000", ["1/4", "750/1000"]),
        ("0-999", [249.75, 749.25]),
        ("pixel", [269.5, 1799.5]),
    ],
)
def test_every_convention_means_the_same_point(name: Name, written: Any) -> None:
    assert _scale(name).read(written) == (0.25, 0.75)


@pytest.mark.parametrize("name", NAMES)
def test_the_corners_can_be_reached(name: Name) -> None:
    scale = _scale(name)
    low, high = scale.read(scale.write((0, 0))), scale.read(scale.write((1, 1)))
    assert low == pytest.approx((0, 0), abs=1e-3)
    assert high == pytest.approx((1, 1), abs=1e-3)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("fraction", ["1.01", "0"]),
        ("fraction", ["3/2", "0"]),
        ("decimal", [0, 1.5]),
        ("decimal", [-0.1, 0]),
        ("0-1000", [1001, 0]),
        ("0-999", [0, 1000]),
        ("pixel", [1080, 0]),
        ("pixel", [0, 2400]),
        ("pixel", [0, 10**400]),
    ],
)
def test_what_lies_outside_is_named(name: Name, written: Any) -> None:
    scale = _scale(name)
    found = scale.read(written, "end_coordinate")
    assert isinstance(found, ActionError)
    assert "end_coordinate" in found.message
    assert scale.sentence in found.message


@pytest.mark.parametrize(
    "written",
    [None, 5, "here", [1], [1, 2, 3], ["a", "b"], [True, 0], [None, 0], ["1/0", "1"], {"x": 1}],
)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_point_is_answered(name: Name, written: Any) -> None:
    found = _scale(name).read(written)
    assert isinstance(found, ActionError)
    assert found.code == "bad_argument"


@given(st.sampled_from(NAMES), junk | st.lists(junk, min_size=2, max_size=2))
def test_reading_never_raises(name: Name, written: Any) -> None:
    found = _scale(name).read(written)
    if not isinstance(found, ActionError):
        assert all(0 <= each <= 1 for each in found)


def test_only_points_of_a_call_are_converted() -> None:
    scale = _scale("0-1000")
    call = {"action": "drag", "coordinate": [0, 500], "end_coordinate": [1000, 500]}
    assert scale.convert(call) == {
        "action": "drag",
        "coordinate": (0, 0.5),
        "end_coordinate": (1, 0.5),
    }
    other = {"action": "type", "text": "500", "coordinate": [9, 9]}
    assert scale.convert(other) == other
    assert scale.convert({"action": "fly"}) == {"action": "fly"}


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("google/gemini-2.5-pro", "0-1000"),
        ("Qwen/Qwen3-VL-8B-Instruct", "0-1000"),
        ("Qwen/Qwen2.5-VL-7B-Instruct", "pixel"),
        ("zai-org/GLM-4.5V", "0-999"),
        ("claude-sonnet-4-5", "pixel"),
        ("gpt-5", "decimal"),
        ("somebody/else", DEFAULT),
    ],
)
def test_a_model_has_its_convention(model: str, name: Name) -> None:
    assert name_for(model) == name


def test_the_table_can_be_extended_and_overruled() -> None:
    extra: dict[str, Name] = {"my-model": "pixel", "gpt": "0-999"}
    assert name_for("org/My-Model-2", extra) == "pixel"
    assert name_for("gpt-5", extra) == "0-999"
