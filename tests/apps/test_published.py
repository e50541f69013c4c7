"""Databases and forms are those of the published apps, so that both can be audited alike."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from mpb_gym.spec.library import app_ids, load_app

PUBLISHED: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parent / "published.yaml").read_text(encoding="utf-8")
)


def test_all_ten_apps_are_there() -> None:
    assert len(PUBLISHED) == 10
    assert set(PUBLISHED) <= set(app_ids())


@pytest.mark.parametrize("app", PUBLISHED)
def test_tables_have_the_published_columns(app: str) -> None:
    facts, spec = PUBLISHED[app], load_app(app)
    assert spec.package == facts["package"]
    assert list(spec.tables[facts["table"]]) == facts["columns"]
    (form,) = spec.forms.values()
    boxes = [column for column, _, _ in facts["boxes"]]
    assert list(spec.columns("form_drafts")) == [*form.key, *boxes, "updated_at"]


@pytest.mark.parametrize("app", PUBLISHED)
def test_forms_have_the_published_boxes_in_their_order(app: str) -> None:
    facts = PUBLISHED[app]
    (form,) = load_app(app).forms.values()
    assert form.submit == facts["submit"]
    found = [
        [box.column, f"{box.label} *" if box.required else box.label, box.role]
        for box in form.boxes
    ]
    assert found == facts["boxes"]
