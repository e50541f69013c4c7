"""The messages of one session: as the endpoint gets them, and as a trace keeps them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mpb_gym.agents.images import Encoded
from mpb_gym.agents.llm.reply import Reply, ToolCall, read_arguments
from mpb_gym.errors import ActionError

_LATER_CALL = "Not carried out: only the first call of a turn is."
_SCREEN = "The phone's screen now."


@dataclass(slots=True, kw_only=True)
class _Turn:
    """What the model was told and shown at a step, and what it answered.

    Attributes:
        image: Dropped when it is no longer shown.
        reply: ``None`` until there is one.
    """

    said: str
    step: int
    image: Encoded | None
    reply: Reply | None = None


class Conversation:
    """The messages of one session.

    Args:
        system: The system part.
        images: How many of the last screenshots the model is shown.
        session: Which session of the episode it is.
    """

    def __init__(self, system: str, *, images: int, session: int) -> None:
        self._system = system
        self._images = images
        self._session = session
        self._turns: list[_Turn] = []

    def tell(self, said: str, step: int, image: Encoded) -> None:
        """Adds what the model is told and shown; forgets the image that is too old by now."""
        self._turns.append(_Turn(said=said, step=step, image=image))
        if len(self._turns) > self._images:
            self._turns[-self._images - 1].image = None

    def answer(self, reply: Reply) -> None:
        """Adds the reply to what was told last."""
        self._turns[-1].reply = reply

    def messages(self) -> list[dict[str, Any]]:
        """Returns the messages for the chat-completions API."""
        return list(self._render(trace=False))

    def transcript(self) -> list[dict[str, Any]]:
        """Returns the messages with every image by reference to its step."""
        return list(self._render(trace=True))

    def _render(self, *, trace: bool) -> Iterator[dict[str, Any]]:
        yield {"role": "system", "content": self._system}
        calls = None
        for turn in self._turns:
            said = turn.said
            if calls:
                # Messages of tools cannot hold images: the screen follows in one of the user's.
                for index, call in enumerate(calls):
                    result = _LATER_CALL if index else said
                    yield {"role": "tool", "tool_call_id": call.id, "content": result}
                said = _SCREEN
            image = self._reference(turn) if trace else _image_part(turn)
            yield {"role": "user", "content": [{"type": "text", "text": said}, *image]}
            if turn.reply is not None:
                yield _assistant(turn.reply)
                calls = turn.reply.calls

    def _reference(self, turn: _Turn) -> list[dict[str, Any]]:
        return [{"type": "image", "step": turn.step, "session": self._session}]


def _image_part(turn: _Turn) -> list[dict[str, Any]]:
    if turn.image is None:
        return []
    return [{"type": "image_url", "image_url": {"url": turn.image.url}}]


def _assistant(reply: Reply) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.text or None}
    if not reply.calls:
        return {**message, "content": reply.text}
    message["tool_calls"] = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": _as_json(call)},
        }
        for call in reply.calls
    ]
    return message


def _as_json(call: ToolCall) -> str:
    """The arguments of a call, put right if need be: endpoints refuse histories with others."""
    try:
        if isinstance(json.loads(call.arguments), dict):
            return call.arguments
    except (ValueError, RecursionError):
        pass
    arguments = read_arguments(call)
    return json.dumps({} if isinstance(arguments, ActionError) else arguments)
