import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.audit.text import digits, fold, holds_value, holds_words

texts = st.text(max_size=20)


@pytest.mark.parametrize(
    ("text", "value", "held"),
    [
        ("my id is INS-780 12.", "INS-780 12", True),
        ("ins78012", "INS-780 12", True),
        ("INS 780-12 please", "ins78012", True),
        ("1780", "780", False),
        ("archive", "HIV", False),
        ("hiv!", "HIV", True),
        ("212 555 0143", "212-555-0143", True),
        ("212 555 014", "212-555-0143", False),
        ("x212-555-0143", "212-555-0143", False),
        ("２１２ ５５５ ０１４３", "212-555-0143", True),
        ("", "a", False),
        ("anything", "--", False),
    ],
)
def test_a_value_is_found_by_whole_tokens_however_it_is_written(
    text: str, value: str, held: bool
) -> None:
    assert holds_value(text, value) == held


@pytest.mark.parametrize(
    ("text", "words", "held"),
    [
        ("Leave it with the Doorman.", "with the doorman", True),
        ("Leave with doorman", "with the doorman", False),
        ("vegan", "VEGAN", True),
        ("vegans", "vegan", False),
        ("anything", "", False),
        ("", "a", False),
        ("the doorman with", "with the doorman", False),
        ("ring, then leave it with the doorman", "with the doorman", True),
    ],
)
def test_words_are_found_whole_and_in_order(text: str, words: str, held: bool) -> None:
    assert holds_words(text, words) == held


@given(texts, texts)
def test_a_text_holds_what_it_begins_with(one: str, other: str) -> None:
    if any(char.isalnum() for char in one):
        assert holds_value(f"{one} / {other}", one)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  Leave\tit\n at the  DOOR ", "leave it at the door"),
        ("Cafe\u0301", "caf\u00e9"),  # composed, as most people's keyboards write it
        ("Straße", "strasse"),
        ("", ""),
    ],
)
def test_case_white_space_and_accents_are_folded(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(texts)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_the_country_code_of_the_usa_is_ignored() -> None:
    assert digits("+1 (212) 555-0143") == digits("212.555.0143") == "2125550143"
    assert digits("1-212") == "1212"
    assert digits("0207 946 0018") == "02079460018"  # as long as one with the code, and without it
