"""Generates mBooking's catalogue: ``python scripts/catalogues/mbooking.py``.

Eighty hotels, eight in each of ten neighbourhoods. The same seed gives the same file; the
cheapest and the dearest are unique overall, in each neighbourhood and among equal stars.
"""

from __future__ import annotations

import random

from shared import NEIGHBORHOODS, Entity, sole, write

SEED = 20260313

FIRST = (
    "Alder", "Beacon", "Cobalt", "Dovetail", "Evergreen", "Foundry", "Garnet", "Hollow Tree",
    "Ivory", "Juniper",
)  # fmt: skip
SECOND = ("House", "Hotel", "Inn", "Suites", "Lodge", "Rooms", "Grand", "Court")
PICTURES = ("hotel_tower", "hotel_house", "hotel_bed")
AMENITIES = (
    "Free WiFi", "Breakfast", "Pool", "Gym", "Spa", "Parking", "Pet Friendly", "Rooftop Bar",
    "Airport Shuttle", "Laundry", "Room Service", "Business Center", "Kitchenette", "Bike Rental",
)  # fmt: skip
ROOMS = (
    "Single Room", "Double Room", "Queen Room", "King Room", "Twin Room", "Family Room",
    "Junior Suite", "Penthouse Suite",
)  # fmt: skip
ABOUT = (
    "Quiet rooms over a leafy court.",
    "Bright rooms two minutes from the subway.",
    "An old warehouse with tall windows.",
    "A family house since its first day.",
    "Small rooms, large beds, good coffee.",
)
DAYS = tuple(f"2026-03-{day}" for day in range(11, 30))


def hotels() -> list[Entity]:
    """Returns the catalogue."""
    rng = random.Random(SEED)
    names = [f"{first} {second}" for first in FIRST for second in SECOND]
    rng.shuffle(names)
    found: list[Entity] = []
    for id, name in enumerate(names, 1):
        stars = rng.randint(3, 5)
        found.append(
            {
                "id": id,
                "name": name,
                "neighborhood": NEIGHBORHOODS[id % len(NEIGHBORHOODS)],
                "city": "New York",
                "star_rating": stars,
                "price_per_night": 60 + stars * 30 + rng.randint(0, 210),
                "picture": PICTURES[id % len(PICTURES)],
                "about": rng.choice(ABOUT),
                "amenities": sorted(rng.sample(AMENITIES, rng.randint(3, 8))),
                "room_types": sorted(rng.sample(ROOMS, rng.randint(2, 5)), key=ROOMS.index),
                "available_dates": sorted(rng.sample(DAYS, rng.randint(4, 8))),
            }
        )
    sole(found, "price_per_night", 3, ("neighborhood", "star_rating"))
    sole(found, "price_per_night", -3, ("neighborhood", "star_rating"))
    return found


if __name__ == "__main__":
    write("mbooking", hotels=hotels())
