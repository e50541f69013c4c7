import pytest

from mpb_gym.spec.template import parse

SCOPE = {
    "place": {"name": "Nonna's", "rating": 4.0, "open": None},
    "menu": [{"name": "Soup", "price": 8.5}, {"name": "Tea", "price": 3.25}],
}


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("plain", "plain"),
        ("{place.name} is {place.rating|decimal}", "Nonna's is 4.0"),
        ("{menu.name|join}: {menu.price|sum|money}", "Soup, Tea: $11.75"),
        ("{menu|count}", "2"),
        ("[{place.open}{place.none}{nothing.at.all}]", "[]"),
    ],
)
def test_text_of_templates(template: str, text: str) -> None:
    assert parse(template).text(SCOPE) == text


def test_one_bare_expression_keeps_its_type() -> None:
    assert parse("{menu.price|sum}").value(SCOPE) == 11.75
    assert parse("{place.open}").value(SCOPE) is None


@pytest.mark.parametrize("template", ["{}", "{a b}", "{A}", "{a|nofilter}", "{a..b}"])
def test_malformed_expressions_are_refused(template: str) -> None:
    with pytest.raises(ValueError, match=r"\{"):
        parse(template)
