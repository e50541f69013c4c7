"""Certifies generated tasks of both splits, and shows that the splits share nothing.

    python scripts/splits.py --episodes 1000 --workers 2

Prints how many tasks of each split are certified, and how many instructions, people, entities
and tasks the splits have in common, which must be none. The exit code is 1 otherwise.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from mpb_gym.certify import prove_all, summary
from mpb_gym.generate import Split, generated
from mpb_gym.generate.domain import load_domain
from mpb_gym.generate.selecting import select
from mpb_gym.spec.task import digest
from options import positive

PARTS = ("tasks", "instructions", "people", "entities")


def contents(ids: tuple[str, ...]) -> dict[str, set[object]]:
    """Returns what the tasks of some ids are made of."""
    found: dict[str, set[object]] = {part: set() for part in PARTS}
    for id in ids:
        made = generated(id)
        for session in made.assignment.sessions:
            found["tasks"].add(digest([session.instruction, str(session.rules)]))
            found["instructions"].add(session.instruction)
            found["people"].add(session.profile.get("name"))
        for app, spec in made.apps.items():
            domain = load_domain(app)
            for name, renames in domain.renames.items() if domain else ():
                for entity in spec.collections[name].entities:
                    found["entities"].add((app, *(entity[field] for field in renames.fields)))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--episodes", type=positive, default=1000, help="tasks of each split")
    parser.add_argument("--workers", type=positive, default=2)
    options = parser.parse_args(arguments)
    good = True
    made: dict[Split, dict[str, set[object]]] = {}
    splits: tuple[Split, ...] = ("train", "validation")
    for split in splits:
        ids = select(split=split, episodes=options.episodes)
        started = time.perf_counter()
        found = summary(list(prove_all(ids, options.workers)))
        took = time.perf_counter() - started
        print(f"{split}: {found['certified']} of {found['tasks']} certified in {took:.0f} s")
        for failure in found["failures"]:
            print(f"  {failure}")
        good &= found["certified"] == found["tasks"]
        made[split] = contents(ids)
    for part in PARTS:
        shared = made["train"][part] & made["validation"][part]
        counts = " and ".join(str(len(made[split][part])) for split in splits)
        print(f"{part}: {counts}, shared: {len(shared)}")
        good &= not shared
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
