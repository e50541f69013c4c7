"""Generates mGEICO's catalogue: ``python scripts/catalogues/mgeico.py``.

Fifty plans of five kinds of cover. The same seed gives the same file; the cheapest and the best
rated are unique overall, of each kind and of each insurer.
"""

from __future__ import annotations

import random

from shared import Entity, sole, write

SEED = 20260316

# Per kind: picture, a sentence, whether collision and comprehensive damage are covered, base price.
KINDS = {
    "Basic": ("cover_basic", "What the law asks for, and a little more.", False, False, 52),
    "Comprehensive": ("cover_umbrella", "Storm, theft and stray deer included.", True, True, 170),
    "Liability Only": ("cover_shield", "For damage done to others.", False, False, 70),
    "Premium": ("cover_star", "Everything, with a car for the meantime.", True, True, 240),
    "Standard": ("cover_car", "Collisions covered, at a fair price.", True, False, 110),
}
FIRST = (
    "Amber",
    "Birch",
    "Compass",
    "Drift",
    "Ember",
    "Fjord",
    "Granite",
    "Harbor",
    "Indigo",
    "Jasper",
)
SECOND = {
    "Basic": "Start",
    "Comprehensive": "Allround",
    "Liability Only": "Liability",
    "Premium": "Signature",
    "Standard": "Drive",
}
PROVIDERS = (
    "Alderway Mutual",
    "Bluecap Insurance",
    "Copperfield Group",
    "Dovecote Cover",
    "Evenhand",
    "Fairmile",
    "Goldfinch Auto",
    "Hearth and Road",
    "Ironbridge",
    "Juniper Mutual",
)


def plans() -> list[Entity]:
    """Returns the catalogue."""
    rng = random.Random(SEED)
    pairs = [(kind, first) for kind in KINDS for first in FIRST]
    rng.shuffle(pairs)
    found: list[Entity] = []
    for id, (kind, first) in enumerate(pairs, 1):
        picture, about, collision, comprehensive, base = KINDS[kind]
        found.append(
            {
                "id": id,
                "plan_name": f"{first} {SECOND[kind]}",
                "coverage_type": kind,
                "deductible": rng.choice((0, 250, 500, 1000)),
                "monthly_premium": round(base + rng.randint(0, 9500) / 100, 2),
                "coverage_limit": rng.choice((50_000, 100_000, 250_000, 500_000)),
                "includes_collision": "Yes" if collision else "No",
                "includes_comprehensive": "Yes" if comprehensive else "No",
                "provider": PROVIDERS[id % len(PROVIDERS)],
                "rating": rng.randint(36, 49) / 10,
                "picture": picture,
                "about": about,
            }
        )
    sole(found, "monthly_premium", 0.35, ("coverage_type", "provider"))
    sole(found, "rating", -0.1, ("coverage_type", "provider"))
    for each in found:
        each["annual_premium"] = round(each["monthly_premium"] * 12, 2)
    return found


if __name__ == "__main__":
    write("mgeico", plans=plans())
