"""How long to wait before a request is repeated."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

LONGEST_PAUSE_S = 60.0
"""Longest pause of our own choosing."""

LONGEST_ASKED_S = 600.0
"""Longest pause that an endpoint may ask for."""


def pause(base_s: float, failures: int, key: str, asked_s: float | None = None) -> float:
    """Returns the pause in seconds: doubled each time, and spread.

    Args:
        base_s: The pause after the first failure.
        failures: How often the request has failed, from 1.
        key: Requests with different keys pause for different times, the same each run, so that
            they do not all come back at once.
        asked_s: What the endpoint asked for, which is then the least.
    """
    drawn = int.from_bytes(hashlib.sha256(f"{key}:{failures}".encode()).digest()[:4], "big")
    own = min(base_s * 2.0 ** min(failures - 1, 30), LONGEST_PAUSE_S) * (0.5 + drawn / 2**32)
    return max(own, min(asked_s or 0.0, LONGEST_ASKED_S))


def asked_pause(headers: Mapping[str, str]) -> float | None:
    """Returns what an endpoint asks for in ``Retry-After``, in seconds, if it does.

    A date is compared with the ``Date`` of the same response: its clock is the one that counts.
    """
    if (milliseconds := _seconds(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    text = headers.get("retry-after")
    if (seconds := _seconds(text)) is not None:
        return seconds
    try:
        until = parsedate_to_datetime(text or "")
        return max(0.0, (until - parsedate_to_datetime(headers.get("date", ""))).total_seconds())
    except (TypeError, ValueError):
        return None


def _seconds(text: str | None) -> float | None:
    try:
        found = float(text or "")
    except ValueError:
        return None
    return found if math.isfinite(found) and found >= 0 else None
