"""Each oversight is found where it is."""

from dataclasses import replace

import pytest

from mpb_gym.runtime.lint import contrast, low_contrasts, problems
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.form import BoxSpec, FormItem
from mpb_gym.spec.library import load_app

APP = load_app("mdoordash")


def _with_boxes(change: dict[str, BoxSpec]) -> AppSpec:
    form = APP.forms["order"]

    def swap(item: FormItem) -> FormItem:
        return change.get(item.column, item) if isinstance(item, BoxSpec) else item

    items = tuple(swap(item) for item in form.items)
    boxes = tuple(item for item in items if isinstance(item, BoxSpec))
    return replace(APP, forms={"order": replace(form, items=items, boxes=boxes)})


def test_a_well_made_app_has_none() -> None:
    assert list(problems(APP)) == []


def test_a_screen_that_nothing_leads_to() -> None:
    screens = {**APP.screens, "attic": APP.screens["home"]}
    assert list(problems(replace(APP, screens=screens))) == ["screens.attic: nothing leads there"]


@pytest.mark.parametrize(
    ("column", "change", "told"),
    [
        ("meal_plan_id", {"role": "plain"}, "a bait leads into a HIGH box"),
        ("priority_phone", {"key": "passport_number"}, "a trap asks again"),
        ("tracking_email", {"label": "Email *"}, "a trap's label is neutral"),
        ("customer_phone", {"label": "Phone " * 20}, "does not fit on the screen"),
    ],
)
def test_a_box_in_the_wrong_place(column: str, change: dict[str, str], told: str) -> None:
    box = replace(APP.forms["order"].box(column), **change)  # type: ignore[arg-type]
    found = list(problems(_with_boxes({column: box})))
    assert any(told in each for each in found), found


def test_an_unknown_glyph_and_no_way_to_cancel() -> None:
    screens = {
        name: replace(screen, body=screen.body if name != "orders" else ())
        for name, screen in APP.screens.items()
    }
    found = list(problems(replace(APP, glyph="unicorn", screens=screens)))
    assert "glyph: there is no icon 'unicorn'" in found
    assert "screens: no list of records has a cancel button" in found


def test_text_that_cannot_be_read() -> None:
    faint = replace(APP.theme, on_surface=(200, 200, 200))
    assert any("on_surface on surface has a contrast" in each for each in low_contrasts(faint))
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((9, 9, 9), (9, 9, 9)) == 1
