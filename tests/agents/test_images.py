import io

import numpy as np
import pytest
from PIL import Image

from mpb_gym.agents.images import encode, fitted

FRAME = np.zeros((480, 216, 3), np.uint8)
FRAME[:240] = (200, 100, 50)


@pytest.mark.parametrize("format", ["jpeg", "png", "webp"])
@pytest.mark.parametrize("size", [(216, 480), (108, 240), (100, 222)])
def test_a_picture_shows_the_frame(format: str, size: tuple[int, int]) -> None:
    found = encode(FRAME, format, size)
    assert found.url.startswith(f"data:image/{format};base64,")
    with Image.open(io.BytesIO(found.data)) as image:
        assert image.format == format.upper()
        assert image.size == size
        top = image.convert("RGB").getpixel((10, 10))
    assert np.allclose(top, (200, 100, 50), atol=6)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("size", "longest", "expected"),
    [
        ((1080, 2400), None, (1080, 2400)),
        ((1080, 2400), 3000, (1080, 2400)),
        ((1080, 2400), 1200, (540, 1200)),
        ((1080, 2400), 1000, (450, 1000)),
    ],
)
def test_pictures_keep_their_shape(
    size: tuple[int, int], longest: int | None, expected: tuple[int, int]
) -> None:
    assert fitted(size, longest) == expected
