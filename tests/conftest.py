"""What several tests share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mpb_gym.episode import make_episode
from mpb_gym.spec.task import Assignment
from tests.pilot import SMALL, Pilot


@pytest.fixture
def pilot() -> Callable[..., Pilot]:
    """Starts an episode and returns a pilot for it."""

    def start(task: str | Assignment = "mdoordash/001", **options: Any) -> Pilot:
        options.setdefault("screen", SMALL)
        return Pilot(make_episode(task, **options))

    return start


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--renew", action="store_true", help="draw the golden screens anew instead of comparing"
    )
