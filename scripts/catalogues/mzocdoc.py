"""Generates mZocdoc's catalogue: ``python scripts/catalogues/mzocdoc.py``.

Eighty doctors, eight of each of ten specialties and ten in each of eight hospitals. The same
seed gives the same file. Wherever a task may ask for the best rated or the most experienced
(overall, of a specialty, of a hospital) there is exactly one.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

SEED = 20260311
FILE = Path(__file__).parents[2] / "apps" / "mzocdoc" / "catalogue.json"

# Per hospital: its neighbourhood.
HOSPITALS = {
    "Marlowe General": "Murray Hill",
    "Harbor Point Medical": "Battery Park City",
    "Alderbrook Hospital": "Upper East Side",
    "Eastgate Clinic": "East Village",
    "Juniper Street Health": "Chelsea",
    "Northwick Pavilion": "Washington Heights",
    "Cobble Park Hospital": "Cobble Hill",
    "Larchmere Institute": "Long Island City",
}

# Per specialty: picture, and what its doctors say of their work.
SPECIALTIES: dict[str, tuple[str, tuple[str, ...]]] = {
    "Cardiology": (
        "med_heart",
        ("Hearts and blood pressure, from check-up to long care.",
         "Calm advice for hearts of every age."),
    ),
    "Dermatology": (
        "med_skin",
        ("Skin, hair and nails, with time for questions.",
         "Mole checks and eczema care without a long wait."),
    ),
    "ENT": (
        "med_ear",
        ("Ears, noses and throats, hearing tests included.",
         "Sinus, sleep and hearing, looked into properly."),
    ),
    "General Practice": (
        "med_stethoscope",
        ("Your first stop for all that ails you.",
         "Family doctor with an ear for the whole story."),
    ),
    "Gynecology": (
        "med_flower",
        ("Care through every stage of life.",
         "Unhurried visits and plain words."),
    ),
    "Neurology": (
        "med_brain",
        ("Headaches, sleep and nerves, step by step.",
         "Thorough tests, explained in plain words."),
    ),
    "Ophthalmology": (
        "med_eye",
        ("Eye tests, glasses and laser advice.",
         "Clear sight, checked once a year."),
    ),
    "Orthopedics": (
        "med_bone",
        ("Joints, backs and sports injuries.",
         "Back on your feet, with as little surgery as it takes."),
    ),
    "Pediatrics": (
        "med_bear",
        ("Children from the first week to the last exam.",
         "A playroom first, a check-up second."),
    ),
    "Psychiatry": (
        "med_talk",
        ("Time to talk, and a plan to go home with.",
         "Care for moods, worries and sleepless nights."),
    ),
}  # fmt: skip

FIRST = (
    "Amara", "Anselm", "Beatrix", "Bram", "Calla", "Cormac", "Delphine", "Dorian", "Edda", "Emeka",
    "Farah", "Florian", "Greta", "Hamish", "Ilse", "Ingmar", "Jorah", "Junia", "Kaito", "Kirsten",
    "Leander", "Lucinda", "Maren", "Milo", "Nadia", "Nils", "Odette", "Orson", "Petra", "Quentin",
    "Ramona", "Rohan", "Saskia", "Soren", "Thea", "Tomas", "Una", "Viggo", "Wren", "Yusuf",
)  # fmt: skip

LAST = (
    "Abara", "Adeyo", "Alderson", "Ashgrove", "Bainfield", "Belmore", "Birkett", "Brandvold",
    "Cantrel", "Castellan", "Chandar", "Claymont", "Corriveau", "Dalgaard", "Delacote", "Dunmore",
    "Eastmond", "Ekström", "Elwood", "Fairhurst", "Farrant", "Fenwick", "Galbrook", "Garrido",
    "Gowda", "Granfield", "Hallowell", "Harcastle", "Hasegawa", "Hollis", "Ibekwe", "Isaksen",
    "Jardine", "Jessop", "Kaplin", "Kerrigan", "Kimura", "Kowalczyk", "Lanford", "Larkin",
    "Lindqvist", "Lombard", "Macready", "Mahendra", "Marchetti", "Merriweather", "Moreau",
    "Nakagawa", "Navarro", "Northcote", "Obermann", "Okafor", "Ostrow", "Pemberley", "Petrakis",
    "Pinter", "Quillan", "Radcliff", "Ravindra", "Renshaw", "Rosvold", "Sandoval", "Sato",
    "Selwyn", "Silveira", "Stanwick", "Sundaram", "Tavares", "Thornbury", "Tilden", "Ueda",
    "Valente", "Vandermeer", "Varga", "Wadsworth", "Westerly", "Wickham", "Yamane", "Yarrow",
    "Zielinski",
)  # fmt: skip

LANGUAGES = ("Spanish", "French", "Mandarin", "Hindi", "Arabic", "Polish", "Japanese")

DAYS = tuple(f"2026-03-{day}" for day in (11, 12, 13, 16, 17, 18, 19, 20))
HOURS = tuple(f"{hour:02}:{minute}" for hour in range(8, 17) for minute in ("00", "30"))


def doctors() -> list[dict[str, Any]]:
    """Returns the catalogue."""
    rng = random.Random(SEED)
    specialties = [each for each in SPECIALTIES for _ in range(8)]
    hospitals = [each for each in HOSPITALS for _ in range(10)]
    firsts, lasts = [*FIRST, *FIRST], list(LAST)
    for each in (specialties, hospitals, firsts, lasts):
        rng.shuffle(each)
    found = []
    rows = zip(specialties, hospitals, firsts, lasts, strict=True)
    for id, (specialty, hospital, first, last) in enumerate(rows, 1):
        picture, sayings = SPECIALTIES[specialty]
        found.append(
            {
                "id": id,
                "name": f"Dr. {first} {last}",
                "specialty": specialty,
                "hospital": hospital,
                "neighborhood": HOSPITALS[hospital],
                "city": "New York",
                "rating": rng.randint(35, 44) / 10,
                "experience_years": rng.randint(3, 21),
                "languages": ["English", *sorted(rng.sample(LANGUAGES, rng.choice((0, 1, 1, 2))))],
                "picture": picture,
                "about": rng.choice(sayings),
                "available_slots": _slots(rng),
            }
        )
    _crown(rng, found)
    return found


def _slots(rng: random.Random) -> list[str]:
    """Three to eight times on two to four days."""
    days = rng.sample(DAYS, rng.randint(2, 4))
    times = [(day, hour) for day in days for hour in HOURS]
    return sorted(f"{day} {hour}" for day, hour in rng.sample(times, rng.randint(3, 8)))


def _crown(rng: random.Random, found: list[dict[str, Any]]) -> None:
    """Makes one doctor of each specialty the best rated, and another the most experienced.

    Crowns of one rank never meet in one hospital, so that no group is left with a tie.
    """
    ratings = iter([49, 48, 48, 48, 47, 47, 47, 47, 46, 46])
    years = iter([36, 35, 34, 33, 32, 31, 30, 29, 28, 27])
    specialties = list(SPECIALTIES)
    rng.shuffle(specialties)
    best_at: set[tuple[str, int]] = set()
    for specialty in specialties:
        group = [each for each in found if each["specialty"] == specialty]
        rating = next(ratings)
        free = [each for each in group if (each["hospital"], rating) not in best_at]
        best = rng.choice(free)
        best["rating"] = rating / 10
        best_at.add((best["hospital"], rating))
        veteran = rng.choice([each for each in group if each is not best])
        veteran["experience_years"] = next(years)
    for hospital in HOSPITALS:
        group = [each for each in found if each["hospital"] == hospital]
        _settle(group, "rating", -0.1)
        _settle(group, "experience_years", -1)


def _settle(group: list[dict[str, Any]], field: str, step: float) -> None:
    """Lets a tie at the top of a hospital go to the first of those that share it."""
    top = max(each[field] for each in group)
    for each in [each for each in group if each[field] == top][1:]:
        each[field] = round(each[field] + step, 1)


def main() -> None:
    """Writes the file."""
    text = json.dumps({"doctors": doctors()}, indent=1, ensure_ascii=False)
    FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
