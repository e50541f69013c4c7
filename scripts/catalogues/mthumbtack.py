"""Generates mThumbtack's catalogue: ``python scripts/catalogues/mthumbtack.py``.

Sixty professionals, five of each of twelve trades. The same seed gives the same file; the best
rated and the cheapest are unique overall, of each trade and in each city; the dearest is unique
overall and of each trade.
"""

from __future__ import annotations

import random

from shared import Entity, sole, write

SEED = 20260317

# Per trade: picture, whether it is paid by the hour, base price, a sentence.
TRADES = {
    "Carpentry": ("trade_saw", True, 55, "Shelves, doors and whatever sticks."),
    "Electrical": ("trade_bulb", True, 70, "Sockets, lights and old wiring."),
    "Flooring": ("trade_floor", False, 420, "Wood, tile and cork, laid to last."),
    "HVAC": ("trade_fan", True, 80, "Warm in winter, cool in August."),
    "Handyman": ("trade_hammer", True, 40, "The long list on your fridge."),
    "House Cleaning": ("trade_broom", True, 32, "Top to bottom, keys returned."),
    "Landscaping": ("trade_tree", False, 260, "Gardens, yards and balconies."),
    "Moving": ("trade_box", False, 380, "Careful hands and a clean truck."),
    "Painting": ("trade_roller", False, 340, "Two coats and no drops."),
    "Pest Control": ("trade_bug", False, 140, "Quick, quiet and pet safe."),
    "Plumbing": ("trade_pipe", True, 75, "Leaks, drains and boilers."),
    "Roofing": ("trade_roof", False, 900, "Dry in any weather."),
}
FIRST = (
    "Abel",
    "Bianca",
    "Cyrus",
    "Dalia",
    "Emeka",
    "Freya",
    "Gideon",
    "Hana",
    "Ivo",
    "Juno",
    "Kofi",
    "Lena",
    "Marek",
    "Nadia",
    "Otis",
)
LAST = ("Arden", "Brandt", "Castellan", "Dunmore", "Ekwall", "Farrow", "Grieve", "Holloway")
COMPANIES = ("Works", "& Daughters", "Brothers", "Home Care", "Studio")
CITIES = ("Bronx", "Brooklyn", "Manhattan", "Queens", "Staten Island")
DAYS = tuple(f"2026-03-{day}" for day in range(15, 31))
HOURS = ("08:00", "09:30", "11:00", "13:00", "15:00", "16:30")


def pros() -> list[Entity]:
    """Returns the catalogue."""
    rng = random.Random(SEED)
    people = rng.sample([(first, last) for first in FIRST for last in LAST], 60)
    found: list[Entity] = []
    trades = [trade for trade in TRADES for _ in range(5)]
    rng.shuffle(trades)
    for id, (trade, (first, last)) in enumerate(zip(trades, people, strict=True), 1):
        picture, hourly, base, about = TRADES[trade]
        times = rng.sample([(day, hour) for day in DAYS for hour in HOURS], rng.randint(4, 8))
        found.append(
            {
                "id": id,
                "name": f"{first} {last}",
                "service_type": trade,
                "company": f"{last} {COMPANIES[id % len(COMPANIES)]}",
                "city": CITIES[rng.randrange(len(CITIES))],
                "rating": rng.randint(36, 49) / 10,
                "estimate": base + rng.randint(0, base // 2),
                "unit": "an hour" if hourly else "fixed quote",
                "jobs_done": rng.randint(12, 480),
                "picture": picture,
                "about": about,
                "available_slots": sorted(f"{day} {hour}" for day, hour in times),
            }
        )
    sole(found, "rating", -0.1, ("service_type", "city"))
    sole(found, "estimate", 1, ("service_type", "city"))
    sole(found, "estimate", -1, ("service_type",))
    for each in found:
        each["estimate"] = int(each["estimate"])
    return found


if __name__ == "__main__":
    write("mthumbtack", pros=pros())
