"""What tokens cost. No prices come with the package: a stale one would be worse than none."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mpb_gym.errors import OptionError

_EXAMPLE = "{input: 1.0, output: 4.0}, or such a pair by words of a model's name"


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """US dollars per million tokens."""

    input: float
    output: float

    def of(self, input_tokens: int, output_tokens: int) -> float:
        """Returns what so many tokens cost in US dollars."""
        return (input_tokens * self.input + output_tokens * self.output) / 1e6


def read_prices(table: Mapping[str, Any], model: str) -> Price | None:
    """Returns the price of a model, or ``None`` if the table does not know it.

    Args:
        table: ``{"input": 1.0, "output": 4.0}`` for whatever model is used, or such a pair by
            regular expression of model names; the first that matches counts.
        model: The model's name.

    Raises:
        OptionError: The table is neither.
    """
    if not table:
        return None
    if table.keys() == {"input", "output"}:
        return _price(table)
    found = None
    for words, pair in table.items():
        price = _price(pair)
        try:
            matches = re.search(words, model, re.IGNORECASE)
        except re.error:
            raise OptionError(f"llm: prices: {words!r} is no regular expression") from None
        found = found or (price if matches else None)
    return found


def _price(pair: object) -> Price:
    if isinstance(pair, Mapping) and pair.keys() == {"input", "output"}:
        numbers = [pair["input"], pair["output"]]
        if all(_is_amount(each) for each in numbers):
            return Price(input=float(numbers[0]), output=float(numbers[1]))
    raise OptionError(f"llm: prices: expected {_EXAMPLE}; found {pair!r}")


def _is_amount(value: object) -> bool:
    numeric = isinstance(value, (int, float)) and not isinstance(value, bool)
    return numeric and math.isfinite(float(value)) and float(value) >= 0  # type: ignore[arg-type]
