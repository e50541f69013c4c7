"""Generates mCVS Pharmacy's catalogue: ``python scripts/catalogues/mcvspharmacy.py``.

Twelve stores, nearest first, and twenty-eight services of four types. The same seed gives the
same file. All distances differ; within each type one service is the cheapest, one the dearest,
one the shortest and one the longest.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

SEED = 20260312
FILE = Path(__file__).parents[2] / "apps" / "mcvspharmacy" / "catalogue.json"

# Per type: picture, and services as (name, minutes, price, what it is).
SERVICES: dict[str, tuple[str, tuple[tuple[str, int, float, str], ...]]] = {
    "Vaccination": (
        "med_syringe",
        (("Flu Shot", 15, 34.5, "The shot of the season, for ages three and up."),
         ("COVID-19 Vaccine", 20, 59.0, "The first course, with a short rest afterwards."),
         ("COVID-19 Booster", 18, 48.0, "One dose, six months after the last."),
         ("Travel Vaccination", 35, 129.0, "Advice for your route, and the shots that it needs."),
         ("Tetanus Booster", 12, 27.25, "Due every ten years, or after a deep cut."),
         ("Shingles Vaccine", 22, 114.0, "Two doses for adults from fifty."),
         ("Hepatitis B Vaccine", 20, 72.5, "Three doses within half a year.")),
    ),
    "Health Screening": (
        "med_chart",
        (("Wellness Screening", 40, 64.0, "Weight, pulse, sugar and a talk about the figures."),
         ("Blood Pressure Check", 8, 0.0, "Sit down, roll up a sleeve, take the card home."),
         ("Cholesterol Check", 15, 29.75, "A finger prick, and the figures on the spot."),
         ("Glucose Check", 12, 18.5, "A finger prick before breakfast."),
         ("Sports Physical", 30, 54.0, "The form for your team, signed."),
         ("Vision Screening", 18, 24.0, "Letters, colours and depth."),
         ("Camp Physical", 28, 49.5, "The form for the summer camp, signed.")),
    ),
    "Diagnostic": (
        "med_tube",
        (("Strep Throat Test", 15, 44.0, "A swab, and the answer in ten minutes."),
         ("Flu Test", 14, 39.0, "A swab that tells two kinds apart."),
         ("COVID-19 Test", 10, 32.0, "A swab, with a certificate on paper."),
         ("Allergy Panel", 30, 98.0, "Twenty-four common triggers, tested on the arm."),
         ("Iron Level Test", 16, 36.5, "For those who are always tired."),
         ("Thyroid Test", 18, 57.0, "One small tube; the result comes within two days."),
         ("Mono Test", 20, 46.75, "For a sore throat that will not go.")),
    ),
    "Treatment": (
        "med_bandage",
        (("UTI Treatment", 25, 79.0, "A test and, where it helps, a prescription."),
         ("Skin Condition Evaluation", 30, 86.0, "Rashes, bites and spots, looked at closely."),
         ("Ear Infection Treatment", 20, 74.5, "A look inside, and drops to take home."),
         ("Minor Burn Care", 22, 68.0, "Cooling, cleaning and a fresh dressing."),
         ("Wound Dressing", 15, 42.0, "Old dressing off, new one on."),
         ("Pink Eye Treatment", 18, 71.25, "Drops, and what to do at home."),
         ("Migraine Consultation", 35, 92.5, "A diary, a plan and a prescription.")),
    ),
}  # fmt: skip

TYPES = tuple(SERVICES)

# Name, address, city, state, zip code, miles, hours, the types left out, and what the shop has.
STORES = (
    ("Atlantic Avenue", "214 Atlantic Ave", "Brooklyn", "NY", "11201", 0.6, "08:00-20:00",
     ("Treatment",), ("Pharmacy", "Pickup")),
    ("Carroll Gardens", "377 Smith St", "Brooklyn", "NY", "11231", 1.1, "08:00-18:00",
     ("Diagnostic", "Health Screening"), ("Pharmacy", "Pickup")),
    ("Fulton Landing", "58 Fulton St", "Manhattan", "NY", "10038", 1.4, "08:00-21:00",
     (), ("Pharmacy", "Pickup", "Open Sundays")),
    ("Park Slope Corner", "451 Seventh Ave", "Brooklyn", "NY", "11215", 1.9, "09:00-19:00",
     ("Vaccination",), ("Pharmacy", "Pickup", "Parking")),
    ("Grand Street", "290 Grand St", "Manhattan", "NY", "10002", 2.3, "08:00-20:00",
     ("Health Screening",), ("Pharmacy", "Open Sundays")),
    ("Bedford Mews", "168 Bedford Ave", "Brooklyn", "NY", "11249", 2.8, "08:00-20:00",
     ("Treatment", "Diagnostic"), ("Pharmacy", "Pickup", "Open Sundays")),
    ("Gramercy Row", "231 Third Ave", "Manhattan", "NY", "10003", 3.2, "08:00-22:00",
     (), ("Pharmacy", "Pickup", "Open Sundays")),
    ("Hunters Point", "1022 Vernon Blvd", "Queens", "NY", "11101", 3.7, "09:00-19:00",
     ("Diagnostic",), ("Pharmacy", "Drive-Thru", "Parking")),
    ("Hoboken Terrace", "615 Washington St", "Hoboken", "NJ", "07030", 4.1, "08:00-20:00",
     ("Vaccination", "Treatment"), ("Pharmacy", "Drive-Thru", "Pickup")),
    ("Astoria Square", "3140 Steinway St", "Queens", "NY", "11103", 4.9, "08:00-21:00",
     (), ("Pharmacy", "Parking", "Open Sundays")),
    ("Columbus Circle West", "345 West 57th St", "Manhattan", "NY", "10019", 5.3, "08:00-22:00",
     ("Health Screening", "Treatment"), ("Pharmacy", "Pickup", "Open Sundays")),
    ("Journal Square", "29 Sip Ave", "Jersey City", "NJ", "07306", 5.8, "09:00-18:00",
     ("Vaccination",), ("Pharmacy", "Drive-Thru", "Parking")),
)  # fmt: skip

DAYS = ("2026-03-11", "2026-03-12", "2026-03-13")
FIRST_ID = 201


def care_services() -> list[dict[str, Any]]:
    """Returns the services, types mixed."""
    rng = random.Random(SEED)
    rows = [
        (kind, picture, *service)
        for kind, (picture, services) in SERVICES.items()
        for service in services
    ]
    rng.shuffle(rows)
    return [
        {
            "id": id,
            "name": name,
            "type": kind,
            "duration_min": minutes,
            "base_price": price,
            "price_text": f"${price:,.2f}" if price else "Free",
            "available_online_booking": True,
            "picture": picture,
            "about": about,
        }
        for id, (kind, picture, name, minutes, price, about) in enumerate(rows, FIRST_ID)
    ]


def stores() -> list[dict[str, Any]]:
    """Returns the stores, nearest first."""
    rng = random.Random(SEED + 1)
    return [
        {
            "id": id,
            "name": f"mCVS {name}",
            "address": address,
            "city": city,
            "state": state,
            "zip_code": zip_code,
            "distance_miles": miles,
            "open_hours": hours,
            "services": [kind for kind in TYPES if kind not in without],
            "facilities": list(facilities),
            "available_slots": _slots(rng),
        }
        for id, (name, address, city, state, zip_code, miles, hours, without, facilities) in (
            enumerate(STORES, 1)
        )
    ]


def _slots(rng: random.Random) -> list[str]:
    """Three to five times on each of three days, within every store's hours."""
    return [
        f"{day} {hour:02}:{rng.choice(('00', '30'))}"
        for day in DAYS
        for hour in sorted(rng.sample(range(9, 17), rng.randint(3, 5)))
    ]


def main() -> None:
    """Writes the file."""
    found = {"care_services": care_services(), "stores": stores()}
    text = json.dumps(found, indent=1, ensure_ascii=False)
    FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
