"""Generates mEventbrite's catalogue: ``python scripts/catalogues/meventbrite.py``.

Sixty events, six of each of ten categories. The same seed gives the same file; the dearest
and the cheapest paid event are unique overall and in each category, and so is the earliest.
"""

from __future__ import annotations

import random

from shared import Entity, write

SEED = 20260314

# Per category: picture and events.
CATEGORIES = {
    "Arts & Culture": ("show_palette", ("Ink and Paper Fair", "Sculpture After Dark", "Watercolor Morning",
                       "Museum Mile Walk", "Mural Painting Day", "Poetry in the Courtyard")),
    "Business": ("show_case", ("Small Shop Summit", "Pricing Without Fear", "The Founder Breakfast",
                 "Ledger Basics", "Pitch Practice Night", "Remote Team Forum")),
    "Community": ("show_home", ("Block Party on Vine", "Repair Cafe", "River Clean-up Day",
                  "Neighborhood Swap Meet", "Garden Plot Lottery", "Town Hall Supper")),
    "Education": ("show_book", ("Sign Language for Beginners", "Night School Astronomy", "Family Chess Class",
                  "Speed Reading Lab", "Bird Watching Basics", "History of the Harbor")),
    "Food & Drink": ("show_plate", ("Dumpling Workshop", "Cheese and Cider Evening", "Bread Baking Marathon",
                     "Street Food Safari", "Tea Tasting Circle", "Chili Cook-off")),
    "Health & Wellness": ("show_leaf", ("Sunrise Yoga", "Breathing and Sleep", "Forest Walk Therapy",
                          "Sound Bath Sunday", "Healthy Back Clinic", "Mindful Lunch Break")),
    "Music": ("show_note", ("Strings by Candlelight", "Basement Jazz Jam", "Indie Night at the Depot",
              "Gospel Brunch", "Synth Builders Live", "Folk on the Pier")),
    "Networking": ("show_people", ("Coffee and Cards", "Women in Design Mixer", "Rooftop Hello",
                   "Freelancers United", "Speed Mentoring", "Newcomers Social")),
    "Sports & Fitness": ("show_ball", ("Bridge Run 10K", "Indoor Climbing Trial", "Sunday Pickup Hoops",
                         "Rowing Open Day", "Table Tennis Cup", "Roller Disco Workout")),
    "Technology": ("show_screen", ("Robots in the Kitchen", "Open Data Day", "Game Makers Meetup",
                   "Private by Design", "Hardware Hack Night", "Maps and Code")),
}  # fmt: skip

VENUES = (
    "Alder Hall", "Pier 17 Loft", "The Old Depot", "Cobalt Theatre", "Harbor Library",
    "Juniper Rooms", "Foundry Space", "Vine Street Church", "Northside Gym", "Garnet Gallery",
    "Rooftop Nine", "Riverside Pavilion", "Maple School", "Lantern Club", "Court Square Hub",
)  # fmt: skip
ORGANIZERS = (
    "Bright Fridays", "Harbor Collective", "Maple Makers", "North Star Events", "Open Door Society",
    "Paper Crane Studio", "Quiet Hours", "River City Club", "The Tin Whistle", "Wide Awake",
)  # fmt: skip
ABOUT = (
    "Come as you are; all that you need is there.",
    "A small group, a good host and time to talk.",
    "Bring a friend or make one at the door.",
    "Doors open half an hour before.",
    "For beginners and old hands alike.",
)


def events() -> list[Entity]:
    """Returns the catalogue."""
    rng = random.Random(SEED)
    pairs = [(category, title) for category, (_, titles) in CATEGORIES.items() for title in titles]
    rng.shuffle(pairs)
    days = [f"2026-03-{day}" for day in range(15, 32)] + [
        f"2026-04-{day:02}" for day in range(1, 16)
    ]
    moments = rng.sample([(d, f"{hour:02}:00") for d in days for hour in range(9, 21)], len(pairs))
    prices = rng.sample(range(5, 151), len(pairs))
    found: list[Entity] = []
    for id, ((category, title), (day, time), price) in enumerate(
        zip(pairs, moments, prices, strict=True), 1
    ):
        free = id % 6 == 0
        found.append(
            {
                "id": id,
                "title": title,
                "category": category,
                "venue": rng.choice(VENUES),
                "city": "New York",
                "date": day,
                "time": time,
                "price": 0 if free else price,
                "price_text": "Free" if free else f"${price}.00",
                "admission": "Free" if free else "Paid",
                "organizer": rng.choice(ORGANIZERS),
                "description": rng.choice(ABOUT),
                "picture": CATEGORIES[category][0],
                "available_tickets": rng.randint(51, 500),
            }
        )
    return found


if __name__ == "__main__":
    write("meventbrite", events=events())
