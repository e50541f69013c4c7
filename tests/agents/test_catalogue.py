"""Agents by name."""

from __future__ import annotations

from typing import Any

import pytest

from mpb_gym.agents import AGENTS, AgentConfig, check_agent, looks, make_agent, usage_of
from mpb_gym.agents.catalogue import YARDSTICKS
from mpb_gym.errors import OptionError, UnknownNameError

made: list[AgentConfig] = []


def remember(config: AgentConfig) -> object:
    """Stands for a class of somebody's that is expensive to make."""
    made.append(config)
    return make_agent("noop")


NOT_AN_AGENT = 3


def test_each_yardstick_can_be_made_and_does_not_look() -> None:
    for name in YARDSTICKS:
        agent = make_agent(name, seed=3)
        assert usage_of(agent) is None
        assert not looks(name)
    assert set(YARDSTICKS) < set(AGENTS)
    assert looks("llm") and looks("cmd:x") and looks("package.module:Class")
    assert not looks("replay:runs/oracle")


def test_a_class_of_anybodys_is_given_its_configuration() -> None:
    made.clear()
    make_agent(f"{__name__}:remember", 5, {"x": 1}, assignment="a/1", repeat=2)
    assert made == [AgentConfig(seed=5, options={"x": 1}, assignment="a/1", repeat=2)]


def test_a_class_of_anybodys_is_not_made_before_its_time() -> None:
    made.clear()
    check_agent(f"{__name__}:remember", {"x": 1})
    assert made == []


@pytest.mark.parametrize(
    ("name", "options", "error", "words"),
    [
        ("orakel", {}, UnknownNameError, "Did you mean 'oracle'"),
        ("noop", {"x": 1}, OptionError, "no option 'x'; it takes none at all"),
        ("no.such.module:Agent", {}, OptionError, "cannot be imported: No module named"),
        (f"{__name__}:Missing", {}, OptionError, "cannot be imported.*Missing"),
        (f"{__name__}:NOT_AN_AGENT", {}, OptionError, "not a class or function"),
        (":Agent", {}, OptionError, "cannot be imported"),
        ("cmd:", {}, OptionError, "empty"),
        ("cmd:'x", {}, OptionError, "No closing quotation"),
        ("cmd:x", {"speed": 1}, OptionError, "no option 'speed'; it takes timeout_s"),
        ("cmd:x", {"timeout_s": 0}, OptionError, "timeout_s: 0 is not"),
        ("cmd:x", {"start_s": "long"}, OptionError, "start_s: 'long' is not"),
        ("cmd:x", {"screenshot": "gif"}, OptionError, "screenshot: 'gif' is not one of jpeg"),
        ("cmd:x", {"elements": 1}, OptionError, "elements: 1 is neither"),
        ("replay:no/such/folder", {}, OptionError, "no file or folder no/such/folder"),
        ("replay:.", {"x": 1}, OptionError, "no option 'x'"),
    ],
)
def test_what_cannot_be_made_is_said_beforehand(
    name: str, options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        check_agent(name, options)
