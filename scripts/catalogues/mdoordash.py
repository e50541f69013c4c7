"""Generates mDoorDash's catalogue: ``python scripts/catalogues/mdoordash.py``.

Eighty restaurants, eight of each of ten cuisines and ten in each of eight neighbourhoods. The
same seed gives the same file. Wherever a task may ask for the best or the fastest (overall, of
a cuisine, of a neighbourhood) there is exactly one, and it leads by a visible margin.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

SEED = 20260310
FILE = Path(__file__).parents[2] / "apps" / "mdoordash" / "catalogue.json"

NEIGHBORHOODS = (
    "Chelsea", "East Village", "SoHo", "Tribeca", "Harlem", "Upper West Side", "Astoria",
    "Park Slope",
)  # fmt: skip

# Per cuisine: picture, restaurant names, and dishes as (name, category, price).
CUISINES: dict[str, tuple[str, tuple[str, ...], tuple[tuple[str, str, float], ...]]] = {
    "Italian": (
        "pizza",
        ("Olive Lantern", "Tavola Verde", "Piccolo Forno", "Casa Bellacqua", "The Gilded Fork",
         "Nonna Estelle", "Basilico Row", "Vento Caldo"),
        (("Margherita Pizza", "Main", 14.5), ("Rigatoni Norma", "Main", 16.25),
         ("Lasagna Rossa", "Main", 17.5), ("Vegan Marinara Pizza", "Main", 13.75),
         ("Burrata Salad", "Starter", 11.5), ("Garlic Focaccia", "Side", 6.25),
         ("Lemon Panna Cotta", "Dessert", 7.5), ("Blood Orange Soda", "Drink", 4.25)),
    ),
    "Chinese": (
        "noodles",
        ("Jade Kettle", "Lucky Lantern", "Red Silk Kitchen", "Golden Carp House", "Moon Gate",
         "Nine Dumplings", "Bamboo Letter", "River Pearl"),
        (("Dan Dan Noodles", "Main", 13.25), ("Mapo Tofu", "Main", 12.5),
         ("Crispy Duck", "Main", 19.75), ("Vegan Chow Mein", "Main", 12.75),
         ("Pork Dumplings", "Starter", 8.5), ("Scallion Pancake", "Side", 6.5),
         ("Sesame Balls", "Dessert", 5.75), ("Jasmine Tea", "Drink", 3.25)),
    ),
    "Japanese": (
        "sushi",
        ("Kumo Sushi", "Little Crane", "Sakura Bento", "Umi and Stone", "Tanuki Table",
         "Paper Lantern Ramen", "Hoshi Grill", "Blue Wave Bento"),
        (("Salmon Nigiri Set", "Main", 18.5), ("Tonkotsu Ramen", "Main", 15.75),
         ("Chicken Katsu Curry", "Main", 14.75), ("Vegan Avocado Maki", "Main", 11.25),
         ("Edamame", "Starter", 5.5), ("Miso Soup", "Side", 4.5),
         ("Matcha Mochi", "Dessert", 6.25), ("Yuzu Soda", "Drink", 4.75)),
    ),
    "Mexican": (
        "taco",
        ("Casa Luciernaga", "Agave and Smoke", "El Patio Azul", "Tres Cactus", "La Paloma Roja",
         "Maiz Market", "Cantina Solana", "Taqueria Violeta"),
        (("Carnitas Tacos", "Main", 12.25), ("Chicken Enchiladas", "Main", 14.25),
         ("Beef Burrito", "Main", 13.5), ("Vegan Bean Burrito", "Main", 11.75),
         ("Guacamole and Chips", "Starter", 8.25), ("Street Corn", "Side", 5.75),
         ("Churros", "Dessert", 6.75), ("Hibiscus Cooler", "Drink", 4.5)),
    ),
    "Indian": (
        "curry",
        ("Saffron Courtyard", "The Copper Tawa", "Monsoon Kitchen", "Cardamom Lane",
         "Peacock and Clove", "Tamarind House", "Blue Ganges Grill", "Masala Post"),
        (("Butter Chicken", "Main", 16.5), ("Lamb Rogan Josh", "Main", 18.25),
         ("Palak Paneer", "Main", 14.5), ("Vegan Chana Masala", "Main", 13.25),
         ("Vegetable Samosas", "Starter", 7.25), ("Garlic Naan", "Side", 4.75),
         ("Gulab Jamun", "Dessert", 5.5), ("Mango Lassi", "Drink", 5.25)),
    ),
    "Thai": (
        "wok",
        ("Lemongrass Alley", "Siam Orchard", "Basil and Lime", "Orchid Spoon", "Chili Monsoon",
         "Golden Papaya", "Floating Lotus", "Bangkok Corner"),
        (("Pad Thai", "Main", 13.5), ("Green Curry", "Main", 14.75),
         ("Massaman Beef", "Main", 16.75), ("Vegan Basil Tofu", "Main", 12.25),
         ("Fresh Summer Rolls", "Starter", 7.75), ("Sticky Rice", "Side", 3.75),
         ("Mango Sticky Rice", "Dessert", 7.25), ("Thai Iced Tea", "Drink", 4.25)),
    ),
    "American": (
        "burger",
        ("Brick and Bun", "Liberty Skillet", "The Maple Diner", "Hudson Smokehouse",
         "Corner Griddle", "Blue Plate Social", "Rustic Barrel", "Sunnyside Grill"),
        (("Classic Cheeseburger", "Main", 13.25), ("Smoked Brisket Plate", "Main", 19.25),
         ("Fried Chicken Sandwich", "Main", 14.25), ("Vegan Black Bean Burger", "Main", 13.75),
         ("Buffalo Wings", "Starter", 9.75), ("Sweet Potato Fries", "Side", 5.75),
         ("Apple Pie", "Dessert", 6.75), ("Root Beer", "Drink", 3.5)),
    ),
    "Mediterranean": (
        "salad",
        ("Cedar and Salt", "Aegean Terrace", "Fig Tree Kitchen", "The Olive Press", "Zaatar House",
         "Marina Mezze", "White Dome Grill", "Thyme and Sea"),
        (("Chicken Shawarma Plate", "Main", 15.25), ("Lamb Kofta", "Main", 17.25),
         ("Grilled Halloumi Wrap", "Main", 12.75), ("Vegan Falafel Bowl", "Main", 12.5),
         ("Hummus and Pita", "Starter", 7.5), ("Tabbouleh", "Side", 6.25),
         ("Pistachio Baklava", "Dessert", 6.5), ("Mint Lemonade", "Drink", 4.5)),
    ),
    "Korean": (
        "bowl",
        ("Seoul Hearth", "Kimchi and Co", "Stone Pot Story", "Plum Blossom BBQ", "Little Busan",
         "Gochu Garden", "Han River Kitchen", "Persimmon Table"),
        (("Beef Bulgogi", "Main", 17.75), ("Kimchi Fried Rice", "Main", 13.25),
         ("Spicy Pork Bibimbap", "Main", 15.5), ("Vegan Tofu Bibimbap", "Main", 14.25),
         ("Mandu Dumplings", "Starter", 8.25), ("Banchan Trio", "Side", 6.75),
         ("Honey Hotteok", "Dessert", 6.25), ("Barley Tea", "Drink", 3.25)),
    ),
    "Vietnamese": (
        "soup",
        ("Pho Ivory", "Saigon Lantern", "Rice Paper Lane", "Hanoi Morning", "Green Papaya House",
         "Mekong Bowl", "Star Anise", "The Banh Mi Bench"),
        (("Beef Pho", "Main", 14.25), ("Grilled Pork Vermicelli", "Main", 13.75),
         ("Lemongrass Chicken Rice", "Main", 13.25), ("Vegan Mushroom Pho", "Main", 13.5),
         ("Shrimp Summer Rolls", "Starter", 7.5), ("Pickled Vegetables", "Side", 4.25),
         ("Coconut Flan", "Dessert", 6.25), ("Iced Coffee", "Drink", 4.75)),
    ),
}  # fmt: skip

TAGLINES = (
    "Cooked to order, packed with care.",
    "A small kitchen with a long memory.",
    "Recipes from three generations.",
    "Warm plates for busy evenings.",
    "Fresh from the market each morning.",
    "Where the neighbours eat on Fridays.",
    "Slow food, quick to your door.",
    "Simple things, done properly.",
)

HOURS = ("11:30", "12:00", "12:30", "13:00", "17:30", "18:00", "18:30", "19:00", "19:30", "20:00")
DAYS = ("2026-03-11", "2026-03-12", "2026-03-13", "2026-03-14")


def restaurants() -> list[dict[str, Any]]:
    """Returns the catalogue."""
    rng = random.Random(SEED)
    pairs = [(cuisine, name) for cuisine, (_, names, _) in CUISINES.items() for name in names]
    rng.shuffle(pairs)
    areas = [area for area in NEIGHBORHOODS for _ in range(len(pairs) // len(NEIGHBORHOODS))]
    rng.shuffle(areas)
    found = []
    for id, ((cuisine, name), area) in enumerate(zip(pairs, areas, strict=True), 1):
        picture, _, dishes = CUISINES[cuisine]
        found.append(
            {
                "id": id,
                "name": name,
                "cuisine": cuisine,
                "neighborhood": area,
                "city": "New York",
                "rating": rng.randint(35, 46) / 10,
                "delivery_time_min": rng.randint(22, 45),
                "picture": picture,
                "tagline": rng.choice(TAGLINES),
                "menu_items": _menu(rng, dishes),
                "available_slots": sorted(
                    f"{day} {hour}"
                    for day, hour in rng.sample([(d, h) for d in DAYS for h in HOURS], 5)
                ),
            }
        )
    _crown(rng, found)
    return found


def _menu(rng: random.Random, dishes: tuple[tuple[str, str, float], ...]) -> list[dict[str, Any]]:
    """Two mains, and two or three of the rest; prices differ from place to place."""
    mains = rng.sample([dish for dish in dishes if dish[1] == "Main"], 2)
    rest = rng.sample([dish for dish in dishes if dish[1] != "Main"], rng.choice((2, 3)))
    chosen = [dish for dish in dishes if dish in mains or dish in rest]
    return [
        {"name": name, "price": price + rng.randint(-3, 4) * 0.25, "category": category}
        for name, category, price in chosen
    ]


def _crown(rng: random.Random, found: list[dict[str, Any]]) -> None:
    """Makes one place of each cuisine and of each area the best, and one the fastest.

    Crowns of cuisines outrank those of areas, so that no group is left with a tie.
    """
    ratings = iter([50, 49, 49, 49, 49, 48, 48, 48, 48, 48])
    times = iter([15, 16, 16, 17, 17, 18, 18, 19, 19, 20])
    cuisines = list(CUISINES)
    rng.shuffle(cuisines)
    for cuisine in cuisines:
        group = [each for each in found if each["cuisine"] == cuisine]
        best, fastest = rng.sample(group, 2)
        best["rating"] = next(ratings) / 10
        fastest["delivery_time_min"] = next(times)
    for area in NEIGHBORHOODS:
        group = [each for each in found if each["neighborhood"] == area]
        _settle(group, "rating", -0.1, lowest=False)
        _settle(group, "delivery_time_min", 1, lowest=True)


def _settle(group: list[dict[str, Any]], field: str, step: float, *, lowest: bool) -> None:
    """Lets a tie at the top of an area go to the first of those that share it."""
    pick = min if lowest else max
    top = pick(each[field] for each in group)
    for each in [each for each in group if each[field] == top][1:]:
        each[field] = round(each[field] + step, 1)


def main() -> None:
    """Writes the file."""
    text = json.dumps({"restaurants": restaurants()}, indent=1, ensure_ascii=False)
    FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
