"""Certification: every verdict of a task is proved by driving the phone."""

from mpb_gym.certify.prove import prove
from mpb_gym.certify.report import TaskReport, Trial
from mpb_gym.certify.suite import audit_id, prove_all, prove_id, summary

__all__ = ["TaskReport", "Trial", "audit_id", "prove", "prove_all", "prove_id", "summary"]
