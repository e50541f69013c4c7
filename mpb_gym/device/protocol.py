"""The narrow boundary between an episode and whatever phone it happens on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mpb_gym.commands import Gesture
from mpb_gym.contract import Desk
from mpb_gym.events import Event
from mpb_gym.runtime import Outcome
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.task import Tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """How a phone is prepared for a session.

    Attributes:
        apps: The apps that are on it.
        prepared: Rows that their tables hold, by app.
        desk: The contract in force: it says which apps may be opened, and the phone's iMy
            app shows and changes what it keeps.
        session: Which session of the episode this is.
    """

    apps: tuple[AppSpec, ...]
    prepared: Mapping[str, Tables]
    desk: Desk
    session: int


class Device(Protocol):
    """A phone."""

    @property
    def screen(self) -> tuple[int, int]:
        """Width and height of its screenshots in pixels."""

    @property
    def revision(self) -> int:
        """A number that changes whenever a record table may have changed."""

    def reset(self, setup: Setup) -> tuple[Event, ...]:
        """Prepares the phone and shows its home screen.

        Raises:
            InfrastructureError: The device does not answer or cannot be prepared.
        """

    def perform(self, gesture: Gesture, step: int) -> Outcome:
        """Carries out a gesture in a step of the session."""

    def screenshot(self) -> NDArray[np.uint8]:
        """Returns the screen, shape (height, width, 3), dtype uint8.

        It stays as it is, whatever happens on the phone later, and may be read-only.
        """

    def elements(self) -> dict[str, Any]:
        """Returns the accessibility tree of the very frame that the screenshot shows."""

    def elements_text(self) -> str:
        """Returns the same as JSON text."""

    def tables(self) -> dict[str, Tables]:
        """Returns all tables of all apps, drafts and edits included."""

    def close(self) -> None:
        """Frees what the phone holds."""


@runtime_checkable
class Snapshots(Protocol):
    """What a device may be able to do beside: go back to an earlier moment.

    A device without it is still a :class:`Device`; its episodes have no snapshots.
    """

    def snapshot(self) -> Any:
        """Returns the present moment; nothing that happens later changes it."""

    def restore(self, snapshot: Any) -> None:
        """Goes back to a moment that this very device returned, any number of times."""
