"""Memory for observations: who holds it, and where it lies."""

from __future__ import annotations

import multiprocessing
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

from mpb_gym.env.shared import SharedArrays

SPACE = spaces.Dict(
    {
        "screenshot": spaces.Box(0, 255, (5, 3, 3), np.uint8),
        "told": spaces.Text(9),
        "mask": spaces.Box(0, 1, (3,), np.int8),
        "share": spaces.Box(0, 1, (), np.float64),
    }
)


@pytest.fixture(params=multiprocessing.get_all_start_methods())
def shared(request: pytest.FixtureRequest) -> SharedArrays:
    return _made(request.param)


def _made(method: str, **options: Any) -> SharedArrays:
    return SharedArrays(multiprocessing.get_context(method), SPACE.spaces, 3, **options)


def test_arrays_are_those_of_boxes_for_all_environments(shared: SharedArrays) -> None:
    for number in range(3):
        arrays = shared.arrays(number)
        assert list(arrays) == ["mask", "screenshot", "share"]
        assert {key: (each.shape, each.dtype) for key, each in arrays.items()} == {
            "screenshot": ((3, 5, 3, 3), np.dtype(np.uint8)),
            "mask": ((3, 3), np.dtype(np.int8)),
            "share": ((3,), np.dtype(np.float64)),
        }
        assert all(each.flags.writeable and each.flags.aligned for each in arrays.values())


def test_no_array_touches_another(shared: SharedArrays) -> None:
    every = [each for number in range(3) for each in shared.arrays(number).values()]
    for value, array in enumerate(every):
        array[:] = value
    for value, array in enumerate(every):
        assert (array == value).all()


def test_a_set_is_held_by_any_part_of_it(shared: SharedArrays) -> None:
    assert shared.unheld() == 1
    part = shared.arrays(1)["share"][1:]
    assert shared.unheld() == 2
    other: Any = memoryview(shared.arrays(2)["screenshot"][0].T)
    assert shared.unheld() == 0
    del part
    assert shared.unheld() == 1
    del other
    assert shared.unheld() == 1
    kept = shared.arrays(0)
    assert shared.unheld() == 1
    del kept


def test_nothing_is_given_away_if_nobody_wants_copies() -> None:
    assert _made("spawn", handed=0).unheld() == 0


def test_where_nothing_is_an_array_nothing_is_held() -> None:
    start = multiprocessing.get_context("spawn")
    shared = SharedArrays(start, {"told": spaces.Text(9)}, 3)
    assert (shared.unheld(), shared.arrays(1)) == (1, {})


def test_what_another_process_writes_is_seen_here() -> None:
    for method in multiprocessing.get_all_start_methods():
        shared = _made(method)
        start: Any = multiprocessing.get_context(method)
        process = start.Process(target=_write, args=(shared.sets,))
        process.start()
        process.join()
        assert process.exitcode == 0
        for number in range(3):
            assert (
                shared.arrays(number)["screenshot"].tolist()
                == np.full((3, 5, 3, 3), 7 + number).tolist()
            )


def _write(sets: Any) -> None:
    for number, frames in enumerate(sets):
        frames["screenshot"].array()[:] = 7 + number
