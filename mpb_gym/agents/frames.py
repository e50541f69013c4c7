"""Encoded screenshots, a few at a time, so that hundreds of episodes fit in one process."""

from __future__ import annotations

from threading import BoundedSemaphore

from mpb_gym.agents.images import Encoded, encode
from mpb_gym.episode import View

_TURNS = BoundedSemaphore(4)
"""Frames of 8 MB that may be in the making at once; encoding leaves other threads running."""


def picture(view: View, format: str = "jpeg", size: tuple[int, int] | None = None) -> Encoded:
    """Returns what the screen shows as a picture file.

    Args:
        view: Whose screen.
        format: ``jpeg``, ``png`` or ``webp``.
        size: Width and height to scale it to, in pixels; the screen's own if left out.
    """
    with _TURNS:
        frame = view.screenshot()
        return encode(frame, format, size or (frame.shape[1], frame.shape[0]))
