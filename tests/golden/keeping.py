"""Pictures that are kept: drawn anew with ``--renew``, else compared with what is shown."""

from pathlib import Path

import numpy as np
import PIL
from numpy.typing import NDArray
from PIL import Image

FOLDER = Path(__file__).parent / "screens"
VERSION = FOLDER / "pillow.txt"
SIZES = {"native": (1080, 2400), "small": (216, 480)}


def compare(shown: NDArray[np.uint8], name: str, renew: bool) -> None:
    """Compares a picture with the one that is kept, or keeps it."""
    file = FOLDER / f"{name}.png"
    if renew:
        file.parent.mkdir(parents=True, exist_ok=True)
        picture = Image.fromarray(shown)
        # Large pictures are kept small; 256 colours are enough to see what changed.
        (picture if shown.shape[1] < 500 else picture.quantize(256)).save(file, optimize=True)
        VERSION.write_text(PIL.__version__ + "\n")
        return
    assert file.exists(), f"{file.name} is missing; draw it with pytest tests/golden --renew"
    kept = np.asarray(Image.open(file).convert("RGB")).astype(int)
    assert kept.shape == shown.shape
    difference = np.abs(kept - shown.astype(int))
    # With 256 colours even equal screens differ a little.
    same = VERSION.read_text().strip() == PIL.__version__
    assert difference.mean() < (1.0 if same else 4.0), file.name
    assert (difference.max(axis=2) > 60).mean() < (0.0005 if same else 0.02), file.name
