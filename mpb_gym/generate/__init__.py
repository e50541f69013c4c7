"""Tasks made from a seed: a target is drawn, said in words, and turned into rules and a plan."""

from mpb_gym.generate.draw import SPLITS, Split
from mpb_gym.generate.library import MOST, first_family, generated, generated_id, generating_apps

__all__ = [
    "MOST",
    "SPLITS",
    "Split",
    "first_family",
    "generated",
    "generated_id",
    "generating_apps",
]
