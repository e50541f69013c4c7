"""What an agent may see: nothing else of an episode is shown to it."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mpb_gym.commands import Command, line
from mpb_gym.contract import Desk
from mpb_gym.device import Device
from mpb_gym.errors import ActionError
from mpb_gym.keeping import Keeping

_MAX_COMMAND = 300
"""Longest line that the history keeps of a command, in code points."""


_encode = json.JSONEncoder(ensure_ascii=False).encode


class View(Keeping):
    """The agent's side of a running session; always the present state.

    Attributes:
        instruction: What the user asked for.
        session: 0 for the only or first session, 1 for the second.
        step: How many commands this session has received.
        history: One line for each of them, with what the tools answered.
        history_text: The same as one text.
        tool_result: What the last command's tool answered; ``""`` for gestures.
        action_error: Why the last command did nothing, as ``code: sentence``; or ``""``.
    """

    def __init__(self, instruction: str, session: int, desk: Desk, device: Device) -> None:
        self.instruction = instruction
        self.session = session
        self.step = 0
        self.tool_result = ""
        self.action_error = ""
        self._lines: list[str] = []
        self.history_text = ""
        self._desk = desk
        self._device = device
        self._imy = (-1, "")

    @property
    def history(self) -> tuple[str, ...]:
        """The past steps of this session."""
        return tuple(self._lines)

    @property
    def imy(self) -> dict[str, Any]:
        """What the contract shows: LOW items, HIGH keys, tiers, grants, values read."""
        return self._desk.view()

    @property
    def imy_text(self) -> str:
        """The same as JSON."""
        if self._imy[0] != self._desk.revision:
            self._imy = (self._desk.revision, _encode(self._desk.view()))
        return self._imy[1]

    @property
    def screen(self) -> tuple[int, int]:
        """Width and height of the screenshots in pixels."""
        return self._device.screen

    def elements(self) -> dict[str, Any]:
        """Returns the accessibility tree: ``frame``, ``keyboard_visible``, ``elements``."""
        return self._device.elements()

    def elements_text(self) -> str:
        """Returns the same as JSON text."""
        return self._device.elements_text()

    def screenshot(self) -> NDArray[np.uint8]:
        """Returns the screen, shape (height, width, 3), dtype uint8; read-only.

        It stays as it is, whatever happens later; to draw on it, take a copy.
        """
        return self._device.screenshot()

    def record(self, command: Command | ActionError, result: str, error: str) -> None:
        """Notes what a command led to; called by the episode alone."""
        self.step += 1
        self.tool_result, self.action_error = result, error
        shown = "unreadable action" if isinstance(command, ActionError) else line(command)
        if len(shown) > _MAX_COMMAND:
            shown = f"{shown[: _MAX_COMMAND - 1]}…"
        said = " ".join((result or error).splitlines())
        added = f"{self.step}. {shown}{' -> ' if said else ''}{said}"
        self._lines.append(added)
        self.history_text = f"{self.history_text}\n{added}" if self.history_text else added
