"""Episodes: one assignment on one phone, from the first screen to the record."""

from mpb_gym.contract import UserOption
from mpb_gym.episode.build import make_episode
from mpb_gym.episode.episode import Episode, Snapshot
from mpb_gym.episode.view import View

__all__ = ["Episode", "Snapshot", "UserOption", "View", "make_episode"]
