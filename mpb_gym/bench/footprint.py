"""What the package takes before its first step: seconds of import, megabytes, and where it ran."""

from __future__ import annotations

import gc
import mmap
import os
import platform
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import gymnasium as gym

from mpb_gym.bench.stepping import any_task, made


def import_extra_s(rounds: int) -> float:
    """Returns by how much importing the package takes longer than importing Gymnasium.

    The two take turns; the difference is that of their medians.
    """
    modules = ("mpb_gym", "gymnasium")
    spent: dict[str, list[float]] = {module: [] for module in modules}
    for _ in range(rounds):
        for module in modules:
            start = perf_counter()
            subprocess.run([sys.executable, "-c", f"import {module}"], check=True)
            spent[module].append(perf_counter() - start)
    return median(spent["mpb_gym"]) - median(spent["gymnasium"])


def memory_mb(envs: int) -> tuple[float, float]:
    """Returns what the first environment takes, and each of so many more, in a new process.

    A process that did something else before would hide it in memory that was freed.
    """
    code = f"from mpb_gym.bench.footprint import told_mb; told_mb({envs})"
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(told[0]), float(told[1])


def told_mb(envs: int) -> None:
    """Prints what :func:`memory_mb` returns, of this process, at 216x480."""
    task, kept = any_task(), []
    gc.collect()
    marks = [_resident_mb()]
    for count in (1, envs):
        kept += [_started(task) for _ in range(count)]
        gc.collect()
        marks.append(_resident_mb())
    empty, one, all_of_them = marks
    print(one - empty, (all_of_them - one) / envs)
    for env in kept:
        env.close()


def _started(task: str) -> gym.Env[Any, Any]:
    env = made("216x480")
    env.reset(seed=0, options={"task": task})
    return env


def _resident_mb() -> float:
    """Memory of this process in MB; the highest so far where the present one is not told."""
    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text().split()[1]) * mmap.PAGESIZE / 1e6
    import resource  # not on every system

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


def machine() -> dict[str, Any]:
    """Returns where this runs, and what else runs there: the load of the last minute."""
    return {
        "system": platform.platform(terse=True),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
    }


def _processor() -> str:
    about = Path("/proc/cpuinfo")
    lines = about.read_text(encoding="utf-8").splitlines() if about.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())


def versions() -> dict[str, str | None]:
    """Returns the versions of all that the speed depends on."""
    names = ("mpb_gym", "gymnasium", "numpy", "pillow", "ale-py", "miniwob")
    return {"python": platform.python_version()} | {name: _version(name) for name in names}


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
