"""Texts of observations as arrays of a fixed length."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from mpb_gym.errors import OptionError
from mpb_gym.wrappers.layers import AnyEnv, entries_below

LENGTH = 4096
"""Elements of an array, if nobody says; a phone's tree (``ui``) needs more."""

Encoding: TypeAlias = Literal["bytes", "code_points"]

_PADDING: dict[str, int] = {"bytes": 0xFF, "code_points": 0x110000}
"""What fills an array up: a value that no text can hold, so that no text is changed by it."""

_DTYPES: dict[str, type[np.unsignedinteger[Any]]] = {"bytes": np.uint8, "code_points": np.uint32}

TextArray: TypeAlias = NDArray[np.unsignedinteger[Any]]


class ArrayText(gym.ObservationWrapper[Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Shows each text of an observation as an array, for learners that take no texts.

    Every ``Text`` entry becomes a ``Box`` of shape (length,): UTF-8 bytes (uint8), filled up
    with 255, or Unicode code points (uint32), filled up with 0x110000. :func:`to_text` turns
    either back. A text that is too long keeps its end, as the phone's own texts do.

    Args:
        env: A MyPhone environment whose observations are a Dict.
        length: Elements of an array, for all texts or by name; 4096 for those not named.
        encoding: ``bytes`` or ``code_points``.

    Raises:
        OptionError: It is another environment, has no texts, or an argument cannot be used.
    """

    def __init__(
        self,
        env: AnyEnv,
        length: int | Mapping[str, int] = LENGTH,
        encoding: Encoding = "bytes",
    ) -> None:
        gym.utils.RecordConstructorArgs.__init__(self, length=length, encoding=encoding)
        gym.ObservationWrapper.__init__(self, env)
        entries = entries_below(env, "ArrayText")
        texts = [name for name, space in entries.items() if isinstance(space, spaces.Text)]
        if not texts:
            raise OptionError(f"ArrayText: none of the entries {', '.join(entries)} is a text")
        if encoding not in _PADDING:
            raise OptionError(f"encoding: {encoding!r} is not one of {', '.join(_PADDING)}")
        self._encoding: Encoding = encoding
        self._lengths = _lengths(length, texts)
        self.observation_space = spaces.Dict(
            {name: self._space(name) or space for name, space in entries.items()}
        )

    def _space(self, name: str) -> spaces.Box | None:
        if name not in self._lengths:
            return None
        shape, dtype = (self._lengths[name],), _DTYPES[self._encoding]
        return spaces.Box(0, _PADDING[self._encoding], shape, dtype)

    def observation(self, observation: dict[str, Any]) -> dict[str, Any]:
        """Returns the observation with arrays in place of texts."""
        changed = {
            name: to_array(observation[name], length, self._encoding)
            for name, length in self._lengths.items()
        }
        return {**observation, **changed}


def to_array(text: str, length: int, encoding: Encoding = "bytes") -> TextArray:
    """Returns a text as an array; of one that is too long, as much of its end as fits.

    Args:
        text: The text.
        length: Elements of the array.
        encoding: ``bytes`` for uint8, ``code_points`` for uint32.
    """
    if encoding == "bytes":
        raw = text.encode()
        if len(raw) > length:
            raw = raw[-length:].decode(errors="ignore").encode()  # begins with a whole character
        values: TextArray = np.frombuffer(raw, np.uint8)
    else:
        # Code points have 32 bits in UTF-32; which end comes first is said, not left to the CPU.
        values = np.frombuffer(text[-length:].encode("utf-32-le"), "<u4").astype(np.uint32)
    array: TextArray = np.full(length, _PADDING[encoding], _DTYPES[encoding])
    array[: len(values)] = values
    return array


def to_text(array: TextArray) -> str:
    """Returns the text that an array stands for, whichever encoding it has.

    Args:
        array: As :class:`ArrayText` makes it, uint8 or uint32, shape (length,).

    Raises:
        OptionError: It is something else.
    """
    encoding = next((name for name, dtype in _DTYPES.items() if array.dtype == dtype), None)
    if encoding is None or array.ndim != 1:
        raise OptionError(
            f"to_text: expected an array of one dimension, uint8 or uint32; found "
            f"{array.ndim} dimensions of {array.dtype}"
        )
    values = array[array != _PADDING[encoding]]
    raw: bytes = values.astype(values.dtype.newbyteorder("<")).tobytes()
    return raw.decode("utf-8" if encoding == "bytes" else "utf-32-le")


def _lengths(length: int | Mapping[str, int], texts: list[str]) -> dict[str, int]:
    named = length if isinstance(length, Mapping) else dict.fromkeys(texts, length)
    for name, value in named.items():
        if name not in texts:
            raise OptionError(f"length: {name!r} is not one of the texts {', '.join(texts)}")
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise OptionError(f"length: {name} must be a whole number above 0, not {value!r}")
    return {name: named.get(name, LENGTH) for name in texts}
