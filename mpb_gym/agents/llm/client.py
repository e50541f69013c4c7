"""Asks an OpenAI-compatible endpoint, again if need be."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from ssl import SSLContext, create_default_context
from typing import Any
from urllib.parse import urlsplit

from mpb_gym.agents.llm.backoff import asked_pause, pause
from mpb_gym.agents.llm.options import LLMOptions
from mpb_gym.agents.llm.reply import Reply, ToolCall
from mpb_gym.agents.usage import Usage
from mpb_gym.errors import InfrastructureError, OptionError

try:
    import openai
    from openai.types import CompletionUsage
    from openai.types.chat import ChatCompletion, ChatCompletionChunk
except ImportError as error:  # pragma: no cover - depends on what is installed
    raise OptionError(
        "the agent llm needs the package openai; install it with: pip install 'mpb_gym[llm]'"
    ) from error

_PATH = "/chat/completions"
_PLACEHOLDER = "none"
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_TRANSIENT = (408, 409, 425, 429)
_LONGEST_REASON = 300


class _Failed(Exception):
    """A try that led to nothing, and after which another may succeed.

    Attributes:
        asked_s: The pause that the endpoint asks for, in seconds.
    """

    def __init__(self, reason: str, asked_s: float | None = None) -> None:
        super().__init__(reason)
        self.asked_s = asked_s


class ChatClient:
    """One episode's line to a model.

    Args:
        options: Where the model is, and how patient to be.
        seed: Sets this episode's pauses apart from those of others.
        sleep: Waits for so many seconds.

    Attributes:
        usage: What was used so far.

    Raises:
        OptionError: The environment holds no key, and the endpoint is not this machine.
    """

    def __init__(
        self, options: LLMOptions, seed: int = 0, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._options, self._seed, self._sleep = options, seed, sleep
        self._price = options.price
        self._key = _key(options)
        self._client = openai.OpenAI(
            api_key=self._key,
            base_url=options.base_url,
            max_retries=0,  # they are counted here
            timeout=options.timeout_s,
            http_client=openai.DefaultHttpxClient(verify=_certificates()),
        )
        self._settings = _settings(options)
        self.usage = Usage(cost=None if self._price is None else 0.0)

    def ask(self, messages: Sequence[Any], tools: Sequence[Any] | None = None) -> Reply:
        """Returns the model's reply.

        Args:
            messages: Of the chat-completions API.
            tools: Likewise; ``None`` for none.

        Raises:
            InfrastructureError: The endpoint refused, or every try failed.
        """
        body = {**self._settings, "messages": messages, **({"tools": tools} if tools else {})}
        failures = 0
        while True:
            try:
                return self._try(body, failures)
            except _Failed as failed:
                failures += 1
                if failures > self._options.retries:
                    raise self._error(f"{failed} (tried {failures} times)") from None
                key = f"{self._seed}:{len(messages)}"
                self._sleep(pause(self._options.pause_s, failures, key, failed.asked_s))

    def _try(self, body: Mapping[str, Any], failures: int) -> Reply:
        start = time.perf_counter()
        reply = None
        try:
            reply = self._send(body)
        except openai.APIStatusError as error:
            if error.status_code < 500 and error.status_code not in _TRANSIENT:
                raise self._error(_reason(error)) from None
            raise _Failed(_reason(error), asked_pause(error.response.headers)) from None
        except (openai.OpenAIError, ValueError) as error:  # ValueError: a body that is no JSON
            raise _Failed(_reason(error)) from None
        finally:
            self._count(reply, failures, time.perf_counter() - start)
        return reply

    def _send(self, body: Mapping[str, Any]) -> Reply:
        # Not chat.completions.create, which walks through every message of a history, each time.
        if not self._options.stream:
            return _from_completion(self._client.post(_PATH, cast_to=ChatCompletion, body=body))
        chunks = self._client.post(
            _PATH,
            cast_to=ChatCompletionChunk,
            body=body,
            stream=True,
            stream_cls=openai.Stream[ChatCompletionChunk],
        )
        with chunks:
            return _from_stream(chunks)

    def _count(self, reply: Reply | None, failures: int, seconds: float) -> None:
        read, written = (reply.input_tokens, reply.output_tokens) if reply else (0, 0)
        self.usage += Usage(
            requests=1,
            retries=min(failures, 1),
            input_tokens=read,
            output_tokens=written,
            cost=self._price.of(read, written) if self._price else None,
            latency_s=seconds,
        )

    def _error(self, reason: str) -> InfrastructureError:
        text = f"{self._options.base_url or 'the endpoint'}: {reason}"
        if self._key != _PLACEHOLDER:  # some endpoints repeat the key that they refuse
            text = text.replace(self._key, "[key]")
        return InfrastructureError(text)

    def close(self) -> None:
        """Closes its connections."""
        self._client.close()


def _key(options: LLMOptions) -> str:
    key = os.environ.get(options.api_key_env, "").strip()
    if key:
        return key
    if options.base_url and urlsplit(options.base_url).hostname in _LOOPBACK:
        return _PLACEHOLDER
    raise OptionError(
        f"llm: the environment variable {options.api_key_env} is not set; put the endpoint's key "
        "there, or name another variable with the option api_key_env"
    )


@lru_cache(maxsize=1)
def _certificates() -> SSLContext:
    """Read once: it takes longer than all else that a client needs."""
    return create_default_context()


def _settings(options: LLMOptions) -> dict[str, Any]:
    body: dict[str, Any] = {"model": options.model, "stream": options.stream}
    if options.stream:
        body["stream_options"] = {"include_usage": True}
    if options.temperature is not None:
        body["temperature"] = options.temperature
    if options.max_tokens is not None:
        body["max_tokens"] = options.max_tokens
    return {**body, **options.extra}


def _reason(error: Exception) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= _LONGEST_REASON else f"{text[: _LONGEST_REASON - 1]}…"


def _from_completion(found: object) -> Reply:
    if not isinstance(found, ChatCompletion):
        raise _Failed("the reply is no chat completion")
    try:
        choice = found.choices[0]
        message = choice.message
        calls = [
            (call.id, call.function.name, call.function.arguments)
            for call in message.tool_calls or ()
            if call.type == "function"
        ]
        text = message.content or message.refusal
    except (AttributeError, IndexError, TypeError):  # openai does not check what it is sent
        raise _Failed("the reply is no chat completion") from None
    return _checked(text, calls, choice.finish_reason, found.usage)


def _from_stream(chunks: Iterable[ChatCompletionChunk]) -> Reply:
    text: list[str] = []
    calls: dict[int, list[str]] = {}
    finish, usage = None, None
    try:
        for chunk in chunks:
            usage = chunk.usage or usage
            for choice in chunk.choices[:1]:
                finish = choice.finish_reason or finish
                text.append(choice.delta.content or choice.delta.refusal or "")
                for part in choice.delta.tool_calls or ():
                    call = calls.setdefault(part.index, ["", "", ""])
                    call[0] = call[0] or part.id or ""
                    if part.function:
                        call[1] += part.function.name or ""
                        call[2] += part.function.arguments or ""
    except openai.APIStatusError:
        raise
    except Exception as error:  # the transport's own, which differ by version of openai
        raise _Failed(f"the stream broke off: {_reason(error)}") from None
    if finish is None:
        raise _Failed("the stream broke off before its end")
    return _checked("".join(text), calls.values(), finish, usage)


def _checked(
    text: object,
    calls: Iterable[Sequence[object]],
    finish: str | None,
    usage: CompletionUsage | None,
) -> Reply:
    written = _clean(text)
    made = tuple(
        ToolCall(id=_clean(id) or f"call_{index}", name=_clean(name), arguments=_clean(arguments))
        for index, (id, name, arguments) in enumerate(calls)
    )
    # An empty reply that ends because of its length or a filter would be empty again.
    if not written.strip() and not made and finish not in ("length", "content_filter"):
        raise _Failed("the reply is empty")
    return Reply(
        text=written,
        calls=made,
        cut=finish == "length",
        input_tokens=(usage.prompt_tokens or 0) if usage else 0,
        output_tokens=(usage.completion_tokens or 0) if usage else 0,
    )


def _clean(text: object) -> str:
    """The text, if it is one, without the halves of characters that no file can hold."""
    return text.encode(errors="replace").decode() if isinstance(text, str) else ""
