"""An agent that a language model plays."""

from __future__ import annotations

from typing import Any, Protocol

from mpb_gym.agents.agent import AgentConfig
from mpb_gym.agents.frames import picture
from mpb_gym.agents.images import fitted
from mpb_gym.agents.llm.conversation import Conversation
from mpb_gym.agents.llm.coordinates import Scale, name_for
from mpb_gym.agents.llm.options import LLMOptions, read_options
from mpb_gym.agents.llm.prompt import (
    first_message,
    result_message,
    system_prompt,
    tool_schemas,
)
from mpb_gym.agents.llm.reply import Reply, read_command
from mpb_gym.agents.usage import Usage
from mpb_gym.commands import Command, Wait
from mpb_gym.episode import View
from mpb_gym.errors import ActionError
from mpb_gym.spec.plan import PlanStep


class Model(Protocol):
    """Whatever answers messages, as ``ChatClient`` does.

    Attributes:
        usage: What was used so far.
    """

    usage: Usage

    def ask(self, messages: list[Any], tools: list[Any] | None = None) -> Reply:
        """Returns the reply.

        Raises:
            InfrastructureError: There is none, for no fault of the agent.
        """

    def close(self) -> None:
        """Frees what it holds."""


class LLMAgent:
    """Shows a model the screen, and does what it answers.

    The messages of a session are the contract and the user's data, the task, and then in turns
    the screen with the outcome of the last action, and the model's reply. A reply that holds no
    action counts as a step; the model is told what was wrong with it.

    Args:
        options: How to talk to the model.
        model: What answers.
    """

    planned = False

    def __init__(self, options: LLMOptions, model: Model) -> None:
        self._options = options
        self._model = model
        self._sessions: list[Conversation] = []
        self._begun = False
        self._waits = 0

    @property
    def usage(self) -> Usage:
        """What the episode has used so far."""
        return self._model.usage

    def begin(self, view: View, plan: tuple[PlanStep, ...]) -> None:
        """Begins a new conversation: nothing of an earlier session is in it."""
        del plan
        self._begun, self._waits = False, 0

    def act(self, view: View) -> Command | ActionError:
        """Asks the model.

        Raises:
            InfrastructureError: The endpoint is down, after all retries.
        """
        scale = self._scale(view.screen)
        image = picture(view, self._options.image_format, scale.size)
        if not self._begun:
            self._start(view, scale)
            said = first_message(view.instruction)
        else:
            said = result_message(view, self._waits)
        conversation = self._sessions[-1]
        conversation.tell(said, view.step, image)
        tools = tool_schemas(scale) if self._options.protocol == "tools" else None
        reply = self._model.ask(conversation.messages(), tools)
        conversation.answer(reply)
        found = read_command(reply, scale)
        self._waits = self._waits + 1 if isinstance(found, Wait) else 0
        return found

    def _scale(self, screen: tuple[int, int]) -> Scale:
        name = self._options.coordinates
        name = name or name_for(self._options.model, self._options.conventions)
        return Scale(name=name, size=fitted(screen, self._options.image_size))

    def _start(self, view: View, scale: Scale) -> None:
        system = system_prompt(view, scale, tools=self._options.protocol == "tools")
        images = self._options.images
        self._sessions.append(Conversation(system, images=images, session=view.session))
        self._begun = True

    def transcript(self) -> list[dict[str, Any]]:
        """Returns the messages of all sessions, with images by reference to their steps."""
        return [message for each in self._sessions for message in each.transcript()]

    def close(self) -> None:
        """Closes the connection."""
        self._model.close()


def make_llm(config: AgentConfig) -> LLMAgent:
    """Makes an LLM agent for one episode.

    Args:
        config: Its options and the episode's seed, which only spreads the pauses of retries.

    Raises:
        OptionError: An option cannot be used, or the environment holds no key.
    """
    from mpb_gym.agents.llm.client import ChatClient  # needs openai, which the rest does not

    options = read_options(config.options)
    return LLMAgent(options, ChatClient(options, config.seed))
