from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mpb_gym.agents.planned import Helpful
from mpb_gym.integrations.rl.demonstrations import Demonstrations, demonstrate
from mpb_gym.integrations.rl.settings import Setting


@pytest.fixture(scope="session")
def shown() -> Demonstrations:
    """What the helpful agent did in a few orders."""
    return demonstrate(Setting().make("train"), Helpful, episodes=5, seed=0)


@pytest.fixture
def one_thread() -> Iterator[None]:
    """Sums in one order, and no threads that fight for the cores with other tests."""
    torch: Any = pytest.importorskip("torch", reason="torch is not installed", exc_type=ImportError)
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
