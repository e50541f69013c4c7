"""Actions as the JSON texts that language models write."""

from __future__ import annotations

import json
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from mpb_gym.commands import MAX_TEXT, parse, to_json
from mpb_gym.env.codec import Action, decode, encode
from mpb_gym.env.spaces import TEXTS, UnicodeText, action_space
from mpb_gym.errors import ActionError, OptionError
from mpb_gym.wrappers.layers import AnyEnv, phone_below

_ESCAPED = 12
"""Longest form of a character in JSON, as two ``\\uXXXX``."""

MAX_JSON = len(TEXTS) * MAX_TEXT * _ESCAPED + 1000
"""Longest action text, in code points."""


class JsonText(UnicodeText):
    """Texts that may be actions; contains any text, samples readable actions."""

    def __init__(self, seed: int | np.random.Generator | None = None) -> None:
        super().__init__(MAX_JSON)
        self._actions = action_space()
        if seed is not None:
            self.seed(seed if isinstance(seed, int) else int(seed.integers(2**31)))

    def seed(self, seed: int | None = None) -> int:
        """Seeds what is sampled."""
        self._actions.seed(seed)
        return super().seed(seed)

    def sample(
        self,
        mask: tuple[int | None, NDArray[np.int8] | None] | None = None,
        probability: tuple[int | None, NDArray[np.float64] | None] | None = None,
    ) -> str:
        """Draws an action; with arguments, any text, as ``Text.sample`` does."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        command = decode(self._actions.sample())
        assert not isinstance(command, ActionError)
        return json.dumps(to_json(command), ensure_ascii=False)

    def __repr__(self) -> str:
        return "JsonText()"


class JsonActions(gym.ActionWrapper[Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Takes actions in the paper's JSON form: ``{"action": "click", "coordinate": [0.5, 0.2]}``.

    A text that cannot be read as an action is an agent's mistake like any other: it counts as
    a step, changes nothing, and ``info["action_error"]`` says why.

    Args:
        env: A MyPhone environment with its own action space.

    Raises:
        OptionError: It is another environment, or another wrapper has changed its actions.
    """

    def __init__(self, env: AnyEnv) -> None:
        gym.utils.RecordConstructorArgs.__init__(self)
        gym.ActionWrapper.__init__(self, env)
        phone = phone_below(env, "JsonActions")
        if env.action_space != phone.action_space:
            raise OptionError(
                "JsonActions: a wrapper below has changed the actions already; use one of them"
            )
        self.action_space = JsonText()

    def action(self, action: str) -> Action | ActionError:
        """Returns the phone's action for a text, or what is wrong with the text."""
        command = _read(action)
        return command if isinstance(command, ActionError) else encode(command)


def _read(text: object) -> Any:
    if not isinstance(text, str):
        sentence = f"An action is a JSON text, not {type(text).__name__}."
        return ActionError("malformed_action", sentence)
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, json.JSONDecodeError) else "it cannot be read"
        return ActionError("malformed_action", f"The action is not JSON: {reason}.")
    return parse(body)
