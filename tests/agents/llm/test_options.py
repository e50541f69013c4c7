from typing import Any

import pytest

from mpb_gym.agents.llm.options import read_options
from mpb_gym.agents.llm.prices import Price, read_prices
from mpb_gym.errors import OptionError


def test_only_the_model_is_needed() -> None:
    options = read_options({"model": "m"})
    assert (options.protocol, options.temperature, options.price) == ("text", 0, None)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("model", " "),
        ("base_url", "127.0.0.1:8000"),
        ("protocol", "both"),
        ("coordinates", "0-100"),
        ("conventions", {"(": "pixel"}),
        ("conventions", {"m": "inches"}),
        ("images", 0),
        ("images", True),
        ("images", 1.5),
        ("image_format", "gif"),
        ("image_size", 8),
        ("temperature", 3),
        ("max_tokens", 0),
        ("timeout_s", 0),
        ("retries", -1),
        ("pause_s", -1),
        ("stream", "yes"),
        ("api_key_env", ""),
        ("prices", {"input": 1}),
        ("prices", {"input": -1, "output": 0}),
        ("prices", {"(": {"input": 1, "output": 1}}),
        ("extra", []),
        ("extra", {"messages": []}),
    ],
)
def test_a_wrong_value_is_named(name: str, value: Any) -> None:
    with pytest.raises(OptionError, match=f"llm: {name}: "):
        read_options({"model": "m", name: value})


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(OptionError, match="no option 'modell'; known: model, base_url"):
        read_options({"model": "m", "modell": "x"})


def test_a_missing_model_is_asked_for() -> None:
    with pytest.raises(OptionError, match="model is missing"):
        read_options({"images": 2})


def test_a_key_in_place_of_its_variable_is_not_repeated() -> None:
    with pytest.raises(OptionError) as caught:
        read_options({"model": "m", "api_key_env": "sk-secret-1"})
    assert "sk-secret-1" not in str(caught.value)


def test_prices_are_for_a_million_tokens() -> None:
    assert Price(input=2, output=10).of(500_000, 100_000) == 2


def test_prices_may_be_by_model() -> None:
    table = {"mini": {"input": 1, "output": 2}, "gpt": {"input": 3, "output": 4}}
    assert read_prices(table, "GPT-mini") == Price(input=1, output=2)
    assert read_prices(table, "gpt-big") == Price(input=3, output=4)
    assert read_prices(table, "other") is None
    assert read_prices({}, "other") is None
