"""How fast the environment is: all of it in one run on one core, beside its limits and peers."""

from __future__ import annotations

from collections.abc import Container, Mapping
from statistics import median
from typing import Any, NamedTuple

from mpb_gym.bench.apart import Apart
from mpb_gym.bench.footprint import import_extra_s, machine, memory_mb, versions
from mpb_gym.bench.pace import Pace, interleaved, median_ms, ratio
from mpb_gym.bench.peers import MINIWOB, PONG, find_peers
from mpb_gym.bench.scaling import FEW, MANY, catalogue_of, learners, phones, snapshot_ms
from mpb_gym.bench.stepping import (
    SIZES,
    SMALL,
    TEXT,
    any_task,
    copying,
    made,
    oracle_actions,
    sampled_actions,
    stepping,
)


class Effort(NamedTuple):
    """How much is measured.

    Attributes:
        rounds: How often each thing is measured; the median counts.
        seconds: How long one is measured in a round.
        envs: How many environments share memory, or processes.
        memory_envs: How many stand side by side to weigh one.
    """

    rounds: int = 5
    seconds: float = 0.5
    envs: int = 16
    memory_envs: int = 63


FULL = Effort()
QUICK = Effort(rounds=1, seconds=0.02, envs=2, memory_envs=4)


def measure(effort: Effort = FULL) -> dict[str, Any]:
    """Measures everything.

    Returns:
        By size, of ``env.step`` with the wrappers of ``gym.make`` and the oracle's actions:
        ``steps_per_s``, and ``steps_per_cpu_s`` of a core's time alone; the same of sampled
        actions under ``random_…``; ``copy_per_s`` and ``copy_per_cpu_s`` of a bare frame;
        ``step_per_copy``, the time of a step in copies of its frame. ``peers`` and
        ``peers_per_cpu_s``, steps a second of other environments, ``None`` for those in
        ``peers_missing``, which says why, and by a core's time for those that work in other
        processes too; ``per_pong``, how many times as fast as ALE's Pong.
        ``rows_ratio``, the time of a step with 100,000 rows over that with 80.
        ``vector_speedup``, steps a second of environments over two processes and over
        ``SyncVectorEnv`` with as many, and ``vector_speedup_cpu``, the same if each process
        had a core to itself; ``apart_speedup``, what two processes reach that have nothing to do
        with one another; ``elements_…``, the same of phones as learners have them.
        ``reset_ms``, ``make_ms``, ``snapshot_ms``, ``restore_ms``;
        ``import_extra_s`` beyond Gymnasium's; ``first_env_mb``, ``mb_per_env`` and
        ``mb_per_env_beside_frame`` at 216x480. ``versions``, ``machine`` and ``effort``.
    """
    task, where = any_task(), machine()
    names = (*SIZES, TEXT)
    envs = {name: made(name) for name in names}
    oracle, sampled = oracle_actions(task), sampled_actions()
    peers, missing = find_peers()
    paces = interleaved(
        {f"steps {name}": stepping(env, task, oracle) for name, env in envs.items()}
        | {f"random {name}": stepping(env, task, sampled) for name, env in envs.items()}
        | {f"copy {name}": copying(size) for name, size in SIZES.items()}
        | {f"peer {name}": peer.run for name, peer in peers.items()}
        | {f"rows {rows}": catalogue_of(rows, task) for rows in (FEW, MANY)},
        effort.rounds,
        effort.seconds,
    )
    for peer in peers.values():
        peer.close()
    own = {name for name, peer in peers.items() if peer.alone}
    small = envs["216x480"]
    snapshot, restore = snapshot_ms(task)
    first, each = memory_mb(effort.memory_envs)
    frame = SMALL[0] * SMALL[1] * 3 / 1e6
    return {
        **_rates("steps", paces, names),
        **_rates("random", paces, names, "random_steps"),
        **_rates("copy", paces, SIZES),
        "step_per_copy": {
            name: ratio(paces[f"copy {name}"], paces[f"steps {name}"]) for name in SIZES
        },
        "peers": _peers(paces, peers, "per_s"),
        "peers_per_cpu_s": _peers(paces, own, "per_cpu_s"),
        "peers_missing": missing,
        "per_pong": {
            name: ratio(paces[f"steps {name}"], paces[f"peer {PONG}"]) if PONG in peers else None
            for name in names
        },
        "rows_ratio": ratio(paces[f"rows {FEW}"], paces[f"rows {MANY}"]),
        **_vectors(task, effort),
        "reset_ms": median_ms(lambda: small.reset(options={"task": task}), 40 * effort.rounds),
        "make_ms": median_ms(lambda: made("216x480").close(), 8 * effort.rounds),
        "snapshot_ms": snapshot,
        "restore_ms": restore,
        "import_extra_s": import_extra_s(effort.rounds),
        "first_env_mb": first,
        "mb_per_env": each,
        "mb_per_env_beside_frame": each - frame,
        "versions": versions(),
        "machine": where,
        "effort": effort._asdict(),
    }


def _rates(
    kind: str, paces: Mapping[str, list[Pace]], names: Any, title: str = ""
) -> dict[str, dict[str, float]]:
    """Returns medians by the wall's and by the processor's clock."""
    title = title or kind
    return {
        f"{title}_{clock}": {
            name: median(getattr(pace, clock) for pace in paces[f"{kind} {name}"]) for name in names
        }
        for clock in ("per_s", "per_cpu_s")
    }


def _peers(
    paces: Mapping[str, list[Pace]], names: Container[str], clock: str
) -> dict[str, float | None]:
    """Returns medians of those that can be measured by that clock, and ``None`` for the others."""
    return {
        name: median(getattr(pace, clock) for pace in paces[f"peer {name}"])
        if name in names
        else None
        for name in (PONG, MINIWOB)
    }


def _vectors(task: str, effort: Effort) -> dict[str, Any]:
    kinds = {"vector": phones, "elements": learners}
    envs = {
        (kind, processes): make(task, effort.envs, processes)
        for kind, make in kinds.items()
        for processes in (0, 2)
    }
    apart = Apart(task, effort.envs, 2)
    subjects = {f"{kind} {processes}": each.run for (kind, processes), each in envs.items()}
    try:
        paces = interleaved(subjects | {"apart": apart.run}, effort.rounds, effort.seconds)
    finally:
        for each in envs.values():
            each.close()
        apart.close()
    found: dict[str, Any] = {"apart_speedup": _gain(paces["vector 0"], paces["apart"])}
    for kind in kinds:
        one, two = paces[f"{kind} 0"], paces[f"{kind} 2"]
        found |= {
            f"{kind}_steps_per_s": {
                "1": median(pace.per_s for pace in one),
                "2": median(pace.per_s for pace in two),
            },
            f"{kind}_speedup": _gain(one, two),
            f"{kind}_speedup_cpu": ratio(two, one),
        }
    return found


def _gain(one: list[Pace], two: list[Pace]) -> float:
    """Returns how many times as fast the second are, by the wall: the median over rounds."""
    return median(b.per_s / a.per_s for a, b in zip(one, two, strict=True))
