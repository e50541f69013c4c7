"""A block's pixels are decided by what is asked for, never by what was painted before."""

import numpy as np
import pytest

from mpb_gym.geometry import Rect
from mpb_gym.runtime.themes import system_theme
from mpb_gym.ui.blocks import BlockCache
from mpb_gym.ui.placement import Gradient, Placement
from mpb_gym.ui.raster import Raster
from mpb_gym.ui.widgets import Text

THEME = system_theme("imy")
SIZE = (60, 24)
PLACED = Placement(
    id="w",
    widget=Text(text="Some words that may wrap here or there"),
    rect=Rect.sized(0, 0, 300, 120),
    clip=Rect(0, 0, 1080, 2400),
    theme=THEME,
)


def _get(cache: BlockCache, placed: Placement, origin: tuple[int, int] = (0, 0)) -> Raster:
    return cache.get(placed, *SIZE, origin, 480)


@pytest.mark.parametrize("width", [298, 301, 302])
@pytest.mark.parametrize("height", [118, 122])
def test_sizes_that_round_to_the_same_pixels_are_not_mixed_up(width: int, height: int) -> None:
    asked = PLACED._replace(rect=Rect.sized(0, 0, width, height))
    used = BlockCache()
    _get(used, PLACED)
    assert np.array_equal(_get(used, asked).pixels(), _get(BlockCache(), asked).pixels())


def test_a_dimmed_block_lies_under_32_percent_of_black() -> None:
    cache = BlockCache()
    bright, dim = _get(cache, PLACED), _get(cache, PLACED._replace(dim=True))
    assert np.abs(dim.pixels() - bright.pixels() * 0.68).max() < 1.1  # rounded down, from 174 / 256
    assert cache.size == bright.nbytes + dim.nbytes


def test_over_the_wallpaper_the_place_counts() -> None:
    cache = BlockCache()
    placed = PLACED._replace(backdrop=Gradient((0, 0, 0), (240, 240, 240)))
    high, low = _get(cache, placed), _get(cache, placed, (0, 400))
    assert high.pixels()[0, 0, 0] < low.pixels()[0, 0, 0]
    assert _get(cache, placed) is high


def test_on_a_flat_ground_the_place_does_not_count() -> None:
    cache = BlockCache()
    assert _get(cache, PLACED) is _get(cache, PLACED, (0, 400))
