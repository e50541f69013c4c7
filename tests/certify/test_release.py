"""The audit of a release finds what is wrong with its tasks, by itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mpb_gym.certify import TaskReport, audit_id, prove_all, summary
from mpb_gym.certify.findings import UNSOUND, Finding
from mpb_gym.cli import main
from mpb_gym.upstream.layout import VARIABLE
from tests.upstream.making import APP, PUBLISHED, TASKS, write_release


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TaskReport]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, str(write_release(tmp_path_factory.mktemp("release"))))
        names = [*(name[:3] for name in TASKS), "pair_01"]
        return {name: audit_id(f"{APP}/upstream-{name}") for name in names}


def unsound(report: TaskReport) -> list[Finding]:
    return [each for each in report.findings if each.category in UNSOUND]


@pytest.mark.parametrize(
    ("name", "category", "aspect"),
    [
        ("002", "accepts_wrong", "choice"),
        ("003", "impossible", "goal"),
        ("004", "rejects_right", "entity"),
        ("005", "passes_idle", "nothing"),
        ("007", "impossible", "record"),
        ("008", "accepts_wrong", "save"),
        ("009", "accepts_wrong", "choice"),
        ("pair_01", "accepts_wrong", "entity"),
    ],
)
def test_each_fault_is_found(
    reports: dict[str, TaskReport], name: str, category: str, aspect: str
) -> None:
    found = [(each.category, each.aspect) for each in unsound(reports[name])]
    assert (category, aspect) in found
    assert not reports[name].certified


@pytest.mark.parametrize("name", ["001", "006", "010"])
def test_what_is_sound_is_certified(reports: dict[str, TaskReport], name: str) -> None:
    assert reports[name].failures == []


def test_findings_have_their_evidence(reports: dict[str, TaskReport]) -> None:
    (found,) = unsound(reports["002"])
    assert found.what == "slot: 2026-02-11 14:00"
    assert "appointment_time='2026-02-11 14:00'" in found.done[0]
    assert found.verdict == (
        "at least 1 of appointments where doctor_id = 1 and patient_name = 'John Doe': "
        "1 found, passed",
    )
    (slot,) = unsound(reports["003"])
    assert "2026-02-11 11:00 is wanted, but there is 2026-02-11 09:00" in slot.what
    (other,) = unsound(reports["004"])
    assert "doctor_id=2" in other.done[0] and other.verdict[0].endswith("0 found, failed")


def test_a_second_record_is_told_and_no_fault(reports: dict[str, TaskReport]) -> None:
    assert "tolerates_extra" in reports["001"].categories
    assert reports["001"].certified


def test_the_summary_counts_by_category_and_app(reports: dict[str, TaskReport]) -> None:
    found = summary(list(reports.values()))["findings"]
    assert found["passes_idle"] == {APP: 1}
    assert found["impossible"] == {APP: 2}


def test_the_command_prints_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "")
    folder, file = write_release(tmp_path / "release"), tmp_path / "report.json"
    with pytest.raises(SystemExit) as stopped:
        main([
            "certify", "--suite", f"upstream:{folder}", "--task", f"{APP}/002",
            "--json", str(file),
        ])  # fmt: skip
    assert stopped.value.code == 1
    told = capsys.readouterr()
    assert "accepts wrong" in told.out and "0 of 1 task certified" in told.out
    assert "accepts wrong: slot: 2026-02-11 14:00" in told.err
    report = json.loads(file.read_text(encoding="utf-8"))
    assert report["reports"][0]["findings"][0]["category"] == "accepts_wrong"


def test_verdicts_on_the_published_release(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read by eye against goal and rule; the audit is told none of it."""
    if PUBLISHED is None:
        pytest.skip(f"the published release is not here; name its folder in {VARIABLE}")
    monkeypatch.setenv(VARIABLE, str(PUBLISHED))
    wanted: dict[str, set[str]] = {
        "mzocdoc/upstream-001": set(),
        "mzocdoc/upstream-006": {"accepts_wrong"},
        "mzocdoc/upstream-011": {"rejects_right"},
        "mdoordash/upstream-004": set(),
        "mopentable/upstream-017": {"impossible"},
        "mcvspharmacy/upstream-017": {"impossible"},
        "mdmv/upstream-003": {"impossible"},
        "mgeico/upstream-018": {"impossible"},
        "mgeico/upstream-023": {"accepts_wrong"},
        "mzillow/upstream-pair_03": set(),
        "mbooking/upstream-pair_05": {"accepts_wrong"},
    }
    found = {
        each.id: {category for category in each.categories if category in UNSOUND}
        for each in prove_all(tuple(wanted), 1, audit_id)
    }
    assert found == wanted
