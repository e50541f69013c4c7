"""What an episode took of a model: requests, tokens, money and time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What was used so far; usages add up.

    Attributes:
        requests: Requests sent, those that failed included.
        retries: How many of them repeated one that had failed.
        input_tokens: As the endpoint counted them.
        output_tokens: As the endpoint counted them.
        cost: In US dollars; ``None`` if no price is known.
        latency_s: Seconds spent waiting for the endpoint, pauses between tries excluded.
    """

    requests: int = 0
    retries: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    latency_s: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        """Returns the sum; its cost is what is known of both."""
        if not isinstance(other, Usage):
            return NotImplemented
        known = [each for each in (self.cost, other.cost) if each is not None]
        return Usage(
            requests=self.requests + other.requests,
            retries=self.retries + other.retries,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost=sum(known) if known else None,
            latency_s=self.latency_s + other.latency_s,
        )

    @property
    def tokens(self) -> int:
        """Tokens read and written."""
        return self.input_tokens + self.output_tokens

    def to_dict(self) -> dict[str, Any]:
        """Returns it as JSON-able data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, body: Mapping[str, Any]) -> Usage:
        """Reads back what :meth:`to_dict` gave.

        Raises:
            TypeError: A field is unknown or no number.
        """
        for each in fields(cls):
            value = body.get(each.name, each.default)
            numeric = isinstance(value, (int, float)) and not isinstance(value, bool)
            if not numeric and not (each.name == "cost" and value is None):
                raise TypeError(f"usage: {each.name} is {value!r}, not a number")
        return cls(**body)
