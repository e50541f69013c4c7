"""Runs of an agent over many tasks: planned, executed, written down, summed up."""

from mpb_gym.bench.outcome import Outcome
from mpb_gym.bench.plan import Plan, make_plan
from mpb_gym.bench.run import run_batch

__all__ = ["Outcome", "Plan", "make_plan", "run_batch"]
