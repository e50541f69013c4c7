"""Replies in the form of the chat-completions API: in one piece and as a stream."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from mpb_gym.agents.llm.reply import Reply

_PIECE = 24
"""Length of a stream's pieces of text, in code points."""


def completion(reply: Reply, model: str) -> dict[str, Any]:
    """Returns a reply in one piece."""
    message: dict[str, Any] = {"role": "assistant", "content": reply.text or None}
    if reply.calls:
        message["tool_calls"] = _calls(reply)
    else:
        message["content"] = reply.text
    choice = {"index": 0, "message": message, "finish_reason": _finish(reply)}
    return {**_frame("chat.completion", model), "choices": [choice], "usage": _usage(reply)}


def stream(reply: Reply, model: str, *, usage: bool) -> Iterator[bytes]:
    """Yields the events of a reply that is sent as it is written.

    Args:
        reply: What is said.
        model: Its name.
        usage: Whether the last piece tells how many tokens were used.
    """
    yield _event(model, {"role": "assistant", "content": ""})
    for start in range(0, len(reply.text), _PIECE):
        yield _event(model, {"content": reply.text[start : start + _PIECE]})
    for index, call in enumerate(_calls(reply)):
        arguments = call["function"]["arguments"]
        head = {**call, "index": index, "function": {**call["function"], "arguments": ""}}
        yield _event(model, {"tool_calls": [head]})
        for start in range(0, len(arguments), _PIECE):
            piece = {"arguments": arguments[start : start + _PIECE]}
            yield _event(model, {"tool_calls": [{"index": index, "function": piece}]})
    yield _event(model, {}, _finish(reply))
    if usage:
        last = {**_frame("chat.completion.chunk", model), "choices": [], "usage": _usage(reply)}
        yield _data(json.dumps(last))
    yield _data("[DONE]")


def _event(model: str, delta: dict[str, Any], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return _data(json.dumps({**_frame("chat.completion.chunk", model), "choices": [choice]}))


def _data(text: str) -> bytes:
    return f"data: {text}\n\n".encode()


def _frame(kind: str, model: str) -> dict[str, Any]:
    return {"id": "chatcmpl-fake", "object": kind, "created": 0, "model": model}


def _finish(reply: Reply) -> str:
    return "tool_calls" if reply.calls else "stop"


def _calls(reply: Reply) -> list[dict[str, Any]]:
    return [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for call in reply.calls
    ]


def _usage(reply: Reply) -> dict[str, int]:
    return {
        "prompt_tokens": reply.input_tokens,
        "completion_tokens": reply.output_tokens,
        "total_tokens": reply.input_tokens + reply.output_tokens,
    }
