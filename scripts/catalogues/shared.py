"""What the catalogue generators share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Entity = dict[str, Any]

NEIGHBORHOODS = (
    "Chelsea", "East Village", "SoHo", "Tribeca", "Harlem", "Upper West Side", "Astoria",
    "Park Slope", "Midtown", "Williamsburg",
)  # fmt: skip


def sole(found: list[Entity], field: str, step: float, groups: tuple[str, ...] = ()) -> None:
    """Leaves one entity at the top of a field, overall and in each group.

    Args:
        found: The entities; those that share a top are moved by ``step`` but for the first.
        field: A number.
        step: Below zero where the highest is the best, above zero where the lowest is.
        groups: Fields whose values make the groups.
    """
    sets = [found]
    for name in groups:
        values = sorted({str(each[name]) for each in found})
        sets += [[each for each in found if str(each[name]) == value] for value in values]
    best = max if step < 0 else min
    changed = True
    while changed:  # moving one may make a tie elsewhere, further from the top each time
        changed = False
        for group in sets:
            top = best(each[field] for each in group)
            for each in [each for each in group if each[field] == top][1:]:
                each[field] = round(each[field] + step, 2)
                changed = True


def write(app: str, **collections: list[Entity]) -> None:
    """Writes an app's catalogue."""
    file = Path(__file__).parents[2] / "apps" / app / "catalogue.json"
    text = json.dumps(collections, indent=1, ensure_ascii=False)
    file.write_text(text + "\n", encoding="utf-8")
