from __future__ import annotations

import pytest

from mpb_gym.agents.planned import Helpful
from mpb_gym.integrations.rl.demonstrations import Demonstrations, demonstrate
from mpb_gym.integrations.rl.settings import Setting


@pytest.fixture(scope="session")
def shown() -> Demonstrations:
    """What the helpful agent did in a few orders."""
    return demonstrate(Setting().make("train"), Helpful, episodes=5, seed=0)
