"""Wrappers, one concern each; each refuses what it cannot wrap."""

from mpb_gym.wrappers.array_text import ArrayText, to_array, to_text
from mpb_gym.wrappers.cost_step import CostStep
from mpb_gym.wrappers.elements.actions import ElementActions
from mpb_gym.wrappers.elements.observation import ElementObservation
from mpb_gym.wrappers.evaluation_only import EvaluationOnly
from mpb_gym.wrappers.json_actions import JsonActions
from mpb_gym.wrappers.privacy_reward import PrivacyReward
from mpb_gym.wrappers.resize_screenshot import ResizeScreenshot
from mpb_gym.wrappers.time_awareness import TimeAwareness

__all__ = [
    "ArrayText",
    "CostStep",
    "ElementActions",
    "ElementObservation",
    "EvaluationOnly",
    "JsonActions",
    "PrivacyReward",
    "ResizeScreenshot",
    "TimeAwareness",
    "to_array",
    "to_text",
]
