"""Generates mDMV's catalogue: ``python scripts/catalogues/mdmv.py``.

Fifty offices in fifteen states. The same seed gives the same file. All waits differ, so that
wherever a task may ask for the shortest one (of a city, a state or a service) there is exactly
one.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

SEED = 20260313
FILE = Path(__file__).parents[2] / "apps" / "mdmv" / "catalogue.json"

SERVICES = (
    "Address Change", "Duplicate License", "Learner Permit", "License Renewal", "Name Change",
    "Permit Test", "Road Test", "State ID", "Title Transfer", "Vehicle Registration",
)  # fmt: skip

# Per state: offices as (city, what the name adds to it, zip code).
OFFICES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "NY": (
        ("New York", "Harlem", "10027"), ("New York", "Battery", "10004"),
        ("New York", "Midtown", "10018"), ("Brooklyn", "Downtown", "11201"),
        ("Brooklyn", "Coney Island", "11224"), ("Queens", "Jamaica", "11432"),
        ("Bronx", "Fordham", "10458"), ("Yonkers", "", "10701"), ("Albany", "", "12207"),
        ("Buffalo", "", "14202"),
    ),
    "CA": (
        ("Los Angeles", "Echo Park", "90026"), ("Los Angeles", "Culver", "90034"),
        ("San Diego", "", "92101"), ("San Francisco", "Mission", "94110"),
        ("Oakland", "", "94612"), ("Sacramento", "", "95814"), ("San Jose", "", "95113"),
        ("Fresno", "", "93721"),
    ),
    "TX": (
        ("Houston", "Heights", "77008"), ("Houston", "Midtown", "77004"),
        ("Austin", "", "78701"), ("Dallas", "", "75201"), ("San Antonio", "", "78205"),
        ("El Paso", "", "79901"),
    ),
    "NJ": (
        ("Newark", "", "07102"), ("Jersey City", "", "07302"), ("Hoboken", "", "07030"),
        ("Trenton", "", "08608"), ("Paterson", "", "07505"),
    ),
    "CT": (
        ("Hartford", "", "06103"), ("New Haven", "", "06510"), ("Stamford", "", "06901"),
        ("Bridgeport", "", "06604"), ("Norwalk", "", "06850"),
    ),
    "PA": (("Philadelphia", "", "19107"), ("Pittsburgh", "", "15222")),
    "MA": (("Boston", "", "02108"), ("Worcester", "", "01608")),
    "FL": (("Miami", "", "33130"), ("Orlando", "", "32801")),
    "IL": (("Chicago", "Loop", "60602"), ("Chicago", "Pilsen", "60608")),
    "WA": (("Seattle", "", "98104"), ("Tacoma", "", "98402")),
    "CO": (("Denver", "", "80202"), ("Boulder", "", "80302")),
    "GA": (("Atlanta", "", "30303"),),
    "OR": (("Portland", "", "97204"),),
    "AZ": (("Phoenix", "", "85003"),),
    "NV": (("Las Vegas", "", "89101"),),
}  # fmt: skip

STREETS = (
    "Beacon St", "Canal Rd", "Cedar Ave", "Civic Plaza", "Commerce St", "Court St", "Depot Rd",
    "Exchange Pl", "Foundry St", "Harbor Blvd", "Junction Rd", "Linden Ave", "Market St",
    "Meridian Way", "Mill St", "Orchard Rd", "Quarry Ln", "Railroad Ave", "Signal Hill Rd",
    "Summit Ave", "Turnpike Rd", "Union Sq", "Viaduct St", "Wheelwright Ln", "Willow St",
)  # fmt: skip

HOURS = ("Mon-Fri 08:00-16:00", "Mon-Fri 08:30-16:30", "Mon-Fri 08:00-17:00")
PICTURES = ("road_office", "road_tower", "road_branch")
DAYS = tuple(f"2026-03-{day}" for day in (11, 12, 13, 16, 17, 18, 19, 20))
TIMES = tuple(f"{hour:02}:{minute}" for hour in range(9, 16) for minute in ("00", "20", "40"))


def offices() -> list[dict[str, Any]]:
    """Returns the catalogue: New York and its neighbours first, as one who lives there sees it."""
    rng = random.Random(SEED)
    rows = [(state, *office) for state, listed in OFFICES.items() for office in listed]
    near = ("NY", "NJ", "CT")
    rng.shuffle(rows)
    rows.sort(key=lambda row: row[0] not in near)
    waits = rng.sample(range(16, 91), len(rows))
    numbers = rng.sample(range(100, 200), len(rows))
    streets = [*STREETS, *STREETS]
    rng.shuffle(streets)
    found = []
    columns = zip(rows, waits, numbers, streets, strict=True)
    for id, (row, wait, number, street) in enumerate(columns, 1):
        state, city, part, zip_code = row
        services = sorted(rng.sample(SERVICES, rng.randint(3, 7)))
        found.append(
            {
                "id": id,
                "name": f"{city} {part} DMV" if part else f"{city} DMV",
                "address": f"{rng.randint(11, 990)} {street}",
                "city": city,
                "state": state,
                "zip_code": zip_code,
                "phone": f"800-555-{number:04}",
                "services_offered": services,
                "service_options": [*services, "Other"],
                "hours": rng.choice(HOURS),
                "wait_time_minutes": wait,
                "picture": rng.choice(PICTURES),
                "available_slots": _slots(rng),
            }
        )
    return found


def _slots(rng: random.Random) -> list[dict[str, str]]:
    """Four to eight times on two to four days."""
    days = rng.sample(DAYS, rng.randint(2, 4))
    times = sorted(rng.sample([(day, time) for day in days for time in TIMES], rng.randint(4, 8)))
    return [{"date": day, "time": time} for day, time in times]


def main() -> None:
    """Writes the file."""
    text = json.dumps({"offices": offices()}, indent=1, ensure_ascii=False)
    FILE.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
