"""Generates mZillow's catalogue: ``python scripts/catalogues/mzillow.py``.

Eighty homes. The same seed gives the same file; the cheapest and the largest are unique overall,
in each neighbourhood, of each type, of each number of bedrooms and in each price band.
"""

from __future__ import annotations

import random

from shared import NEIGHBORHOODS, Entity, sole, write

SEED = 20260315

# Per type: how many, picture, and the range of bedrooms.
TYPES = {
    "Apartment": (20, "home_flat", (1, 3)),
    "Condo": (11, "home_tower", (1, 3)),
    "Loft": (14, "home_loft", (1, 2)),
    "Penthouse": (14, "home_tower", (2, 5)),
    "Studio": (12, "home_flat", (0, 0)),
    "Townhouse": (9, "home_house", (3, 5)),
}
STREETS = (
    "Larch Street",
    "Vesper Avenue",
    "Quill Lane",
    "Orchard Row",
    "Tiller Street",
    "Marble Court",
    "Sparrow Street",
    "Canal View",
    "Beech Terrace",
    "Iron Bridge Road",
)
AGENTS = (
    "Adela Quist",
    "Bram Oyelaran",
    "Carla Denham",
    "Dov Lindqvist",
    "Etta Marsh",
    "Felix Amado",
    "Greta Solano",
    "Hugo Park",
    "Ines Valleroy",
    "Jonas Whitlock",
)
ABOUT = (
    "Morning light and a kitchen to sit in.",
    "Quiet at the back, lively at the front.",
    "New windows, old floors, no repairs due.",
    "A short walk from the park and the train.",
    "High ceilings and room for a piano.",
)
BANDS = ((500_000, "Under $500k"), (1_000_000, "$500k to $1M"), (2_000_000, "$1M to $2M"))
DAYS = tuple(f"2026-03-{day}" for day in range(15, 32))
HOURS = ("10:00", "11:00", "14:00", "15:30", "17:00")


def band(price: int) -> str:
    """Returns the name of a price's band."""
    return next((name for limit, name in BANDS if price < limit), "Over $2M")


def properties() -> list[Entity]:
    """Returns the catalogue."""
    rng = random.Random(SEED)
    kinds = [kind for kind, (count, _, _) in TYPES.items() for _ in range(count)]
    rng.shuffle(kinds)
    found: list[Entity] = []
    for id, kind in enumerate(kinds, 1):
        _, picture, (least, most) = TYPES[kind]
        beds = rng.randint(least, most)
        sqft = 364 + beds * rng.randint(260, 420) + rng.randint(0, 200)
        times = rng.sample([(day, hour) for day in DAYS for hour in HOURS], rng.randint(3, 6))
        found.append(
            {
                "id": id,
                "address": f"{rng.randint(3, 480)} {STREETS[id % len(STREETS)]}",
                "neighborhood": NEIGHBORHOODS[rng.randrange(len(NEIGHBORHOODS))],
                "city": "New York",
                "state": "NY",
                "price": (sqft * rng.randint(620, 1500)) // 1000 * 1000,
                "bedrooms": beds,
                "beds_band": "Studio"
                if beds == 0
                else f"{min(beds, 4)}{'+' if beds >= 4 else ''} bd",
                "bathrooms": max(1, min(4, beds - rng.randint(0, 1))),
                "sqft": sqft,
                "property_type": kind,
                "listing_agent": rng.choice(AGENTS),
                "description": rng.choice(ABOUT),
                "picture": picture,
                "available_viewing_slots": sorted(f"{day} {hour}" for day, hour in times),
            }
        )
    for each in found:
        each["price_band"] = band(each["price"])
    groups = ("neighborhood", "property_type", "beds_band", "price_band")
    sole(found, "price", 3000, groups)
    sole(found, "sqft", -4, groups)
    for each in found:
        each["price"] = int(each["price"])
        each["sqft"] = int(each["sqft"])
        each["price_band"] = band(each["price"])
    return found


if __name__ == "__main__":
    write("mzillow", properties=properties())
