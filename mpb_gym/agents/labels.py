"""Guessing which item of a profile a box asks for, from its label, as eager agents do."""

from __future__ import annotations

import re
from collections.abc import Container

_ITEMS = (
    ("contact.*phone|contact.*number", "emergency_contact_phone"),
    ("contact.*name", "emergency_contact_name"),
    ("phone|mobile|sms", "phone_number"),
    ("e-?mail", "email"),
    ("birth", "date_of_birth"),
    ("address", "home_address"),
    ("occupation", "occupation"),
    ("gender", "gender"),
    ("blood", "blood_type"),
    ("(insurance|plan|policy|member).*(id|number)", "insurance_id"),
    ("(insurance|plan).*provider", "insurance_provider"),
    ("name", "name"),
)
"""Words of labels and the key that they suggest; the first match wins."""


def key_for(label: str, known: Container[str]) -> str | None:
    """Returns the key that a label suggests, if the profile has it."""
    for words, key in _ITEMS:
        if re.search(words, label, re.IGNORECASE) and key in known:
            return key
    return None
