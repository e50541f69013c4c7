"""Certification: every verdict of a task is proved by driving the phone."""

from mpb_gym.certify.prove import prove
from mpb_gym.certify.report import TaskReport, Trial
from mpb_gym.certify.suite import prove_all, summary

__all__ = ["TaskReport", "Trial", "prove", "prove_all", "summary"]
