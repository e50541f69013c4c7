"""The fake model: from a request to what it answers, without any network."""

from __future__ import annotations

import base64
import binascii
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from PIL import Image, UnidentifiedImageError

from mpb_gym.agents.llm.coordinates import Name, Scale
from mpb_gym.agents.llm.fake.faults import Fault, Faults, share
from mpb_gym.agents.llm.fake.habits import GARBAGE, Habit, as_arguments, as_text
from mpb_gym.agents.llm.fake.script import Scripts
from mpb_gym.agents.llm.reply import Reply, ToolCall
from mpb_gym.commands import Command, name_of

Protocol: TypeAlias = Literal["auto", "text", "tools"]

_IMAGE_TOKENS = 1000
"""What an image counts for."""


class BadRequest(ValueError):
    """The request cannot be answered; says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How the fake model expresses itself.

    Attributes:
        convention: How it writes points.
        protocol: ``auto`` calls tools if there are any.
        habits: One is drawn for each turn.
        shares: How often each fault happens.
        seed: Of all draws.
        user: How the user decides in the run that is played.
    """

    convention: Name = "fraction"
    protocol: Protocol = "auto"
    habits: tuple[Habit, ...] = ("clean",)
    shares: Mapping[Fault, float]
    seed: int = 0
    user: str = "task"


class FakeModel:
    """Plays the oracle.

    Args:
        manner: How it expresses itself.
    """

    def __init__(self, manner: Manner) -> None:
        self._manner = manner
        self._scripts = Scripts(manner.user)
        self._faults = Faults(manner.shares, manner.seed)

    def answer(self, body: Mapping[str, Any]) -> tuple[Reply, Fault | None]:
        """Returns the reply to a request, and the fault that it meets.

        Args:
            body: A request of the chat-completions API.

        Raises:
            BadRequest: It holds no task that is known, or no screenshot.
        """
        messages = body.get("messages")
        if not isinstance(messages, list) or not all(isinstance(each, dict) for each in messages):
            raise BadRequest("messages: expected a list of objects")
        said = next((_text(each) for each in messages if each.get("role") == "user"), "")
        instruction = self._scripts.instruction(said)
        if instruction is None:
            raise BadRequest("the first message of the user holds no task that is known")
        turn = sum(_is_turn(each) for each in messages)
        size = _image_size(messages)
        fault = self._faults.draw(instruction, turn)
        if fault == "garbage":
            return self._counted(Reply(text=GARBAGE), messages), fault
        command = self._scripts.command(instruction, turn, size)
        scale = Scale(name=self._manner.convention, size=size)
        habits = self._manner.habits
        drawn = share(self._manner.seed, "habit", instruction, turn)
        habit = habits[int(drawn * len(habits))]
        tools = bool(body.get("tools")) if self._manner.protocol == "auto" else None
        if self._manner.protocol == "tools" or tools:
            reply = _native(command, scale, habit, turn)
        else:
            reply = Reply(text=as_text(command, scale, habit))
        return self._counted(reply, messages), fault

    def _counted(self, reply: Reply, messages: Sequence[Mapping[str, Any]]) -> Reply:
        read = sum(len(_text(each)) // 4 + _IMAGE_TOKENS * len(_images(each)) for each in messages)
        written = len(reply.text) + sum(len(each.arguments) for each in reply.calls)
        return Reply(
            text=reply.text,
            calls=reply.calls,
            input_tokens=read,
            output_tokens=1 + written // 4,
        )


def _native(command: Command, scale: Scale, habit: Habit, turn: int) -> Reply:
    call = ToolCall(
        id=f"call_{turn}_0",
        name=name_of(command),
        arguments=as_arguments(command, scale, habit),
    )
    later = ToolCall(id=f"call_{turn}_1", name="wait", arguments="{}")
    return Reply(
        text="The next step of the task." if habit == "thinking" else "",
        calls=(call, later) if habit == "several" else (call,),
    )


def _is_turn(message: Mapping[str, Any]) -> bool:
    """Whether a message is a turn of the script: a reply of ours that held an action."""
    return message.get("role") == "assistant" and _text(message) != GARBAGE


def _parts(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    content = message.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [each for each in content or () if isinstance(each, Mapping)]


def _text(message: Mapping[str, Any]) -> str:
    return "\n".join(str(each["text"]) for each in _parts(message) if "text" in each)


def _images(message: Mapping[str, Any]) -> list[str]:
    found = [each["image_url"] for each in _parts(message) if "image_url" in each]
    return [str(each["url"]) for each in found if isinstance(each, Mapping) and "url" in each]


def _image_size(messages: Sequence[Mapping[str, Any]]) -> tuple[int, int]:
    urls = [url for message in messages for url in _images(message)]
    if not urls:
        raise BadRequest("the messages hold no screenshot")
    try:
        data = base64.b64decode(urls[-1].partition(",")[2], validate=True)
        with Image.open(io.BytesIO(data)) as image:
            return image.size
    except (binascii.Error, ValueError, UnidentifiedImageError):
        raise BadRequest("the last screenshot is no image in a data URL") from None
