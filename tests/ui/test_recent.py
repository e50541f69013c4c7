"""What is kept is bounded, and never anything but what would be made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.ui.recent import Recent


@given(st.lists(st.integers(0, 20)), st.integers(1, 12))
def test_any_use_gives_what_would_be_made_within_the_limit(keys: list[int], limit: int) -> None:
    kept: Recent[str] = Recent(limit)
    for key in keys:
        assert kept.get(key, lambda key=key: f"value {key}") == f"value {key}"  # type: ignore[misc]
        assert kept.weight <= limit


def test_what_is_known_is_not_made_again() -> None:
    kept: Recent[list[int]] = Recent(8)
    first = kept.get("a", lambda: [1])
    assert kept.get("a", lambda: pytest.fail("made again")) is first


def test_what_is_used_stays_and_the_rest_goes() -> None:
    kept: Recent[object] = Recent(4)
    used, other = kept.get("used", object), kept.get("other", object)
    for name in "abcdef":
        kept.get(name, object)
        assert kept.get("used", object) is used
    assert kept.get("other", object) is not other


@given(st.lists(st.integers(1, 5)))
def test_weights_count(weights: list[int]) -> None:
    kept: Recent[tuple[int, int]] = Recent(20, lambda value: value[1])
    for index, weight in enumerate(weights):
        kept.get(index, lambda index=index, weight=weight: (index, weight))  # type: ignore[misc]
        assert kept.weight <= 20
