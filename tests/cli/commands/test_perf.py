"""``mpb perf``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.calling import Mpb


def test_perf_shows_a_table_and_writes_all_numbers(mpb: Mpb, tmp_path: Path) -> None:
    file = tmp_path / "perf.json"
    done = mpb("perf", "--quick", "--json", file)
    found = json.loads(file.read_text(encoding="utf-8"))
    sizes = {"native", "540x1200", "216x480"}
    for clock in ("per_s", "per_cpu_s"):
        assert set(found[f"steps_{clock}"]) == set(found[f"random_steps_{clock}"])
        assert set(found[f"steps_{clock}"]) == sizes | {"text"}
        assert set(found[f"copy_{clock}"]) == set(found["step_per_copy"]) == sizes
        rates = (found[f"steps_{clock}"], found[f"random_steps_{clock}"], found[f"copy_{clock}"])
        assert all(rate > 0 for each in rates for rate in each.values())
    for key in ("reset_ms", "make_ms", "snapshot_ms", "restore_ms", "mb_per_env", "first_env_mb",
                "rows_ratio", "vector_speedup", "vector_speedup_cpu", "apart_speedup",
                "elements_speedup", "elements_speedup_cpu"):  # fmt: skip
        assert found[key] > 0, key
    assert isinstance(found["import_extra_s"], float)
    assert set(found["elements_steps_per_s"]) == {"1", "2"}
    assert found["mb_per_env_beside_frame"] < found["mb_per_env"]
    assert set(found["peers"]) == {"ALE/Pong-v5", "MiniWoB++"}
    for name, rate in found["peers"].items():
        assert (rate is None) == (name in found["peers_missing"])
    assert found["versions"]["mpb_gym"] and found["machine"]["cores"]
    lines = {line.split("  ")[0]: line.split() for line in done.out.splitlines()}
    assert sizes | {
        "text",
        "ALE/Pong-v5",
        "reset",
        "100,000 rows",
        "two processes",
        "two apart",
        "learners",
    } <= set(lines)
    assert lines["native"][1] == f"{found['steps_per_s']['native']:,.0f}"
    assert "quick: too little" in done.out


def test_perf_prints_json_alone_if_asked(
    mpb: Mpb, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("mpb_gym.cli.measuring.measure", lambda effort: {"steps_per_s": {}})
    monkeypatch.chdir(tmp_path)
    assert json.loads(mpb("perf", "--quick", "--json", "-").out) == {"steps_per_s": {}}
    assert not list(tmp_path.iterdir())
