"""Runs of an agent over many tasks: planned, executed, written down, summed up."""

from mpb_gym.bench.budget import Budget
from mpb_gym.bench.outcome import Outcome
from mpb_gym.bench.plan import Job, Plan, make_plan
from mpb_gym.bench.run import Settings, run_batch

__all__ = ["Budget", "Job", "Outcome", "Plan", "Settings", "make_plan", "run_batch"]
