"""Agents by name: bundled ones, a class of anybody's, a command, a replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, TypeAlias

from mpb_gym.agents.agent import Agent, AgentConfig, close_agent
from mpb_gym.errors import OptionError
from mpb_gym.registry import Registry

AgentFactory: TypeAlias = Callable[[AgentConfig], Agent]

AGENTS: Registry[AgentFactory] = Registry(
    "agent",
    {
        "oracle": "mpb_gym.agents.planned:Oracle",
        "helpful": "mpb_gym.agents.planned:Helpful",
        "timid": "mpb_gym.agents.planned:Timid",
        "random": "mpb_gym.agents.baselines:RandomAgent",
        "greedy": "mpb_gym.agents.greedy:Greedy",
        "finish": "mpb_gym.agents.baselines:FinishAgent",
        "noop": "mpb_gym.agents.baselines:NoopAgent",
        "llm": "mpb_gym.agents.llm:make_llm",
    },
)
"""Every bundled agent by name: something that takes an :class:`AgentConfig`."""

YARDSTICKS = ("oracle", "helpful", "timid", "random", "greedy", "finish", "noop")
"""Agents that give scores their meaning; they need no options and no network."""


def looks(name: str) -> bool:
    """Whether an agent may look at the pixels of its screen."""
    return name not in YARDSTICKS and not name.startswith("replay:")


def make_agent(
    name: str,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    *,
    assignment: str = "",
    repeat: int = 0,
) -> Agent:
    """Makes an agent for one episode.

    Args:
        name: A name of :data:`AGENTS`; ``module:Class`` for whatever can be imported and takes
            an :class:`AgentConfig`; ``cmd:COMMAND`` for a program that speaks JSON lines;
            ``replay:PATH`` for the commands of saved records.
        seed: For agents that draw at random.
        options: The agent's own.
        assignment: Id of the task or pair, for replays.
        repeat: How often the run has the same assignment before, for replays.

    Raises:
        UnknownNameError: There is no such agent.
        OptionError: It cannot be imported, or does not take such an option.
    """
    config = AgentConfig(seed=seed, options=options or {}, assignment=assignment, repeat=repeat)
    return _factory(name)(config)


def check_agent(name: str, options: Mapping[str, Any] | None = None) -> None:
    """Finds out before a run whether an agent can be made.

    Classes of others are imported but not called, since they may load a model.

    Raises:
        UnknownNameError: There is no such agent.
        OptionError: It cannot be imported, or does not take such an option.
    """
    factory = _factory(name)
    if _is_path(name):
        return
    close_agent(factory(AgentConfig(options=options or {})))


def _is_path(name: str) -> bool:
    return ":" in name and not name.startswith(("cmd:", "replay:"))


def _factory(name: str) -> AgentFactory:
    kind, colon, rest = name.partition(":")
    if not colon:
        return AGENTS[name]
    if kind == "cmd":
        from mpb_gym.agents.external import ProgramAgent

        return lambda config: ProgramAgent(rest, config)
    if kind == "replay":
        from mpb_gym.agents.replay import ReplayAgent

        return lambda config: ReplayAgent(rest, config)
    return _imported(name)


def _imported(path: str) -> AgentFactory:
    module, _, attribute = path.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise OptionError(f"agent: {path!r} cannot be imported: {error}") from error
    if not callable(found):
        raise OptionError(f"agent: {path!r} is not a class or function that makes an agent")
    factory: AgentFactory = found
    return factory
