"""A model that needs no key: it plays the oracle, through the chat-completions API."""

from __future__ import annotations

from mpb_gym.agents.llm.fake.model import FakeModel, Manner
from mpb_gym.agents.llm.fake.server import FakeServer

__all__ = ["FakeModel", "FakeServer", "Manner"]
