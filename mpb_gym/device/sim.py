"""The simulated phone as a device: nothing to install, nothing to wait for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mpb_gym.commands import Gesture
from mpb_gym.device.protocol import Setup
from mpb_gym.errors import EpisodeOver, OptionError
from mpb_gym.events import Event
from mpb_gym.geometry import LOGICAL_WIDTH
from mpb_gym.keeping import Kept
from mpb_gym.runtime import Outcome, Phone
from mpb_gym.spec.task import Tables
from mpb_gym.store import Store
from mpb_gym.ui.compositor import Compositor
from mpb_gym.ui.elements import TreeText, elements
from mpb_gym.ui.screenshots import KEPT, Screenshots

MIN_WIDTH, MAX_WIDTH = 64, 2160
"""Narrowest and widest screenshot in pixels."""


def check_screen(screen: tuple[int, int]) -> tuple[int, int]:
    """Returns a screen size if it can be drawn.

    Args:
        screen: Width and height in pixels.

    Raises:
        OptionError: It is not two whole numbers, too small or large, or not a phone's shape.
    """
    try:
        width, height = (int(each) for each in screen)
    except (TypeError, ValueError):
        raise OptionError(
            f"screen: expected (width, height) in pixels, as (270, 600); found {screen!r}"
        ) from None
    if not MIN_WIDTH <= width <= MAX_WIDTH or not 1.5 * width <= height <= 3 * width:
        raise OptionError(
            f"screen: {width}x{height} is no phone screen; the width may be {MIN_WIDTH} to "
            f"{MAX_WIDTH} pixels, the height 1.5 to 3 times the width"
        )
    return width, height


class _Moment(NamedTuple):
    """What a simulated phone was at one moment."""

    frame: int
    phone: Phone
    shown: Kept
    stores: dict[str, Store]
    tables: Mapping[str, Kept]


class SimDevice:
    """A simulated phone.

    Args:
        screen: Width and height of screenshots in pixels.
        keep_frame: Whether frames are kept between screenshots, so that only what changed is
            drawn. A frame takes 8 MB at 1080x2400; without any, hundreds of phones fit.
    """

    def __init__(self, screen: tuple[int, int] = (1080, 2400), *, keep_frame: bool = True) -> None:
        self.screen = check_screen(screen)
        width, height = self.screen
        self._height = round(height * LOGICAL_WIDTH / width)
        self._screenshots = Screenshots(width, height, KEPT if keep_frame else 0)
        self._lent: Compositor | None = None
        self._tree = TreeText(width, height)
        self._stores: dict[str, Store] = {}
        self._phone: Phone | None = None
        self._frame = 0

    def reset(self, setup: Setup) -> tuple[Event, ...]:
        """Makes a new phone, prepared."""
        self.close()
        self._stores = {
            spec.id: Store(spec, setup.prepared.get(spec.id, {})) for spec in setup.apps
        }
        self._phone = Phone(
            [(spec, self._stores[spec.id]) for spec in setup.apps],
            setup.desk,
            session=setup.session,
            height=self._height,
        )
        self._frame = 0
        return self._phone.start()

    @property
    def phone(self) -> Phone:
        """The phone itself, for tests and tools.

        Raises:
            EpisodeOver: The device has not been reset, or is closed.
        """
        if self._phone is None:
            raise EpisodeOver("the device is not running; reset it first")
        return self._phone

    @property
    def revision(self) -> int:
        """Sum of the stores' revisions."""
        return sum([store.revision for store in self._stores.values()])

    def perform(self, gesture: Gesture, step: int) -> Outcome:
        """Hands a gesture to the phone."""
        self._frame = step
        return self.phone.perform(gesture, step)

    def screenshot(self) -> NDArray[np.uint8]:
        """Returns what is on the screen; it stays as it is, but see :meth:`draw_into`."""
        placements = self.phone.layout.placements
        if self._lent is None:
            return self._screenshots.take(placements)
        self._lent.draw(placements)
        return self._lent.frame

    def draw_into(self, pixels: NDArray[np.uint8]) -> None:
        """Draws into this memory from now on; screenshots are this memory itself.

        Args:
            pixels: Shape (height, width, 3), dtype uint8.
        """
        self._lent = Compositor(*self.screen, pixels)

    def elements(self) -> dict[str, Any]:
        """Returns the accessibility tree of the screen."""
        phone = self.phone
        return {
            "frame": self._frame,
            "package_name": phone.package,
            "keyboard_visible": phone.keyboard_visible,
            "elements": elements(phone.layout.placements, *self.screen, phone.package),
        }

    def elements_text(self) -> str:
        """Returns the same as JSON text, most of it kept from the frame before."""
        phone = self.phone
        items = self._tree.items(phone.layout.placements, phone.package)
        visible = "true" if phone.keyboard_visible else "false"
        return (
            f'{{"frame": {self._frame}, "package_name": "{phone.package}", '
            f'"keyboard_visible": {visible}, "elements": [{items}]}}'
        )

    def tables(self) -> dict[str, Tables]:
        """Returns all tables of all apps."""
        return {app: store.tables() for app, store in self._stores.items()}

    def snapshot(self) -> _Moment:
        """Returns the present moment: what is on screen, and all tables.

        Raises:
            EpisodeOver: The device has not been reset, or is closed.
        """
        tables = {app: store.keep() for app, store in self._stores.items()}
        return _Moment(self._frame, self.phone, self.phone.keep(), self._stores, tables)

    def restore(self, snapshot: _Moment) -> None:
        """Goes back to that moment, even if another session has begun or the phone is closed.

        The frame is brought up to date by the next screenshot, as after any gesture.
        """
        if snapshot.stores is not self._stores:
            self.close()
        self._frame, self._phone, self._stores = snapshot.frame, snapshot.phone, snapshot.stores
        for app, kept in snapshot.tables.items():
            self._stores[app].bring_back(kept)
        self._phone.bring_back(snapshot.shown)

    def close(self) -> None:
        """Frees the databases."""
        for store in self._stores.values():
            store.close()
        self._stores, self._phone = {}, None
