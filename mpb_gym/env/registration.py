"""Registers the environment ids; imports neither the environment nor the renderer."""

from __future__ import annotations

from typing import Any

import gymnasium as gym

from mpb_gym.content import env_names

_ENV = "mpb_gym.env.env:MyPhoneEnv"
_VECTOR = "mpb_gym.env.vector:make_vector"


def register_envs() -> None:
    """Registers ``MyPhone-<App>-v0`` for each app, ``MyPhone-v0``, and both with ``-Pairs``."""
    _register("MyPhone", {})
    for app, name in env_names().items():
        _register(f"MyPhone-{name}", {"app": app})


def _register(stem: str, kwargs: dict[str, Any]) -> None:
    for id, more in ((f"{stem}-v0", {}), (f"{stem}-Pairs-v0", {"pairs": True})):
        gym.register(id=id, entry_point=_ENV, vector_entry_point=_VECTOR, kwargs={**kwargs, **more})
