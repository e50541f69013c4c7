"""The options of the LLM agent, checked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from mpb_gym.agents.llm.coordinates import NAMES, Name
from mpb_gym.agents.llm.prices import Price, read_prices
from mpb_gym.errors import OptionError

Protocol = Literal["text", "tools"]
ImageFormat = Literal["jpeg", "png", "webp"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LLMOptions:
    """How to reach a model and how to talk to it.

    Attributes:
        model: Its name at the endpoint.
        base_url: Of any OpenAI-compatible endpoint; ``None`` for OpenAI's own.
        protocol: ``text`` (calls written out in the reply) or ``tools`` (native ones).
        coordinates: A convention; ``None`` for the one that the model is used to.
        conventions: More rows of the table of models: convention by words of a name.
        images: How many of the last screenshots the model is shown.
        image_format: How screenshots are encoded.
        image_size: Longest side of the images in pixels; ``None`` leaves them as they are.
        temperature: ``None`` leaves it to the endpoint.
        max_tokens: Longest reply; ``None`` leaves it to the endpoint.
        timeout_s: How long to wait for a reply.
        retries: How often a request is repeated that failed for no fault of the agent.
        pause_s: Pause before the first of them, in seconds; it doubles each time.
        stream: Whether replies are read as they are written.
        api_key_env: Name of the environment variable that holds the key; never the key.
        prices: US dollars per million tokens, see :mod:`mpb_gym.agents.llm.prices`.
        extra: More fields of the request, as ``{"reasoning_effort": "low"}``.
    """

    model: str
    base_url: str | None = None
    protocol: Protocol = "text"
    coordinates: Name | None = None
    conventions: Mapping[str, Name] = field(default_factory=dict)
    images: int = 3
    image_format: ImageFormat = "jpeg"
    image_size: int | None = None
    temperature: float | None = 0
    max_tokens: int | None = 4096
    timeout_s: float = 120
    retries: int = 6
    pause_s: float = 0.5
    stream: bool = False
    api_key_env: str = "OPENAI_API_KEY"
    prices: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def price(self) -> Price | None:
        """What the model costs, if the prices say so."""
        return read_prices(self.prices, self.model)


def _among(*known: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in known


def _number(low: float, high: float, kind: type = int) -> Callable[[Any], bool]:
    def fits(value: Any) -> bool:
        kinds = (int, float) if kind is float else (int,)
        return isinstance(value, kinds) and not isinstance(value, bool) and low <= value <= high

    return fits


def _or_null(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or check(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value.strip() != ""


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) and all(isinstance(key, str) for key in value)


def _is_url(value: Any) -> bool:
    return isinstance(value, str) and re.match(r"https?://[^/\s]", value) is not None


def _is_variable(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", value) is not None


def _are_conventions(value: Any) -> bool:
    if not _is_table(value):
        return False
    try:
        all(re.compile(words) for words in value)
    except re.error:
        return False
    return all(_among(*NAMES)(name) for name in value.values())


_CHECKS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "model": (_is_text, "a model's name"),
    "base_url": (_or_null(_is_url), "a URL, as http://127.0.0.1:8000/v1"),
    "protocol": (_among(*get_args(Protocol)), "text or tools"),
    "coordinates": (_or_null(_among(*NAMES)), f"null or one of {', '.join(NAMES)}"),
    "conventions": (_are_conventions, "conventions by regular expressions of model names"),
    "images": (_number(1, 100), "a whole number from 1 to 100"),
    "image_format": (_among(*get_args(ImageFormat)), "jpeg, png or webp"),
    "image_size": (_or_null(_number(64, 4096)), "null or pixels from 64 to 4096"),
    "temperature": (_or_null(_number(0, 2, float)), "null or a number from 0 to 2"),
    "max_tokens": (_or_null(_number(16, 10**7)), "null or a whole number from 16"),
    "timeout_s": (_number(0.01, 86_400, float), "seconds from 0.01 to 86400"),
    "retries": (_number(0, 100), "a whole number from 0 to 100"),
    "pause_s": (_number(0, 600, float), "seconds from 0 to 600"),
    "stream": (lambda value: isinstance(value, bool), "true or false"),
    "api_key_env": (_is_variable, "the name of an environment variable, never the key itself"),
    "prices": (_is_table, "US dollars per million tokens, as {input: 1.0, output: 4.0}"),
    "extra": (_is_table, "more fields of the request"),
}
"""What each option must be: a check, and in words."""

_RESERVED = {"model", "messages", "tools", "tool_choice", "stream", "stream_options"}


def read_options(given: Mapping[str, Any]) -> LLMOptions:
    """Reads the options of the LLM agent.

    Args:
        given: Values by the names of :class:`LLMOptions`; only ``model`` is needed.

    Raises:
        OptionError: One is unknown, missing or has a value that it cannot take; names it.
    """
    for name, value in given.items():
        if name not in _CHECKS:
            raise OptionError(f"llm: there is no option {name!r}; known: {', '.join(_CHECKS)}")
        fits, expected = _CHECKS[name]
        if not fits(value):
            # The value of a misused option could be a key: it is not repeated.
            shown = "its value cannot be used" if name == "api_key_env" else f"found {value!r}"
            raise OptionError(f"llm: {name}: expected {expected}; {shown}")
    if "model" not in given:
        raise OptionError("llm: model is missing; give the model's name, as --model NAME")
    options = LLMOptions(**given)
    if taken := sorted(_RESERVED & options.extra.keys()):
        raise OptionError(f"llm: extra: {taken[0]!r} is set by the agent itself")
    read_prices(options.prices, options.model)
    return options
