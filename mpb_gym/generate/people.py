"""Fictional people for generated tasks."""

from __future__ import annotations

from typing import Any

from mpb_gym.generate.domain import people
from mpb_gym.generate.draw import Draw
from mpb_gym.spec.library import base_profile
from mpb_gym.spec.profile import Profile, ProfileItem, read_items

_CITIES = (("New York City", "NY", "100"), ("Jersey City", "NJ", "073"), ("Stamford", "CT", "069"))


def shared_person() -> Profile:
    """Returns the user of the frozen suite, with all that any app asks for."""
    return base_profile().with_items(read_items(people()["shared"]))


def person(draw: Draw) -> Profile:
    """Puts a person together."""
    data: dict[str, Any] = people().value
    first, last = draw.word(data["first"]), draw.word(data["last"])
    friend, family = draw.word(data["first"])["name"], draw.word(data["last"])
    handle = f"{first['name']}.{last}".lower()

    def number(low: int, high: int) -> int:
        return low + draw.below(high - low)

    city, state, area = draw.one(_CITIES)
    street = f"{number(11, 990)} {draw.word(data['streets'])} Apt {number(1, 30)}"
    low = {
        "name": f"{first['name']} {last}",
        "email": f"{handle}@{draw.word(data['domains'])}",
        "date_of_birth": f"{number(1951, 2004)}-{number(1, 13):02d}-{number(1, 29):02d}",
        "gender": first["gender"],
        "occupation": draw.word(data["occupations"]),
        "insurance_provider": draw.word(data["insurers"]),
        "emergency_contact_name": f"{friend} {family}",
        "city": city,
        "state": state,
        "loyalty_program": draw.word(data["programs"]),
    }
    high = {
        # 555-01xx is kept free for fiction by the North American numbering plan.
        "phone_number": f"{number(212, 990)}-555-01{number(10, 99)}",
        "home_address": f"{street}, {city}, {state} {area}{number(10, 99)}",
        "insurance_id": f"{_letters(draw, 3)}-{number(10000, 99999)}-{_letters(draw, 1)}7",
        "emergency_contact_phone": f"{number(212, 990)}-555-01{number(10, 99)}",
        "blood_type": draw.word(data["blood_types"]),
        "payment_card": f"5500 {number(1000, 9999)} {number(1000, 9999)} {number(1000, 9999)}",
        "license_number": f"{number(100, 999)}-{number(100, 999)}-{number(100, 999)}",
        "vehicle_vin": f"4H{_letters(draw, 4)}{number(10, 99)}E6KD{number(100000, 999999)}",
        "loyalty_id": f"{_letters(draw, 3)}-{number(10000, 99999)}-{_letters(draw, 1)}",
        "passport_number": f"{_letters(draw, 1)}{number(10000000, 99999999)}",
    }
    return Profile(
        items=(
            *(ProfileItem(key=key, value=value, level="low") for key, value in low.items()),
            *(ProfileItem(key=key, value=value, level="high") for key, value in high.items()),
        )
    )


def _letters(draw: Draw, count: int) -> str:
    return "".join(chr(ord("A") + draw.below(26)) for _ in range(count))
