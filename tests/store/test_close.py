import sqlite3

import pytest

from mpb_gym.spec.library import load_app
from mpb_gym.store import Store


def test_a_closed_store_answers_no_more_and_others_still_do() -> None:
    one, other = Store(load_app("mdoordash"), {}), Store(load_app("mdoordash"), {})
    one.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        one.tables()
    assert other.tables()["orders"] == ()
