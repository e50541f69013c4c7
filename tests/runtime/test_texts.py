"""Text of any script: intact from the keyboard to the record, and visible on the screen."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from mpb_gym.audit import Record
from mpb_gym.commands import Click, SystemButton
from mpb_gym.geometry import LOGICAL_WIDTH
from mpb_gym.runtime.themes import system_theme
from mpb_gym.spec.reader import Cursor
from mpb_gym.ui.canvas import Canvas
from mpb_gym.ui.clusters import clusters
from mpb_gym.ui.widgets import TextBox
from tests.showcase import showcase

THEME = system_theme("imy")
SCRIPTS = (
    "李雷",
    "שלום",
    "مرحبا",
    "Łódź",
    "e\u0301",
    "👩\u200d🚀",
    "👍🏽",
    "नमस्ते",
    "\u200b",
    "\u202e",
)
ANY = st.lists(
    st.one_of(
        st.sampled_from(SCRIPTS),
        st.characters(exclude_categories=("Cs", "Cc")),
        st.sampled_from((" ", "\n", "\t", "'", '"', "\\", "{x}", "%s", "\u2028")),
    ),
    min_size=1,
    max_size=12,
).map("".join)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(name=ANY, notes=ANY)
def test_any_text_is_the_same_from_the_keyboard_to_the_record(name: str, notes: str) -> None:
    tour = showcase().go_to("form")
    phone = tour.pilot
    for label, text in (("Full Name", name), ("Notes", notes), ("Day", "2026-03-12")):
        phone.fill(label, text)
    draft = phone.episode.record().ends[-1].tables["mshowcase"]["form_drafts"][0]
    assert (draft["passenger"], draft["notes"]) == (name, notes)
    phone.do(SystemButton(button="back"))
    tour.tap_id(lambda id: id == "submit/trip")
    written = phone.episode.record().text()
    record = Record.from_json(Cursor(json.loads(written), "record"))
    assert record.text() == written
    if not name.strip():
        assert record.ends[-1].tables["mshowcase"]["trips"] == ()
        return
    trip = record.ends[-1].tables["mshowcase"]["trips"][0]
    assert (trip["passenger"], trip["notes"]) == (name, notes)


def _ink(text: str) -> int:
    """How many pixels of a box its value changes."""

    def painted(value: str) -> NDArray[np.uint8]:
        box = TextBox(label="Name", value=value)
        size = LOGICAL_WIDTH, box.height(LOGICAL_WIDTH)
        canvas = Canvas(
            width=size[0], height=size[1], pixels=size, theme=THEME, backdrop=THEME.surface
        )
        box.paint(canvas)
        return canvas.pixels()

    return int((painted(text) != painted("\u00a0")).any(axis=-1).sum())


@pytest.mark.parametrize("text", ["李", "ש", "م", "Ł", "é", "e\u0301", "👩\u200d🚀", "🇩🇪", "न"])
def test_every_character_can_be_seen(text: str) -> None:
    assert _ink(text) > 100
    assert _ink(text * 2) > 1.6 * _ink(text)


@pytest.mark.parametrize("text", ["李雷李雷", "שלום", "👩\u200d🚀👍🏽", "e\u0301Ł"])
def test_the_cursor_stands_between_characters_as_people_see_them(text: str) -> None:
    phone = showcase().go_to("form").pilot
    phone.fill("Full Name", text)
    y = phone.point("Full Name *")[1]
    phone.do(Click(coordinate=(0.06, y)))
    phone.type("A")
    assert phone.element("Full Name *")["text"] == "A" + text
    for left in reversed(range(len(clusters(text)))):
        phone.do(Click(coordinate=(0.8, y)))
        phone.click("backspace")
        assert phone.element("Full Name *")["text"] == "A" + "".join(clusters(text)[:left])
