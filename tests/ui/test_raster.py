"""What is kept once for many rows comes out as it was put in."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.ui.raster import Pixels, Raster

WIDE = 1000
"""A row of 3 kB, so that eleven repeats are worth a band of their own."""

rows = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from([1, 2, 11, 12, 13, 40])), min_size=1, max_size=8
)


def _painted(rows: list[tuple[int, int]]) -> Pixels:
    """Rows of one shade or of noise, each repeated some times."""
    shades = np.repeat([shade for shade, _ in rows], [times for _, times in rows])
    columns = np.arange(WIDE * 3).reshape(WIDE, 3)
    return (shades[:, None, None] * columns % 251).astype(np.uint8)


@given(rows)
def test_it_holds_what_it_was_made_of(rows: list[tuple[int, int]]) -> None:
    painted = _painted(rows)
    raster = Raster.of(painted)
    assert np.array_equal(raster.pixels(), painted)
    assert (raster.height, raster.width) == painted.shape[:2]
    assert raster.nbytes <= painted.nbytes


@given(rows, st.data())
def test_any_part_can_be_pasted(rows: list[tuple[int, int]], data: st.DataObject) -> None:
    painted = _painted(rows)
    height = len(painted)
    top = data.draw(st.integers(0, height - 1))
    bottom = data.draw(st.integers(top + 1, height))
    left = data.draw(st.integers(0, WIDE - 1))
    right = data.draw(st.integers(left + 1, WIDE))
    onto = np.full((bottom - top + 2, right - left + 2, 3), 99, np.uint8)
    Raster.of(painted).paste(onto[1:-1, 1:-1], left, top)
    assert np.array_equal(onto[1:-1, 1:-1], painted[top:bottom, left:right])
    onto[1:-1, 1:-1] = 99
    assert (onto == 99).all(), "nothing is pasted beside the part"


@pytest.mark.parametrize(
    ("rows", "kept"),
    [
        ([(1, 500)], 1),  # the same from top to bottom
        ([(1, 2)], 1),  # however few
        ([(1, 12), (2, 1)], 2),
        ([(1, 11), (2, 1)], 12),  # saves less than it costs
        ([(1, 1), (2, 100), (3, 1), (1, 1)], 4),
    ],
)
def test_rows_that_repeat_are_kept_once(rows: list[tuple[int, int]], kept: int) -> None:
    assert Raster.of(_painted(rows)).nbytes == kept * WIDE * 3


def test_it_does_not_change_with_what_it_was_made_of() -> None:
    painted = _painted([(1, 40), (2, 3)])
    raster, before = Raster.of(painted), painted.copy()
    painted[:] = 0
    assert np.array_equal(raster.pixels(), before)


def test_all_pixels_are_mapped_alike() -> None:
    painted = _painted([(1, 40), (2, 3)])
    half = Raster.of(painted).mapped(lambda pixels: pixels // 2)
    assert np.array_equal(half.pixels(), painted // 2)
    assert half.nbytes == 4 * WIDE * 3
