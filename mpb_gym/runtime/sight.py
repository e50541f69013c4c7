"""From pages to layouts, kept for all phones of a process: equal sights are laid out once."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from mpb_gym.runtime.keyboard import keyboard, keyboard_top
from mpb_gym.runtime.screens import dialog
from mpb_gym.spec.form import Input
from mpb_gym.ui.arrange import Arranged
from mpb_gym.ui.bands import Frame, frame_of
from mpb_gym.ui.layout import Layout, lay_out
from mpb_gym.ui.page import Page
from mpb_gym.ui.placement import Placement
from mpb_gym.ui.recent import Recent
from mpb_gym.ui.widgets.keyboard import Enter, KeyPage


class Sight(NamedTuple):
    """All that decides what is on the screen.

    Attributes:
        page: What the program shows; told apart by identity.
        height: Of the screen in logical pixels.
        scrolls: Pairs of region and scroll position.
        time: What the clock says.
        keys: Page of the open keyboard, or ``None`` if it is closed.
        enter: What the keyboard's Enter does.
        input: What the focused box asks for.
        notice: Text of the snackbar, or ``""``.
    """

    page: Page
    height: int
    scrolls: tuple[tuple[str, int], ...]
    time: str
    keys: KeyPage | None
    enter: Enter
    input: Input
    notice: str


_LAYOUTS: Recent[Layout] = Recent(1024)


@lru_cache(maxsize=512)
def arranged(page: Page) -> Arranged:
    """Returns a page with the position of each node in its body."""
    return Arranged(page.body)


@lru_cache(maxsize=64)
def blocked(page: Page, title: str) -> Page:
    """Returns a page under the dialog that says that an app is protected."""
    sentence = f"Your assistant needs your leave to open {title}."
    return replace(page, panel=dialog(f"{title} is protected", sentence, "OK"))


def frame(page: Page, height: int, *, keys: bool) -> Frame:
    """Returns the bands of a screen of this height, with or without the keyboard."""
    return frame_of(page, height, keyboard_top(height) if keys else height)


def keys_of(sight: Sight, keys: KeyPage) -> tuple[Placement, ...]:
    """Returns the open keyboard of a sight."""
    return keyboard(keys, sight.enter, sight.height, sight.page.theme, sight.input)


def layout_of(sight: Sight) -> Layout:
    """Returns where everything is."""
    return _LAYOUTS.get(sight, lambda: _lay_out(sight))


def _lay_out(sight: Sight) -> Layout:
    page, height, keys = sight.page, sight.height, sight.keys
    return lay_out(
        page,
        arranged(page),
        frame(page, height, keys=keys is not None),
        dict(sight.scrolls),
        time=sight.time,
        keyboard=keys_of(sight, keys) if keys else (),
        notice=sight.notice,
    )
