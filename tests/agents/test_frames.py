"""Phones that keep no frame, and pictures of them."""

from __future__ import annotations

import io
import weakref

import numpy as np
import pytest
from PIL import Image

from mpb_gym.agents import make_agent
from mpb_gym.agents.frames import picture
from mpb_gym.device import SimDevice
from mpb_gym.episode import make_episode
from mpb_gym.errors import ActionError

SMALL = (216, 480)
TASK = "mdoordash/001"


def test_a_phone_without_a_frame_shows_the_same() -> None:
    kept, bare = (
        make_episode(TASK, device=SimDevice(SMALL, keep_frame=keep)) for keep in (True, False)
    )
    agent = make_agent("random", 5)
    for _ in range(25):
        assert np.array_equal(kept.view.screenshot(), bare.view.screenshot())
        assert np.array_equal(bare.view.screenshot(), bare.view.screenshot())
        command = agent.act(kept.view)
        assert not isinstance(command, ActionError)
        kept.apply(command)
        bare.apply(command)


def test_a_phone_without_a_frame_keeps_none() -> None:
    device = SimDevice(SMALL, keep_frame=False)
    episode = make_episode(TASK, device=device)
    frame = weakref.ref(device.screenshot().base)
    assert frame() is None
    episode.close()


@pytest.mark.parametrize("format", ["jpeg", "png", "webp"])
def test_a_picture_shows_the_screen(format: str) -> None:
    view = make_episode(TASK, screen=SMALL).view
    for size in (None, (108, 240)):
        made = picture(view, format, size)
        with Image.open(io.BytesIO(made.data)) as image:
            assert image.size == (size or SMALL)
            assert (image.format or "").lower() == format
            if format == "png" and size is None:
                assert np.array_equal(np.asarray(image), view.screenshot())
