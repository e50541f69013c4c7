import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.ui.clusters import clusters
from mpb_gym.ui.typography import STYLES, ellipsize, line_height, measure, pieces, tail, wrap

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
styles = st.sampled_from(sorted(STYLES))
widths = st.integers(-100, 900)


@given(texts)
def test_clusters_lose_nothing(text: str) -> None:
    assert "".join(clusters(text)) == text


@pytest.mark.parametrize(
    ("text", "count"),
    [("abc", 3), ("e\u0301", 1), ("👩\u200d🚀", 1), ("🇫🇷🇩🇪", 2), ("👍🏽!", 2), ("", 0)],
)
def test_clusters_are_what_people_count(text: str, count: int) -> None:
    assert len(clusters(text)) == count


@given(texts, styles)
def test_pieces_lie_side_by_side(text: str, style: str) -> None:
    found = pieces(text, style)
    for before, after in itertools.pairwise(found):
        assert before.left + before.width == after.left


@given(texts, styles, widths)
def test_what_is_cut_fits_and_what_fits_is_not_cut(text: str, style: str, width: int) -> None:
    cut = ellipsize(text, style, width)
    assert cut == text or measure(cut, style) <= width or cut == "…"
    assert (cut == text) == (measure(text, style) <= width or cut == text)
    assert text.endswith(tail(text, style, width))
    assert measure(tail(text, style, width), style) <= max(0, width)


@given(texts, styles, widths, st.integers(1, 3))
def test_wrapped_lines_fit_and_hold_every_word(
    text: str, style: str, width: int, most: int
) -> None:
    lines = wrap(text, style, width)
    assert all(measure(line, style) <= width or len(clusters(line)) <= 1 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
    cut = wrap(text, style, width, most)
    assert len(cut) <= most
    assert cut == lines or measure(cut[-1], style) <= width or cut[-1] == "…"


@pytest.mark.parametrize("char", ["李", "👩\u200d🚀", "\u0007", "\t", "ש"])
def test_what_the_font_lacks_takes_room(char: str) -> None:
    assert measure(char, "body_large") > 0
    assert [piece.text for piece in pieces(f"a{char}b", "body_large")] == ["a", "", "b"]


@pytest.mark.parametrize("char", ["ü", "Å", "é", "–", "Ж", "π"])
def test_what_the_font_has_is_drawn(char: str) -> None:
    assert pieces(char, "body_large")[0].text == char


def test_styles_grow_in_size_and_line() -> None:
    assert line_height("body_small") < line_height("body_large") < line_height("headline_small")
