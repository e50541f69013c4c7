from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.geometry import Rect, dp

sides = st.integers(-50, 50)
rects = st.builds(Rect, sides, sides, sides, sides)


def test_dp_are_those_of_a_420_dpi_screen() -> None:
    assert (dp(16), dp(411.4)) == (42, 1080)


@given(rects, rects, sides, sides)
def test_a_point_lies_in_the_intersection_exactly_if_it_lies_in_both(
    one: Rect, other: Rect, x: int, y: int
) -> None:
    assert (one & other).contains(x, y) == (one.contains(x, y) and other.contains(x, y))


@given(rects)
def test_a_rectangle_is_false_exactly_if_it_holds_no_point(rect: Rect) -> None:
    assert bool(rect) == (rect.width > 0 and rect.height > 0)


@given(rects, st.sampled_from([0.2, 0.25, 0.5, 1.0]))
def test_neighbours_stay_neighbours_when_scaled(rect: Rect, scale: float) -> None:
    beside = Rect(rect.right, rect.top, rect.right + 7, rect.bottom)
    assert rect.scaled(scale).right == beside.scaled(scale).left
