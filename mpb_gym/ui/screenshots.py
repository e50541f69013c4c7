"""Screenshots that never change once they are given away, and cost little more than the change."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from mpb_gym.ui.compositor import Compositor
from mpb_gym.ui.placement import Placement
from mpb_gym.ui.raster import Pixels

KEPT = 2
"""Frames that are kept: while somebody looks at one, as at the step before, the other is drawn."""


class Screenshots:
    """The screenshots of one screen.

    A frame is drawn over, where something changed, only when nobody holds a screenshot of it
    any more; for as long as anybody does, it stays as it is. So whoever looks at the last
    screenshot alone pays for no copy, and whoever keeps all of them pays for one copy each.

    Args:
        width: In pixels.
        height: In pixels.
        kept: How many frames are kept at most; with none, every screenshot is drawn whole.
    """

    def __init__(self, width: int, height: int, kept: int = KEPT) -> None:
        self._width, self._height = width, height
        self._kept = kept
        self._frames: list[Compositor] = []  # the latest first

    def take(self, placements: Sequence[Placement]) -> Pixels:
        """Returns what these placements look like, shape (height, width, 3), dtype uint8.

        It is read-only, and shares no memory with others that are held.
        """
        frames = self._frames
        latest = frames[0] if frames else None
        frame = self._unheld() or Compositor(self._width, self._height)
        frame.draw(placements, None if frame is latest else latest)
        frames.insert(0, frame)
        del frames[self._kept :]
        screenshot = frame.frame.view()
        screenshot.flags.writeable = False
        return screenshot

    def _unheld(self) -> Compositor | None:
        """Takes out a frame that may be drawn over, as recent a one as can be."""
        for index, frame in enumerate(self._frames):
            if _references(frame) == _ALONE:
                return self._frames.pop(index)
        return None


def _references(frame: Compositor) -> int:
    """Counts references to a frame's memory; each view of it, of whatever part, holds one."""
    return sys.getrefcount(frame.frame)


_ALONE = _references(Compositor(1, 1))
"""What is counted while nobody holds a view, by this very interpreter."""
