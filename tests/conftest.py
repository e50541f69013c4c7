"""What several tests share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import settings

from mpb_gym.episode import make_episode
from mpb_gym.spec.task import Assignment
from tests.pilot import SMALL, Pilot

# A busy machine is no mistake: nothing is promised about how long an example takes.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture
def pilot() -> Callable[..., Pilot]:
    """Starts an episode and returns a pilot for it."""

    def start(task: str | Assignment = "mdoordash/001", **options: Any) -> Pilot:
        options.setdefault("screen", SMALL)
        return Pilot(make_episode(task, **options))

    return start


@pytest.fixture
def one_thread() -> Iterator[None]:
    """Sums in one order, and no threads that fight for the cores with other tests."""
    torch: Any = pytest.importorskip("torch", reason="torch is not installed", exc_type=ImportError)
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--renew", action="store_true", help="draw the golden screens anew instead of comparing"
    )
