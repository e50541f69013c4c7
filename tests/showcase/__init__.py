"""An app that shows all that apps can be made of; it is on no phone but those of tests."""

import os
from pathlib import Path
from unittest.mock import patch

from mpb_gym.spec import library
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.library import load_app
from mpb_gym.spec.task import Row
from tests.pilot import SMALL
from tests.tour import Tour, visit

ID = "mshowcase"


def spec() -> AppSpec:
    """Reads the app, once; from then on it is found by its id, but not listed."""
    library._folders.cache_clear()
    with patch.dict(os.environ, {"MPB_GYM_PATH": str(Path(__file__).parent)}):
        found = load_app(ID)
    library._folders.cache_clear()
    return found


def showcase(prepared: tuple[Row, ...] = (), screen: tuple[int, int] = SMALL) -> Tour:
    """Starts a phone with the app open."""
    spec()
    return visit(ID, prepared, screen)
