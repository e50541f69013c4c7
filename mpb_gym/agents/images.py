"""Screenshots as picture files."""

from __future__ import annotations

import base64
import io
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

# At 1080x2400 a JPEG takes 7 ms to encode, the fastest PNG or WebP five times that.
_SETTINGS: dict[str, dict[str, Any]] = {
    "jpeg": {"quality": 85},
    "png": {"compress_level": 1},
    "webp": {"quality": 80, "method": 0},
}


class Encoded(NamedTuple):
    """An encoded screenshot.

    Attributes:
        data: The file's bytes.
        format: ``jpeg``, ``png`` or ``webp``.
    """

    data: bytes
    format: str

    @property
    def url(self) -> str:
        """The image as a data URL."""
        return f"data:image/{self.format};base64,{base64.b64encode(self.data).decode('ascii')}"


def fitted(size: tuple[int, int], longest: int | None) -> tuple[int, int]:
    """Returns the size of an image, its shape kept, whose longest side has a limit.

    Args:
        size: Width and height in pixels.
        longest: The limit in pixels; ``None`` for none. Images are never enlarged.
    """
    if longest is None or max(size) <= longest:
        return size
    width, height = (max(1, round(side * longest / max(size))) for side in size)
    return width, height


def encode(frame: NDArray[np.uint8], format: str, size: tuple[int, int]) -> Encoded:
    """Encodes a screenshot.

    Args:
        frame: Shape (height, width, 3), dtype uint8.
        format: ``jpeg``, ``png`` or ``webp``.
        size: Width and height to scale it to.
    """
    image = Image.fromarray(frame)
    if image.size != size:
        image = image.resize(size, Image.Resampling.BOX, reducing_gap=1.0)
    buffer = io.BytesIO()
    image.save(buffer, format, **_SETTINGS[format])
    return Encoded(buffer.getvalue(), format)
