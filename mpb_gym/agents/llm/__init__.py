"""An agent that any OpenAI-compatible endpoint plays. Needs the extra ``llm``."""

from __future__ import annotations

from mpb_gym.agents.llm.agent import LLMAgent, make_llm
from mpb_gym.agents.llm.options import LLMOptions, read_options

__all__ = ["LLMAgent", "LLMOptions", "make_llm", "read_options"]
