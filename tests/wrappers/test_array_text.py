from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.env import actions
from mpb_gym.errors import OptionError
from mpb_gym.wrappers import ArrayText, to_array, to_text
from mpb_gym.wrappers.array_text import Encoding
from tests.wrappers.test_all import make

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
encodings = st.sampled_from(["bytes", "code_points"])


@given(texts, encodings)
def test_every_text_that_fits_comes_back(text: str, encoding: Encoding) -> None:
    assert to_text(to_array(text, 240, encoding)) == text


@given(texts, encodings, st.integers(1, 60))
def test_of_a_longer_one_the_end_comes_back(text: str, encoding: Encoding, length: int) -> None:
    array = to_array(text, length, encoding)
    assert array.shape == (length,)
    back = to_text(array)
    assert text.endswith(back)
    if encoding == "code_points":
        assert back == text[-length:]
    else:  # no whole character more would have fitted
        more = text[-len(back) - 1 :].encode() if len(back) < len(text) else b""
        assert not more or len(more) > length


@pytest.mark.parametrize("encoding", ["bytes", "code_points"])
def test_observations_hold_the_phones_texts(encoding: Encoding) -> None:
    plain, env = make(), ArrayText(make(), {"ui": 65536}, encoding)
    plain.reset(seed=4)
    env.reset(seed=4)
    action = actions.open_app("mDoorDash")
    expected, shown = plain.step(action)[0], env.step(action)[0]
    for name in ("instruction", "history", "imy", "ui"):
        assert shown[name].shape == ((65536,) if name == "ui" else (4096,))
        assert shown[name].dtype == (np.uint8 if encoding == "bytes" else np.uint32)
        assert to_text(shown[name]) == expected[name] != ""
    assert np.array_equal(shown["screenshot"], expected["screenshot"])


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"length": 0}, "whole number above 0"),
        ({"length": True}, "whole number above 0"),
        ({"length": {"title": 9}}, "'title' is not one of the texts history, imy, instruction, ui"),
        ({"encoding": "ascii"}, "not one of bytes, code_points"),
    ],
)
def test_bad_arguments_are_named(arguments: dict[str, Any], match: str) -> None:
    with pytest.raises(OptionError, match=match):
        ArrayText(make(), **arguments)


def test_once_is_enough() -> None:
    with pytest.raises(OptionError, match="is a text"):
        ArrayText(ArrayText(make()))


def test_only_its_own_arrays_are_texts() -> None:
    with pytest.raises(OptionError, match="found 1 dimensions of float64"):
        to_text(np.zeros(3))  # type: ignore[arg-type]
