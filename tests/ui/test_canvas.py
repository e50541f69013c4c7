from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from mpb_gym.geometry import Rect
from mpb_gym.runtime.themes import system_theme
from mpb_gym.spec.theme import Colour
from mpb_gym.ui.canvas import Canvas, mix
from mpb_gym.ui.typography import STYLES, line_height, measure

THEME = system_theme("imy")
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
SCALES = (1.0, 0.5, 0.2)


def _canvas(width: int = 200, height: int = 200, scale: float = 1.0) -> Canvas:
    pixels = (round(width * scale), round(height * scale))
    return Canvas(width=width, height=height, pixels=pixels, theme=THEME, backdrop=WHITE)


def _ink(canvas: Canvas) -> NDArray[np.float64]:
    """How dark each pixel is, 0 to 1."""
    ink: NDArray[np.float64] = 1 - canvas.pixels().mean(axis=2) / 255
    return ink


@pytest.mark.parametrize(
    ("alpha", "mixed"), [(0.0, (9, 9, 9)), (1.0, (200, 0, 50)), (0.5, (104, 4, 30))]
)
def test_colours_mix_by_opacity(alpha: float, mixed: Colour) -> None:
    assert mix((200, 0, 50), (9, 9, 9), alpha) == mixed


@pytest.mark.parametrize("scale", SCALES)
def test_a_plain_rectangle_fills_exactly_its_pixels(scale: float) -> None:
    canvas = _canvas(scale=scale)
    canvas.fill(Rect(20, 40, 120, 160), BLACK)
    expected = np.zeros((round(200 * scale), round(200 * scale)))
    expected[round(40 * scale) : round(160 * scale), round(20 * scale) : round(120 * scale)] = 1
    assert np.array_equal(_ink(canvas), expected)


@pytest.mark.parametrize("scale", SCALES)
def test_round_corners_are_smooth_and_alike(scale: float) -> None:
    canvas = _canvas(scale=scale)
    canvas.fill(Rect(0, 0, 200, 200), BLACK, radius=60)
    ink = _ink(canvas)
    assert ink[0, 0] == 0
    assert ((ink > 0.05) & (ink < 0.95)).any()
    assert np.array_equal(ink, ink[::-1])
    assert np.array_equal(ink, ink[:, ::-1])
    missing = (4 - np.pi) * 60**2 / 200**2  # what four round corners leave of a square
    assert 1 - ink.mean() == pytest.approx(missing, rel=0.06)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("radius", [0, 10, 100])
def test_an_outline_lies_within_its_rectangle(scale: float, radius: int) -> None:
    canvas = _canvas(scale=scale)
    canvas.outline(Rect(40, 40, 160, 160), BLACK, stroke=5, radius=radius)
    ink = _ink(canvas)
    low, high = round(40 * scale), round(160 * scale)
    assert ink[(low + high) // 2, low] > 0.5
    assert ink[(low + high) // 2, (low + high) // 2] == 0
    ink[low:high, low:high] = 0
    assert not ink.any()


SHAPES: dict[str, Callable[[Canvas], None]] = {
    "polygon": lambda canvas: canvas.polygon([(20, 20), (180, 40), (100, 180)], BLACK),
    "line": lambda canvas: canvas.line([(20, 20), (180, 40), (100, 180)], BLACK, 6),
    "disc": lambda canvas: canvas.disc(100, 100, 60, BLACK),
    "arc": lambda canvas: canvas.arc(100, 100, 60, (0, 300), BLACK, 6),
}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_are_smooth_and_equally_heavy_at_every_size(shape: str, scale: float) -> None:
    canvas, large = _canvas(scale=scale), _canvas(scale=2.0)
    for each in (canvas, large):
        SHAPES[shape](each)
    ink = _ink(canvas)
    assert ((ink > 0.05) & (ink < 0.95)).any()
    assert ink.mean() == pytest.approx(_ink(large).mean(), rel=0.12)


@pytest.mark.parametrize("scale", SCALES)
def test_lines_are_as_thick_as_asked_and_end_in_half_a_circle(scale: float) -> None:
    canvas = _canvas(scale=scale)
    canvas.line([(50, 100), (150, 100)], BLACK, 30)
    rows, columns = np.nonzero(_ink(canvas) > 0.5)
    assert np.ptp(rows) + 1 == pytest.approx(30 * scale, abs=1)
    assert np.ptp(columns) + 1 == pytest.approx(130 * scale, abs=1)


@pytest.mark.parametrize("scale", [1.0, 0.25, 0.1])
def test_the_thinnest_stroke_never_vanishes(scale: float) -> None:
    canvas = _canvas(scale=scale)
    canvas.line([(20, 100), (180, 100)], BLACK, 1)
    canvas.outline(Rect(10, 10, 190, 190), BLACK, 1)
    ink = _ink(canvas)
    assert ink[:, ink.shape[1] // 2].max() > 0.08
    assert ink[ink.shape[0] // 4].max() > 0.08


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("style", STYLES)
def test_text_stays_within_its_line_box_and_its_measure(style: str, scale: float) -> None:
    text = "Anna 李 g 12:45"
    width, height, room = measure(text, style), line_height(style), 40
    canvas = _canvas(width + 2 * room, height + 2 * room, scale)
    canvas.text(room, room, text, style, BLACK)
    ink = _ink(canvas)
    assert ink.max() > 0.4
    edge = round((room - 6) * scale)  # letters may lean a hair over their advance
    ink[edge:-edge, edge:-edge] = 0
    assert not ink.any()


def test_there_is_one_box_for_each_character_that_the_font_lacks() -> None:
    canvas = _canvas(400, 80)
    canvas.text(10, 10, "李👩\u200d🚀", "body_large", BLACK)
    middle = _ink(canvas)[10 + line_height("body_large") // 2]
    walls = int(((middle[1:] > 0.5) & (middle[:-1] <= 0.5)).sum())
    assert walls == 4


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=12), st.sampled_from(sorted(STYLES)), st.sampled_from(SCALES))
def test_no_text_breaks_the_canvas(text: str, style: str, scale: float) -> None:
    canvas = _canvas(400, 120, scale)
    canvas.text(5, 5, text, style, BLACK)
    assert canvas.pixels().shape == (round(120 * scale), round(400 * scale), 3)


def test_an_icon_takes_one_colour_and_a_picture_its_own() -> None:
    one, own = _canvas(), _canvas()
    one.picture("pizza", Rect(20, 20, 180, 180), BLACK)
    own.picture("pizza", Rect(20, 20, 180, 180))
    assert (np.ptp(one.pixels(), axis=2) == 0).all()
    assert np.ptp(own.pixels(), axis=2).max() > 100


@pytest.mark.parametrize("scale", SCALES)
def test_an_image_as_backdrop_is_kept_where_nothing_is_painted(scale: float) -> None:
    side = round(200 * scale)
    image = np.random.default_rng(3).integers(0, 256, (side, side, 3), np.uint8)
    canvas = Canvas(width=200, height=200, pixels=(side, side), theme=THEME, backdrop=image)
    assert np.array_equal(canvas.pixels(), image)


def test_blocks_are_contiguous_and_cannot_be_written() -> None:
    block = _canvas().pixels()
    assert block.dtype == np.uint8
    assert block.flags.c_contiguous
    assert not block.flags.writeable


def test_colours_are_looked_up_in_the_theme() -> None:
    assert _canvas().colour("primary") == THEME.primary
