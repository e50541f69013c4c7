"""The drawing surface of one widget, in logical pixels, with smooth edges at every size.

A canvas paints at the widget's size on the device, or, for small screenshots, at a whole
multiple of it that is averaged down at the end, so that small text keeps its shape.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw

from mpb_gym.geometry import Rect
from mpb_gym.spec.theme import Colour, Theme
from mpb_gym.ui.pictures import Shape, shapes_of
from mpb_gym.ui.typography import STYLES, font, line_height, pieces

_SMOOTH = 4
"""Supersampling of curved shapes."""

_FINE = 1.0
"""Least canvas pixels in a logical pixel: below, hinting would move letters from their measure."""


def mix(colour: Colour, over: Colour, alpha: float) -> Colour:
    """Returns a colour laid over another with an opacity of ``alpha``, 0 to 1."""
    red, green, blue = (
        round(a * alpha + b * (1 - alpha)) for a, b in zip(colour, over, strict=True)
    )
    return (red, green, blue)


class Canvas:
    """A surface to paint on.

    Args:
        width: Of the widget in logical pixels.
        height: Of the widget in logical pixels.
        pixels: Width and height of the finished block in device pixels.
        theme: Where colour roles are looked up.
        backdrop: What is there before anything is painted: a colour, or an image of the
            block's size, shape (height, width, 3).
    """

    def __init__(
        self,
        *,
        width: int,
        height: int,
        pixels: tuple[int, int],
        theme: Theme,
        backdrop: Colour | NDArray[np.uint8],
    ) -> None:
        self.width, self.height, self.theme = width, height, theme
        self._reduce = max(1, math.ceil(_FINE * width / pixels[0]))
        size = (pixels[0] * self._reduce, pixels[1] * self._reduce)
        if isinstance(backdrop, tuple):
            self._image = Image.new("RGB", size, backdrop)
        else:
            small = Image.fromarray(backdrop)
            self._image = small.resize(size, Image.Resampling.NEAREST)
        self._draw = ImageDraw.Draw(self._image)
        self._zoom = size[0] / width
        self._zoom_y = size[1] / height

    def colour(self, role: str) -> Colour:
        """Returns the colour of a role of the theme."""
        found: Colour = getattr(self.theme, role)
        return found

    def _device(self, rect: Rect) -> Rect:
        return Rect(
            round(rect.left * self._zoom),
            round(rect.top * self._zoom_y),
            max(round(rect.right * self._zoom), round(rect.left * self._zoom) + 1),
            max(round(rect.bottom * self._zoom_y), round(rect.top * self._zoom_y) + 1),
        )

    def _length(self, length: float) -> int:
        return max(1, round(length * self._zoom))

    def fill(self, rect: Rect, colour: Colour, radius: int = 0) -> None:
        """Fills a rectangle, perhaps with round corners."""
        device = self._device(rect)
        curve = min(self._length(radius), device.width // 2, device.height // 2) if radius else 0
        if not curve:
            self._draw.rectangle(_inclusive(device), colour)
            return
        left, top, right, bottom = device
        self._draw.rectangle(_inclusive(Rect(left + curve, top, right - curve, bottom)), colour)
        self._draw.rectangle(_inclusive(Rect(left, top + curve, right, bottom - curve)), colour)
        self._paste_corners(device, _corner(curve), colour)

    def _paste_corners(self, device: Rect, corner: Image.Image, colour: Colour) -> None:
        side = corner.width
        left, top, right, bottom = (
            device.left,
            device.top,
            device.right - side,
            device.bottom - side,
        )
        mirrored, flipped = Image.Transpose.FLIP_LEFT_RIGHT, Image.Transpose.FLIP_TOP_BOTTOM
        self._image.paste(colour, (left, top), corner)
        self._image.paste(colour, (right, top), corner.transpose(mirrored))
        self._image.paste(colour, (left, bottom), corner.transpose(flipped))
        both = corner.transpose(mirrored).transpose(flipped)
        self._image.paste(colour, (right, bottom), both)

    def outline(self, rect: Rect, colour: Colour, stroke: int, radius: int = 0) -> None:
        """Draws the border of a rectangle; the stroke lies inside it."""
        device, width = self._device(rect), self._length(stroke)
        left, top, right, bottom = device
        curve = min(self._length(radius), device.width // 2, device.height // 2) if radius else 0
        for bar in (
            Rect(left + curve, top, right - curve, top + width),
            Rect(left + curve, bottom - width, right - curve, bottom),
            Rect(left, top + curve, left + width, bottom - curve),
            Rect(right - width, top + curve, right, bottom - curve),
        ):
            if bar:
                self._draw.rectangle(_inclusive(bar), colour)
        if curve:
            self._paste_corners(device, _ring(curve, width), colour)

    def polygon(self, points: Sequence[tuple[float, float]], colour: Colour) -> None:
        """Fills a polygon."""
        self._smooth(points, colour, lambda draw, at: draw.polygon(at, 255))

    def line(self, points: Sequence[tuple[float, float]], colour: Colour, stroke: float) -> None:
        """Draws a line through points, with round ends and joints."""
        width = max(1, round(stroke * self._zoom * _SMOOTH))

        def paint(draw: ImageDraw.ImageDraw, at: list[tuple[float, float]]) -> None:
            draw.line(at, 255, width, joint="curve")
            for x, y in at:
                r = width / 2
                draw.ellipse((x - r, y - r, x + r, y + r), 255)

        self._smooth(points, colour, paint, margin=stroke)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fills a circle."""

        def paint(draw: ImageDraw.ImageDraw, at: list[tuple[float, float]]) -> None:
            (left, top), (right, bottom) = at
            draw.ellipse((left, top, right, bottom), 255)

        corners = ((x - radius, y - radius), (x + radius, y + radius))
        self._smooth(corners, colour, paint)

    def arc(
        self,
        x: float,
        y: float,
        radius: float,
        angles: tuple[float, float],
        colour: Colour,
        stroke: float,
    ) -> None:
        """Draws a part of a circle's line, from one angle to another, clockwise in degrees."""
        steps = max(8, round(abs(angles[1] - angles[0]) / 6))
        points = []
        for step in range(steps + 1):
            angle = math.radians(angles[0] + (angles[1] - angles[0]) * step / steps)
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
        self.line(points, colour, stroke)

    def _smooth(
        self,
        points: Sequence[tuple[float, float]],
        colour: Colour,
        paint: Callable[[ImageDraw.ImageDraw, list[tuple[float, float]]], None],
        margin: float = 0.0,
    ) -> None:
        """Paints a mask several times too large around some points, and pastes it reduced."""
        xs = [x * self._zoom for x, _ in points]
        ys = [y * self._zoom_y for _, y in points]
        more = margin * self._zoom + 2
        left, top = math.floor(min(xs) - more), math.floor(min(ys) - more)
        width = math.ceil(max(xs) + more) - left
        height = math.ceil(max(ys) + more) - top
        mask = Image.new("L", (width * _SMOOTH, height * _SMOOTH))
        at = [((x - left) * _SMOOTH, (y - top) * _SMOOTH) for x, y in zip(xs, ys, strict=True)]
        paint(ImageDraw.Draw(mask), at)
        self._image.paste(colour, (left, top), mask.reduce(_SMOOTH))

    def text(self, left: int, top: int, text: str, style: str, colour: Colour) -> None:
        """Draws one line.

        Args:
            left: Of the line.
            top: Of its line box.
            text: Already cut to what fits.
            style: A name of :data:`mpb_gym.ui.typography.STYLES`.
            colour: Of the letters.
        """
        face = font(style, round(self._zoom, 4))
        ascent, descent = face.getmetrics()
        box = line_height(style) * self._zoom_y
        baseline = top * self._zoom_y + (box - ascent - descent) / 2 + ascent
        for piece in pieces(text, style):
            x = (left + piece.left) * self._zoom
            if piece.text:
                self._draw.text((round(x), round(baseline)), piece.text, colour, face, anchor="ls")
            else:
                self._placeholder(left + piece.left, top, piece.width, style, colour)

    def _placeholder(self, left: int, top: int, width: int, style: str, colour: Colour) -> None:
        """A box for what the font lacks: there is something, and it is one character."""
        size = STYLES[style].size * 2.625
        middle = top + line_height(style) / 2
        edge = max(2, round(width * 0.12))
        upper, lower = round(middle - size * 0.38), round(middle + size * 0.34)
        self.outline(
            Rect(left + edge, upper, left + width - edge, lower), colour, max(2, edge // 2)
        )

    def picture(self, name: str, rect: Rect, colour: Colour | None = None) -> None:
        """Draws a vector picture.

        Args:
            name: Of the picture.
            rect: Where; it is a square's worth of grid.
            colour: For icons: the one colour of all shapes.
        """
        grid, shapes = shapes_of(name)
        scale = rect.width / grid
        for shape in shapes:
            self._shape(shape, rect, scale, colour or self._paint(shape))

    def _paint(self, shape: Shape) -> Colour:
        return self.colour(shape.colour) if isinstance(shape.colour, str) else shape.colour

    def _shape(self, shape: Shape, rect: Rect, scale: float, colour: Colour) -> None:
        at = [(rect.left + x * scale, rect.top + y * scale) for x, y in shape.points]
        match shape.kind:
            case "circle":
                self.disc(*at[0], shape.size * scale, colour)
            case "polygon":
                self.polygon(at, colour)
            case "line":
                self.line(at, colour, shape.size * scale)
            case "arc":
                self.arc(*at[0], shape.radius * scale, shape.angles, colour, shape.size * scale)
            case _:
                (left, top), (right, bottom) = at
                box = Rect(round(left), round(top), round(right), round(bottom))
                self.fill(box, colour, round(shape.size * scale))

    def pixels(self) -> NDArray[np.uint8]:
        """Returns the finished block, shape (height, width, 3), dtype uint8, read-only."""
        image = self._image.reduce(self._reduce) if self._reduce > 1 else self._image
        block = np.ascontiguousarray(np.asarray(image))
        block.setflags(write=False)
        return block


def _inclusive(rect: Rect) -> tuple[int, int, int, int]:
    """Pillow counts the last row and column as inside."""
    return rect.left, rect.top, max(rect.left, rect.right - 1), max(rect.top, rect.bottom - 1)


@lru_cache(maxsize=128)
def _corner(radius: int) -> Image.Image:
    """The mask of a rounded top left corner."""
    mask = Image.new("L", (radius * _SMOOTH, radius * _SMOOTH))
    ImageDraw.Draw(mask).ellipse((0, 0, 2 * radius * _SMOOTH, 2 * radius * _SMOOTH), 255)
    return mask.reduce(_SMOOTH)


@lru_cache(maxsize=128)
def _ring(radius: int, stroke: int) -> Image.Image:
    """The mask of the line around a rounded top left corner."""
    outer = _corner(radius)
    if stroke >= radius:
        return outer
    inner = Image.new("L", outer.size)
    inner.paste(_corner(radius - stroke), (stroke, stroke))
    return ImageChops.subtract(outer, inner)


def corner_mask(radius: int) -> NDArray[np.uint8]:
    """Returns the opacity of a rounded top left corner, shape (radius, radius)."""
    return np.asarray(_corner(radius))
