"""A small release of our own making, and the published one where it is at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from mpb_gym.upstream.layout import VARIABLE
from tests.upstream.making import PUBLISHED, write_release


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small release that has one task of each kind."""
    return write_release(tmp_path_factory.mktemp("release"))


@pytest.fixture
def release(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, in use."""
    monkeypatch.setenv(VARIABLE, str(folder))
    return folder


@pytest.fixture
def real(monkeypatch: pytest.MonkeyPatch) -> Path:
    """The published release, in use; skips where it is not at hand."""
    if PUBLISHED is None:
        pytest.skip(f"the published release is not here; name its folder in {VARIABLE}")
    monkeypatch.setenv(VARIABLE, str(PUBLISHED))
    return PUBLISHED
