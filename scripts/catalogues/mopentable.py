"""Generates mOpenTable's catalogue: ``python scripts/catalogues/mopentable.py``.

Sixty restaurants, five of each of twelve cuisines. The same seed gives the same file; the best
rated is unique overall, of each cuisine and in each neighbourhood.
"""

from __future__ import annotations

import random

from shared import NEIGHBORHOODS, Entity, sole, write

SEED = 20260312

# Per cuisine: picture, a sentence, and the restaurants.
CUISINES = {
    "American": ("burger", "Fire, smoke and seasonal greens.",
                 ("Ember and Oak", "Juniper Hall", "The Copper Rail", "Ninth Street Larder", "Foxglove")),
    "Chinese": ("noodles", "Hand-pulled, steamed and shared.",
                ("Porcelain Garden", "Silk Junction", "Crane and Cloud", "Five Willows", "Lantern Row")),
    "French": ("wine", "A small card and a long cellar.",
               ("Bistro Marcelline", "La Petite Ardoise", "Chez Auguste", "Maison Tilleul", "Rue Celadon")),
    "Indian": ("curry", "Slow curries from a clay oven.",
               ("Marigold Palace", "Cinnamon Archive", "The Jasmine Court", "Turmeric Hall", "Lotus Verandah")),
    "Italian": ("pizza", "Fresh pasta, rolled each noon.",
                ("Osteria Fiorella", "Trattoria Lucciola", "Vigna Rossa", "Cantina Orsini", "Bar Mirtillo")),
    "Japanese": ("sushi", "Counter seats and quiet hands.",
                 ("Kaede", "Omakase Shiori", "Yuzu and Pine", "Hinoki Room", "Izakaya Tombo")),
    "Korean": ("bowl", "Charcoal at every table.",
               ("Maple Hanok", "Charcoal Garden", "Dolsot House", "Magpie Kitchen", "Onggi")),
    "Mediterranean": ("salad", "Plates for the middle of the table.",
                      ("Olea", "Terrace of Figs", "Salt and Citrus", "Levanto", "Halcyon Mezze")),
    "Mexican": ("taco", "Masa ground in the house.",
                ("Casa Jacaranda", "Mezcal Archive", "Comal Azul", "La Milpa", "Nopal Room")),
    "Seafood": ("fish", "What the boats brought this morning.",
                ("The Tidal Room", "Oyster and Anchor", "Saltwater Social", "Pelican House", "Blue Buoy")),
    "Steakhouse": ("steak", "Aged cuts and brown leather.",
                   ("Gable and Grill", "The Iron Bell", "Prime Meridian", "Stockyard Nine", "Black Walnut")),
    "Thai": ("wok", "Sweet, sour, salt and fire.",
             ("Jasmine Wharf", "Chang Noi", "Mango and Mint", "Night Market Table", "Tuk Tuk Terrace")),
}  # fmt: skip

DAYS = tuple(f"2026-03-{day}" for day in range(15, 22))
HOURS = ("12:00", "12:30", "13:00", "17:30", "18:00", "18:30", "19:00", "19:30", "20:00", "21:00")


def restaurants() -> list[Entity]:
    """Returns the catalogue."""
    rng = random.Random(SEED)
    pairs = [(cuisine, name) for cuisine, (_, _, names) in CUISINES.items() for name in names]
    rng.shuffle(pairs)
    found: list[Entity] = []
    for id, (cuisine, name) in enumerate(pairs, 1):
        picture, about, _ = CUISINES[cuisine]
        times = rng.sample([(day, hour) for day in DAYS for hour in HOURS], rng.randint(12, 16))
        found.append(
            {
                "id": id,
                "name": name,
                "cuisine": cuisine,
                "neighborhood": NEIGHBORHOODS[id % len(NEIGHBORHOODS)],
                "city": "New York",
                "rating": rng.randint(35, 49) / 10,
                "price_level": rng.randint(1, 4),
                "hours": rng.choice(("12:00-22:00", "12:00-23:00", "12:00-23:30")),
                "picture": picture,
                "about": about,
                "available_slots": sorted(f"{day} {hour}" for day, hour in times),
            }
        )
    sole(found, "rating", -0.1, ("cuisine", "neighborhood"))
    return found


if __name__ == "__main__":
    write("mopentable", restaurants=restaurants())
