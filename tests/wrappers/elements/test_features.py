from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mpb_gym.ui.elements import elements
from mpb_gym.ui.placement import Placement
from mpb_gym.ui.widgets import Button
from mpb_gym.wrappers.elements.features import ELEMENT_WIDTH, LABEL, LEADS, Features
from mpb_gym.wrappers.elements.look import Look, Sizes, Text
from mpb_gym.wrappers.elements.words import phrases
from tests.ui.test_elements import PACKAGE, PLACE, SCREEN, THEME

SAYING = "Order soup from Willow Kitchen and write 'well done please' for me"
LABELS = slice(ELEMENT_WIDTH - LABEL - len(LEADS), ELEMENT_WIDTH - len(LEADS))


def _arrays(*labels: str, said: str = SAYING, tapped: str = "") -> dict[str, NDArray[Any]]:
    view: Any = SimpleNamespace(instruction=said, history=(), action_error="", step=0)
    buttons = [
        Placement(id=label, widget=Button(label=label), rect=PLACE, clip=SCREEN, theme=THEME)
        for label in labels
    ]
    imy = {"granted": (), "read": {}, "mode": "auto"}
    shown = tuple(elements(buttons, 1080, 2400, PACKAGE))
    texts = tuple(Text(each, "said", "") for each in phrases(said))
    seen = Look(elements=shown, texts=texts, keys=(), imy=imy, keyboard=False)
    return dict(Features(view, Sizes(4, 4, 4), 100).arrays(seen, {}, tapped))


def test_a_name_that_the_instruction_says_is_any_such_name() -> None:
    willow, other = _arrays("Willow Kitchen"), _arrays("My Orders")
    assert not willow["elements"][0, LABELS].any()
    assert other["elements"][0, LABELS].any()
    elsewhere = _arrays("Brass Lantern", said=SAYING.replace("Willow Kitchen", "Brass Lantern"))
    assert np.array_equal(willow["elements"], elsewhere["elements"])


def test_what_is_quoted_names_nothing() -> None:
    """A button called Done is not meant by "well done please"."""
    plain = _arrays("Done", said=SAYING.replace("well done please", "thank you"))
    assert np.array_equal(_arrays("Done")["elements"], plain["elements"])
    assert plain["elements"][0, LABELS].any()


def test_a_quotation_is_told_from_a_name() -> None:
    texts = _arrays()["texts"]
    assert texts[:2, 8].tolist() == [1, 0]


@pytest.mark.parametrize("word", ["at", "from", "by", "with"])
def test_wordings_differ_in_how_they_say_where_from(word: str) -> None:
    usual, other = _arrays(), _arrays(said=SAYING.replace("from", word))
    assert usual["texts"][1, -len(LEADS) :].tolist() == [1, 0, 0, 0]
    assert np.array_equal(usual["texts"][1, 9:], other["texts"][1, 9:])


def test_the_label_that_was_tapped_last_is_remembered() -> None:
    none, done = _arrays()["context"], _arrays(tapped="Done")["context"]
    assert not none[-LABEL:].any() and done[-LABEL:].any()
    assert np.array_equal(none[:-LABEL], done[:-LABEL])
