"""Observation and action spaces: flat dictionaries, as the widest range of tools takes them."""

from __future__ import annotations

import multiprocessing
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import CustomSpaceError
from gymnasium.vector.utils.shared_memory import create_shared_memory
from numpy.typing import NDArray

from mpb_gym.commands import (
    BUTTONS,
    COMMANDS,
    DIRECTIONS,
    INTENTS,
    LEVELS,
    MAX_TEXT,
    STATUSES,
)

MAX_INSTRUCTION = 10_000
MAX_HISTORY = 1_000_000
MAX_IMY = 1_000_000
MAX_TREE = 10_000_000
"""Longest texts of an observation, in code points; longer ones keep their end."""

_SAMPLED = 32
"""Longest text that sampling draws: long noise tests nothing and costs much."""

_PRINTABLE = "".join(chr(code) for code in range(32, 127)) + "\n\tÄéßñ李雷日本한שع😀👩‍🚀"


class UnicodeText(spaces.Text):
    """Any text at all, the empty one included.

    ``Text`` lists its whole alphabet; all of Unicode would be slow to build and to check. This
    space samples from a small alphabet and contains every string that can be encoded.

    Args:
        max_length: Longest text, in code points.
    """

    def __init__(self, max_length: int, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(max_length, min_length=0, charset=_PRINTABLE, seed=seed)

    def contains(self, x: Any) -> bool:
        """Says whether ``x`` is a string within the length; half surrogate pairs are not."""
        if not isinstance(x, str) or len(x) > self.max_length:
            return False
        return x.isascii() or not any("\ud800" <= char <= "\udfff" for char in x)

    def sample(
        self,
        mask: tuple[int | None, NDArray[np.int8] | None] | None = None,
        probability: tuple[int | None, NDArray[np.float64] | None] | None = None,
    ) -> str:
        """Draws a short text; arguments as for ``Text.sample``."""
        if mask is None and probability is None:
            longest = min(_SAMPLED, self.max_length)
            mask = (int(self.np_random.integers(0, longest + 1)), None)
        return super().sample(mask, probability)

    def __repr__(self) -> str:
        return f"UnicodeText({self.max_length})"


@create_shared_memory.register(UnicodeText)
def _refuse_shared_memory(space: UnicodeText, n: int = 1, ctx: Any = multiprocessing) -> Any:
    """Gymnasium would show the first observation's text for ever; an error is better."""
    raise CustomSpaceError(
        "texts of MyPhone environments cannot live in shared memory: "
        'pass shared_memory=False (vector_kwargs={"shared_memory": False} of gym.make_vec), '
        "or leave vectorization_mode out"
    )


OBSERVABLE = ("screenshot", "ui")
"""What ``observe=`` may name beside what every observation holds."""


def observation_space(screen: tuple[int, int], observe: tuple[str, ...]) -> spaces.Dict:
    """Returns the observation space.

    Args:
        screen: Width and height of screenshots in pixels.
        observe: Which of :data:`OBSERVABLE` are part of it.
    """
    width, height = screen
    parts: dict[str, spaces.Space[Any]] = {}
    if "screenshot" in observe:
        parts["screenshot"] = spaces.Box(0, 255, (height, width, 3), np.uint8)
    parts["instruction"] = UnicodeText(MAX_INSTRUCTION)
    parts["history"] = UnicodeText(MAX_HISTORY)
    parts["imy"] = UnicodeText(MAX_IMY)
    if "ui" in observe:
        parts["ui"] = UnicodeText(MAX_TREE)
    return spaces.Dict(parts)


def action_space() -> spaces.Dict:
    """Returns the action space: the command and the fields of all commands."""
    point = (0.0, 1.0, (2,), np.float32)
    return spaces.Dict(
        {
            "action_type": spaces.Discrete(len(COMMANDS)),
            "coordinate": spaces.Box(*point),
            "end_coordinate": spaces.Box(*point),
            **{name: spaces.Discrete(len(words)) for name, words in CHOICES.items()},
            **{name: UnicodeText(MAX_TEXT) for name in TEXTS},
        }
    )


CHOICES: dict[str, tuple[str, ...]] = {
    "direction": DIRECTIONS,
    "button": BUTTONS,
    "intent": INTENTS,
    "level": LEVELS,
    "status": STATUSES,
}
"""The words behind each Discrete field of an action."""

TEXTS = ("text", "key", "value", "reason")
"""The Text fields of an action."""

NAMES = tuple(COMMANDS)
"""The command behind each value of ``action_type``."""
