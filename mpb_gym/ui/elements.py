"""The accessibility tree, from the very placements that are painted and touched."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from mpb_gym.geometry import LOGICAL_WIDTH, Rect
from mpb_gym.ui.placement import Placement
from mpb_gym.ui.recent import Recent


def elements(
    placements: Sequence[Placement], width: int, height: int, package: str
) -> list[dict[str, Any]]:
    """Returns what can be seen, from back to front, with AndroidWorld's field names.

    What lies under a scrim or is scrolled out of sight is left out; bounds are those of the
    visible part.

    Args:
        placements: What is on screen.
        width: Of the screenshot in pixels.
        height: Of the screenshot in pixels.
        package: Android package in the foreground.
    """
    scale = width / LOGICAL_WIDTH
    screen = Rect(0, 0, width, height)

    def make(placed: Placement) -> _Node:
        seen = placed.rect.scaled(scale) & placed.clip.scaled(scale) & screen
        return _Node(placed, _element(placed, seen, width, height, package) if seen else None)

    found = []
    for placed in placements:
        if placed.dim or placed.widget.decorative:
            continue
        key = (id(placed), package, width, height)
        kept = _NODES.get(key, partial(make, placed)).node
        if kept is not None:
            found.append({**kept, "bbox": {**kept["bbox"]}, "bbox_pixels": {**kept["bbox_pixels"]}})
    return found


class _Node(NamedTuple):
    """An element, or that nothing of it can be seen, with what it is of (see :class:`_Kept`)."""

    of: object
    node: dict[str, Any] | None


_NODES: Recent[_Node] = Recent(3000)
"""That many elements, of 1 to 2 KB each."""


class TreeText:
    """The same elements as JSON text, made anew only for what was not shown lately.

    Args:
        width: Of the screenshot in pixels.
        height: Of the screenshot in pixels.
    """

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self._scale = width / LOGICAL_WIDTH
        self._screen = Rect(0, 0, width, height)

    def items(self, placements: Sequence[Placement], package: str) -> str:
        """Returns the elements, separated by commas; arguments as for :func:`elements`."""
        if not isinstance(placements, tuple):
            return self._joined(placements, package)
        key = (id(placements), package, self._width, self._height)
        return _SCREENS.get(key, lambda: _Kept(placements, self._joined(placements, package))).text

    def _joined(self, placements: Sequence[Placement], package: str) -> str:
        shown = [each for each in placements if not (each.dim or each.widget.decorative)]
        return ", ".join([text for each in shown if (text := self._element(each, package))])

    def _element(self, placed: Placement, package: str) -> str:
        key = (id(placed), package, self._width, self._height)
        return _ELEMENTS.get(key, lambda: _Kept(placed, self._text(placed, package))).text

    def _text(self, placed: Placement, package: str) -> str:
        clip = placed.clip.scaled(self._scale)
        seen = placed.rect.scaled(self._scale) & clip & self._screen
        return _encode(_element(placed, seen, self._width, self._height, package)) if seen else ""


_encode = json.JSONEncoder(ensure_ascii=False).encode


class _Kept(NamedTuple):
    """A text with what it is of, so that the id of that cannot come to mean anything else."""

    of: object
    text: str


def _length(kept: _Kept) -> int:
    return len(kept.text) + 200


_ELEMENTS: Recent[_Kept] = Recent(4 * 2**20, _length)
_SCREENS: Recent[_Kept] = Recent(8 * 2**20, _length)
"""Elements and all elements of a screen as text, within so many characters each."""


def _element(
    placed: Placement, seen: Rect, width: int, height: int, package: str
) -> dict[str, Any]:
    said = placed.widget.semantics()
    return {
        "resource_name": placed.id,
        "class_name": said.role,
        "package_name": package,
        "text": said.text,
        "content_description": said.description,
        "hint_text": said.hint,
        "bbox_pixels": {
            "x_min": seen.left,
            "x_max": seen.right,
            "y_min": seen.top,
            "y_max": seen.bottom,
        },
        "bbox": {
            "x_min": seen.left / width,
            "x_max": seen.right / width,
            "y_min": seen.top / height,
            "y_max": seen.bottom / height,
        },
        "is_clickable": said.clickable,
        "is_long_clickable": said.long_clickable,
        "is_editable": said.editable,
        "is_checkable": said.checkable,
        "is_checked": said.checked,
        "is_selected": said.selected,
        "is_focusable": said.focusable,
        "is_focused": said.focused,
        "is_scrollable": said.scrollable,
        "is_enabled": said.enabled,
        "is_visible": True,
    }
