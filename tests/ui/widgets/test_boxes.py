import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.geometry import LOGICAL_WIDTH, Rect
from mpb_gym.runtime.boxes import box_leaf
from mpb_gym.runtime.themes import system_theme
from mpb_gym.spec.form import INPUTS, BoxSpec
from mpb_gym.ui.compositor import Compositor
from mpb_gym.ui.editing import Caret
from mpb_gym.ui.placement import Placement
from mpb_gym.ui.typography import measure, pieces
from mpb_gym.ui.widget import Widget
from mpb_gym.ui.widgets import KEYBOARD_HEIGHT, TextBox, keyboard_keys

texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)


def _pixels(widget: Widget) -> bytes:
    rect = Rect.sized(0, 0, 1080, widget.height(1080))
    screen = Compositor(1080, 2400)
    screen.draw((Placement("box", widget, rect, rect, system_theme("imy"), "surface"),))
    return np.asarray(screen.frame).tobytes()


def test_a_masked_box_hides_which_text_it_holds() -> None:
    one, two = (TextBox(label="PIN", value=value, masked=True) for value in ("3141", "李雷ab"))
    assert one.semantics() == two.semantics()
    assert _pixels(one) == _pixels(two)
    assert _pixels(one) != _pixels(TextBox(label="PIN", value="3141"))


@given(texts)
def test_a_masked_box_says_nothing_but_dots(text: str) -> None:
    said = TextBox(label="PIN", value=text, masked=True).semantics()
    assert set(said.text) == {"•"}


def test_a_box_is_masked_as_its_spec_says() -> None:
    spec = BoxSpec(column="pin", label="PIN", masked=True)
    leaf = box_leaf(spec, "3141", focused=True, caret=Caret(0, 4), missing=False)
    assert "3141" not in repr(leaf.widget.semantics())


@pytest.mark.parametrize("input", INPUTS)
@pytest.mark.parametrize("page", ["lower", "upper", "symbols"])
def test_the_keys_cover_the_keyboard_without_overlapping(page: str, input: str) -> None:
    keys = keyboard_keys(page, input)
    assert sum(key.rect.width * key.rect.height for key in keys) == LOGICAL_WIDTH * KEYBOARD_HEIGHT
    assert not any(a.rect & b.rect for a in keys for b in keys if a is not b)
    names = [key.name for key in keys]
    assert len(names) == len(set(names))
    assert {"enter", "hide", "backspace", "space"} - set(names) <= {"space"}


@pytest.mark.parametrize("text", ["李雷", "שלום", "مرحبا", "👩‍🚀", "ÅÄÖ éł"])
def test_every_script_is_seen_as_a_glyph_or_a_placeholder(text: str) -> None:
    assert all(piece.width > 0 for piece in pieces(text, "body_large"))
    assert measure(text, "body_large") > 0
    box = TextBox(label="Name", value=text)
    assert _pixels(box) != _pixels(TextBox(label="Name", value=" "))
    assert box.semantics().text == text
