"""Type styles, and where text breaks. All lengths are logical pixels.

Text may hold anything at all. What Roboto cannot show is measured and drawn as a placeholder,
one for each character that people see; the data behind it is never touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import font_roboto
from PIL import ImageFont

from mpb_gym.geometry import dp
from mpb_gym.ui.clusters import clusters

ELLIPSIS = "…"


class TypeStyle(NamedTuple):
    """A type style of Material 3 (https://m3.material.io/styles/typography).

    Attributes:
        size: In sp.
        line: Line height in sp.
        weight: Name of the Roboto file.
    """

    size: float
    line: float
    weight: str = "Regular"


STYLES: Mapping[str, TypeStyle] = {
    "display": TypeStyle(64, 72, "Light"),
    "headline_medium": TypeStyle(28, 36),
    "headline_small": TypeStyle(24, 32),
    "title_large": TypeStyle(22, 28, "Medium"),
    "title_medium": TypeStyle(16, 24, "Medium"),
    "title_small": TypeStyle(14, 20, "Medium"),
    "body_large": TypeStyle(16, 24),
    "body_medium": TypeStyle(14, 20),
    "body_small": TypeStyle(12, 16),
    "label_large": TypeStyle(14, 20, "Medium"),
    "label_medium": TypeStyle(12, 16, "Medium"),
    "label_small": TypeStyle(11, 16, "Medium"),
}

_FILES = Path(font_roboto.__file__).parent / "files"
_MISSING = "\uffff"


@lru_cache(maxsize=256)
def font(style: str, zoom: float = 1.0) -> ImageFont.FreeTypeFont:
    """Returns a style's font.

    Args:
        style: A name of :data:`STYLES`.
        zoom: Canvas pixels in one logical pixel.
    """
    found = STYLES[style]
    size = max(1.0, dp(found.size) * zoom)
    file = str(_FILES / f"Roboto-{found.weight}.ttf")
    # The basic layout engine is part of Pillow everywhere, so that text is the same everywhere.
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def line_height(style: str) -> int:
    """Returns the height of one line."""
    return dp(STYLES[style].line)


@lru_cache(maxsize=8)
def _probe(weight: str) -> tuple[ImageFont.FreeTypeFont, bytes]:
    file = str(_FILES / f"Roboto-{weight}.ttf")
    probe = ImageFont.truetype(file, 24, layout_engine=ImageFont.Layout.BASIC)
    return probe, bytes(probe.getmask(_MISSING))


@lru_cache(maxsize=8192)
def _drawable(char: str, weight: str) -> bool:
    """Whether the font has a glyph for a single character."""
    if char == " " or "!" <= char <= "~":
        return True
    if char < " " or "\x7f" <= char < "\xa0":
        return False
    probe, missing = _probe(weight)
    mask = bytes(probe.getmask(char))
    return mask != missing and (any(mask) or char.isspace())


class Piece(NamedTuple):
    """A stretch of a line that is drawn at once.

    Attributes:
        text: What to draw; ``""`` for a placeholder.
        left: Where it begins, from the line's left.
        width: Of it.
    """

    text: str
    left: int
    width: int


@lru_cache(maxsize=8192)
def pieces(text: str, style: str) -> tuple[Piece, ...]:
    """Returns the words, gaps and placeholders of a line, one beside the other."""
    found: list[Piece] = []
    left = 0
    for run, drawable in _runs(text, STYLES[style].weight):
        width = round(font(style).getlength(run)) if drawable else _placeholder_width(style)
        found.append(Piece(run if drawable else "", left, width))
        left += width
    return tuple(found)


def _runs(text: str, weight: str) -> Iterator[tuple[str, bool]]:
    """Splits a line into words that the font has, spaces, and single characters it lacks."""
    word = ""
    for cluster in clusters(text):
        if all(_drawable(char, weight) for char in cluster):
            if cluster == " ":
                yield word + " ", True
                word = ""
            else:
                word += cluster
            continue
        if word:
            yield word, True
            word = ""
        yield cluster, False
    if word:
        yield word, True


def _placeholder_width(style: str) -> int:
    return dp(STYLES[style].size * 0.8)


@lru_cache(maxsize=16384)
def measure(text: str, style: str) -> int:
    """Returns the width of a line."""
    found = pieces(text, style)
    return found[-1].left + found[-1].width if found else 0


@lru_cache(maxsize=8192)
def ellipsize(text: str, style: str, width: int) -> str:
    """Returns a text that fits, cut with an ellipsis if it must be."""
    if measure(text, style) <= width:
        return text
    parts = clusters(text)
    low, high = 0, len(parts)
    while low < high:
        middle = (low + high + 1) // 2
        if measure("".join(parts[:middle]).rstrip() + ELLIPSIS, style) <= width:
            low = middle
        else:
            high = middle - 1
    return "".join(parts[:low]).rstrip() + ELLIPSIS


@lru_cache(maxsize=4096)
def tail(text: str, style: str, width: int) -> str:
    """Returns the end of a text that fits, as a box shows while it is typed in."""
    parts = clusters(text)
    low, high = 0, len(parts)
    while low < high:
        middle = (low + high) // 2
        if measure("".join(parts[middle:]), style) <= width:
            high = middle
        else:
            low = middle + 1
    return "".join(parts[low:])


@lru_cache(maxsize=8192)
def wrap(text: str, style: str, width: int, lines: int = 0) -> tuple[str, ...]:
    """Breaks a text into lines, at spaces where it can, else within a word.

    Args:
        text: A line feed begins a new line.
        style: A name of :data:`STYLES`.
        width: Of the lines.
        lines: How many there may be, the last ending in an ellipsis; 0 for any number.
    """
    found = [line for part in text.split("\n") for line in _wrapped(part, style, width)]
    if not lines or len(found) <= lines:
        return tuple(found)
    rest = " ".join(found[lines - 1 :])
    return (*found[: lines - 1], ellipsize(rest, style, width))


def _wrapped(text: str, style: str, width: int) -> Iterator[str]:
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if measure(longer, style) <= width:
            line = longer
            continue
        if line:
            yield line
        line = word
        while line and measure(line, style) > width:
            beginning = head(line, style, width)
            yield beginning
            line = line[len(beginning) :]
    yield line


def head(word: str, style: str, width: int) -> str:
    """Returns the longest beginning of a text that fits, one character at least."""
    parts = clusters(word)
    low, high = 1, len(parts)
    while low < high:
        middle = (low + high + 1) // 2
        if measure("".join(parts[:middle]), style) <= width:
            low = middle
        else:
            high = middle - 1
    return "".join(parts[:low])
