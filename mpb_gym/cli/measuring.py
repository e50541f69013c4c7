"""What ``mpb perf`` prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mpb_gym.bench.perf import FULL, QUICK, measure
from mpb_gym.bench.scaling import FEW, MANY
from mpb_gym.cli.options import check_writable
from mpb_gym.cli.tables import console, print_table


def run_perf(file: Path | None, *, quick: bool) -> None:
    """Measures, prints tables, and writes the JSON to a file; ``-`` prints it instead."""
    check_writable("--json", file)
    found = measure(QUICK if quick else FULL)
    text = json.dumps(found, indent=2)
    if file is not None and str(file) == "-":
        print(text)
        return
    if file is not None:
        file.write_text(text + "\n", encoding="utf-8")
    where, versions = found["machine"], found["versions"]
    load = "?" if where["load"] is None else f"{where['load']:.1f}"
    console().print(
        f"mpb_gym {versions['mpb_gym']}, Gymnasium {versions['gymnasium']}, Python "
        f"{versions['python']}; {where['processor']}, {where['cores']} cores, load {load}",
        style="dim",
    )
    print_table(
        ("one core", "steps/s", "by CPU time", "random", "copies/s", "step in copies", "× Pong"),
        [*_sizes(found), *_peers(found)],
    )
    for name, why in found["peers_missing"].items():
        console().print(f"{name}: {why}", style="dim", markup=False)
    console().print()
    print_table(("", "", ""), _rest(found))
    if quick:
        console().print("quick: too little was measured to go by", style="dim")


def _sizes(found: Mapping[str, Any]) -> list[tuple[str, ...]]:
    return [
        (
            name,
            _whole(found["steps_per_s"][name]),
            _whole(found["steps_per_cpu_s"][name]),
            _whole(found["random_steps_per_cpu_s"][name]),
            _whole(found["copy_per_cpu_s"].get(name)),
            _times(found["step_per_copy"].get(name)),
            _times(found["per_pong"][name]),
        )
        for name in found["steps_per_s"]
    ]


def _peers(found: Mapping[str, Any]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name, rate in found["peers"].items():
        fair = found["peers_per_cpu_s"][name]
        rows.append((name, _whole(rate), _whole(fair), "", "", "", ""))
    return rows


def _rest(found: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    return [
        ("reset", f"{found['reset_ms']:.2f} ms", ""),
        ("make", f"{found['make_ms']:.2f} ms", ""),
        ("snapshot", f"{found['snapshot_ms']:.2f} ms", ""),
        ("restore", f"{found['restore_ms']:.2f} ms", ""),
        ("import", f"{found['import_extra_s']:+.3f} s", "beside Gymnasium's"),
        ("first env", f"{found['first_env_mb']:.1f} MB", "at 216x480, with what all share"),
        (
            "each further env",
            f"{found['mb_per_env']:.1f} MB",
            f"{found['mb_per_env_beside_frame']:.1f} MB beside its frame",
        ),
        (f"{MANY:,} rows", f"{found['rows_ratio']:.2f} ×", f"the time of a step with {FEW}"),
        ("two processes", *_speedup(found, "vector")),
        ("two apart", f"{found['apart_speedup']:.2f} ×", "of two that know nothing of one another"),
        ("learners", *_speedup(found, "elements")),
    ]


def _speedup(found: Mapping[str, Any], kind: str) -> tuple[str, str]:
    """What two processes bring, beside one."""
    alone, shared = (found[f"{kind}_steps_per_s"][key] for key in ("1", "2"))
    return (
        f"{found[f'{kind}_speedup']:.2f} ×",
        f"{_whole(shared)} over {_whole(alone)} steps/s of {found['effort']['envs']} "
        f"environments; {found[f'{kind}_speedup_cpu']:.2f} × by CPU time",
    )


def _whole(rate: float | None) -> str:
    return "–" if rate is None else f"{rate:,.0f}"


def _times(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"
