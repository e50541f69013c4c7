"""Numbers on the command line of these scripts, as types for ``argparse``."""

from __future__ import annotations

import argparse
import math


def natural(text: str) -> int:
    """Reads a whole number from 0 on, as seeds are."""
    return _at_least(0, text)


def positive(text: str) -> int:
    """Reads a whole number from 1 on, as numbers of tasks or steps are."""
    return _at_least(1, text)


def nonnegative(text: str) -> float:
    """Reads a finite number from 0 on."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (math.isfinite(value) and value >= 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 on")
    return value


def _at_least(least: int, text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if value < least:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} on")
    return value
