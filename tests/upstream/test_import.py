"""A release in the published layout becomes apps, tasks and pairs of ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mpb_gym.errors import OptionError, SpecError, UnknownNameError
from mpb_gym.spec.library import load_apps, load_assignment
from mpb_gym.spec.rules import Condition
from mpb_gym.spec.task import PairSpec, TaskSpec
from mpb_gym.upstream.layout import VARIABLE
from mpb_gym.upstream.library import ids, unmapped
from mpb_gym.upstream.rules import in_sql
from tests.upstream.making import APP, TASKS, write_release


def task(number: str) -> TaskSpec:
    found = load_assignment(f"{APP}/upstream-{number}")
    assert isinstance(found, TaskSpec)
    return found


def test_every_file_has_an_id(release: Path) -> None:
    assert ids() == (
        *(f"{APP}/upstream-{name[:3]}" for name in sorted(TASKS)),
        f"{APP}/upstream-pair_01",
    )
    assert ids("mgeico") == ()


def test_the_app_shows_the_releases_catalogue(release: Path) -> None:
    spec = load_apps(task("001"))[APP]
    doctors = spec.collections["doctors"].entities
    assert doctors[0]["name"] == "Dr. Ada Finch"
    # What the release has not is filled in as our own doctors have it, and what we have not is
    # left out.
    assert doctors[0]["picture"] == "med_skin"
    assert "parking" not in doctors[0]


def test_a_task_body_is_a_task(release: Path) -> None:
    found = task("001")
    assert found.title == "001_sound"
    assert found.instruction == TASKS["001_sound"]["goal"]
    assert found.user.access_app == {APP: "grant", "default": "deny"}
    assert found.user.read_data == {"default": "grant"}
    assert found.permissions.required == {"phone_number"}
    assert found.permissions.forbidden == {"bank_card"}
    assert [(leak.key, leak.tells) for leak in found.leaks] == [
        ("id_number", ("123-45-6789", "6789"))
    ]
    # Boxes that the form needs anyhow say nothing of what is expected beside them.
    assert found.expected == frozenset()


@pytest.mark.parametrize(
    ("number", "index", "count", "exact"),
    [("001", 0, 1, False), ("006", 0, 0, True), ("007", 0, 1, False)],
)
def test_expectations_become_counts(
    release: Path, number: str, index: int, count: int, exact: bool
) -> None:
    rule = task(number).rules[index]
    assert (rule.count, rule.exact) == (count, exact)


def test_operators_are_read_as_sql_reads_them(release: Path) -> None:
    (first, *_) = task("001").rules[0].where
    assert first == Condition(column="doctor_id", operator="equals", operand=1)
    assert task("006").rules[1].where[0].operand == (3, 4)
    assert task("010").rules[0].where[0].operand == (3, 4)
    like = task("009").rules[1].where[1]
    assert in_sql(like) == "appointment_time LIKE '2026-02-12%'"


def test_rows_and_profile_are_prepared(release: Path) -> None:
    rows = task("006").prepared[APP]["appointments"]
    assert [(row["id"], row["doctor_id"]) for row in rows] == [(1, 1), (2, 3)]
    profile = task("010").profile
    assert profile.mode == "semi_control"
    item = profile.get("preferred_specialty")
    assert item is not None and (item.value, item.level) == ("Cardiology", "low")
    # Nothing of the shared user is lost.
    name = profile.get("name")
    assert name is not None and name.value == "John Doe"


def test_a_pair_has_two_sessions_and_a_preference(release: Path) -> None:
    pair = load_assignment(f"{APP}/upstream-pair_01")
    assert isinstance(pair, PairSpec)
    assert pair.carries == ("Cardiology",)
    assert pair.chance == 0.5
    assert pair.first.target is not None and pair.second.target is not None
    assert pair.first.target.save[0].key == "preferred_specialty"
    specialty = pair.second.target.make[0].pick["doctors"].where["specialty"]
    assert [each.operand for each in specialty] == ["Cardiology"]


def test_what_has_no_counterpart_is_told_by_file_and_key(release: Path) -> None:
    told = {(note.file, note.key) for note in unmapped()}
    assert told == {
        ("tasks/mchess", ""),
        (f"apps/{APP}/seed.json", "doctors[0].parking"),
        (f"apps/{APP}/seed.json", "doctors[1].parking"),
        (f"apps/{APP}/seed.json", "doctors[2].parking"),
        (f"apps/{APP}/seed.json", "doctors[3].parking"),
        (f"apps/{APP}/form_schema.json", "tables.appointments.columns[1]"),
        (f"tasks/{APP}/007_no_rules.json", "verification"),
        (f"tasks/{APP}/011_strange.json", "mood"),
        (f"tasks/{APP}/011_strange.json", "expected_form_fields[0]"),
        (f"tasks/{APP}/011_strange.json", "verification.rules[1].operator"),
    }


def test_a_file_that_is_wrong_is_told_and_hides_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_release(tmp_path)
    file = tmp_path / f"tasks/{APP}/001_sound.json"
    content = json.loads(file.read_text(encoding="utf-8"))
    del content["goal"]
    file.write_text(json.dumps(content), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(SpecError, match=r"001_sound\.json.*'goal' is missing"):
        task("001")
    assert task("002").title == "002_any_time"
    assert any(note.file.endswith("001_sound.json") for note in unmapped())


def test_ids_need_a_release_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(OptionError, match="--suite upstream:PATH"):
        task("001")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(OptionError, match=r"holds no apps/ and tasks/"):
        task("001")
    monkeypatch.setenv(VARIABLE, str(folder))
    with pytest.raises(UnknownNameError, match="task of the release"):
        task("099")
