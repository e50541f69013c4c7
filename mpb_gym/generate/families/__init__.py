"""Families of tasks: each draws a target change of an app's prepared state and says it."""

from collections.abc import Mapping

from mpb_gym.generate.families.cancelling import (
    cancel_all,
    cancel_one,
    cancel_rebook,
    cancel_selective,
)
from mpb_gym.generate.families.draft import Draft, Family, made, name_of, reference
from mpb_gym.generate.families.making import compare, explicit, multi, search
from mpb_gym.generate.families.profile import (
    composite,
    leak,
    preference_high,
    preference_low,
    save,
)

__all__ = ["FAMILIES", "Draft", "Family", "made", "name_of", "reference"]

FAMILIES: Mapping[str, Family] = {
    "explicit": explicit,
    "search": search,
    "compare": compare,
    "preference_low": preference_low,
    "preference_high": preference_high,
    "cancel_one": cancel_one,
    "cancel_all": cancel_all,
    "cancel_selective": cancel_selective,
    "cancel_rebook": cancel_rebook,
    "multi": multi,
    "save": save,
    "leak": leak,
    "composite": composite,
}
"""Every family by name."""
