"""A screenshot stays as it is for as long as anybody holds it, and whatever part of it."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mpb_gym.geometry import LOGICAL_WIDTH, Rect
from mpb_gym.runtime.themes import system_theme
from mpb_gym.ui.compositor import Compositor
from mpb_gym.ui.page import Ground
from mpb_gym.ui.placement import Placement
from mpb_gym.ui.raster import Pixels
from mpb_gym.ui.screenshots import KEPT, Screenshots
from mpb_gym.ui.widgets import Button, Dialog, Snackbar, Text

SIZE = (108, 240)
THEME = system_theme("imy")
SCREEN = Rect(0, 0, LOGICAL_WIDTH, 2400)
GROUND = Placement("ground", Ground(), SCREEN, SCREEN, THEME)
PLACED = [
    Placement(id, widget, Rect.sized(left, top, 600, 500), SCREEN, THEME)
    for id, left, top, widget in (
        ("a", 0, 0, Button(label="A")),
        ("b", 250, 300, Dialog(title="B", text="Over")),
        ("c", 480, 1200, Text(text="C")),
        ("d", 100, 1900, Snackbar(text="D")),
    )
]

scenes = st.lists(st.sampled_from(PLACED), max_size=4, unique_by=lambda placed: placed.id).map(
    lambda placed: (GROUND, *placed)
)


def _whole(scene: Sequence[Placement]) -> Pixels:
    fresh = Compositor(*SIZE)
    fresh.draw(scene)
    return fresh.frame


def _taken(screen: Screenshots, *placed: Placement) -> Pixels:
    return screen.take((GROUND, *placed))


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(scenes, st.integers(0, 4)), max_size=12), st.integers(0, 4))
def test_whatever_is_held_equals_a_full_redraw(
    steps: list[tuple[tuple[Placement, ...], int]], kept: int
) -> None:
    screen = Screenshots(*SIZE, kept)
    held: list[tuple[Pixels, Pixels]] = []
    for scene, dropped in steps:
        held.append((screen.take(scene), _whole(scene)))
        assert all(np.array_equal(shown, whole) for shown, whole in held)
        if len(held) > 1:  # somebody lets go of one, in whatever order
            del held[-dropped % len(held)]


@pytest.mark.parametrize(
    "part",
    [
        lambda shot: shot,
        lambda shot: shot[100:, ::2, 1],
        lambda shot: shot.reshape(-1)[3:][5:],
        lambda shot: memoryview(shot.reshape(-1)),
        lambda shot: np.asarray(memoryview(shot)),
        lambda shot: iter(shot),
    ],
)
def test_a_part_that_is_held_stays(part: Callable[[Pixels], Any]) -> None:
    screen = Screenshots(*SIZE)
    held = part(_taken(screen, PLACED[0]))
    for _ in range(3):
        for placed in PLACED[1:]:
            _taken(screen, placed)
    same = part(_whole((GROUND, PLACED[0])))
    assert np.array_equal(np.array(list(held)), np.array(list(same)))


def test_what_is_held_shares_no_memory_with_the_next_even_if_nothing_changed() -> None:
    screen = Screenshots(*SIZE)
    first, second = _taken(screen), _taken(screen)
    assert not np.shares_memory(first, second)
    assert np.array_equal(first, second)


def test_screenshots_are_read_only() -> None:
    with pytest.raises(ValueError, match="read-only"):
        _taken(Screenshots(*SIZE))[0, 0, 0] = 1


def _address(shot: Pixels) -> int:
    return int(shot.__array_interface__["data"][0])


def test_memory_that_nobody_holds_is_used_again() -> None:
    screen = Screenshots(*SIZE)
    first = _taken(screen, PLACED[0])
    others = {_address(_taken(screen, placed)) for placed in PLACED}
    assert len(others) == 1, "one more frame beside that which is held"
    address = _address(first)
    del first
    assert {_address(_taken(screen, placed)) for placed in PLACED} == others
    held = _taken(screen)
    assert {_address(held), _address(_taken(screen))} == others | {address}


def test_frames_that_others_hold_are_not_kept_beyond_a_few() -> None:
    screen = Screenshots(*SIZE)
    held = [_taken(screen, PLACED[number % 4]) for number in range(9)]
    assert len({_address(each) for each in held}) == 9
    assert len(screen._frames) == KEPT


def test_without_kept_frames_all_is_drawn_anew() -> None:
    screen = Screenshots(*SIZE, kept=0)
    assert np.array_equal(_taken(screen, PLACED[2]), _whole((GROUND, PLACED[2])))
    assert not screen._frames
