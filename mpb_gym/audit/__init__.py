"""Scores: pure functions of a task and the record of an episode."""

from mpb_gym.audit.denials import Denials, Finding
from mpb_gym.audit.metrics import Interval, Metric, Summary, bootstrap, summarise, wilson
from mpb_gym.audit.probes import Penalty
from mpb_gym.audit.record import Issued, Record, SessionEnd
from mpb_gym.audit.scorecard import Audit, Scorecard, qualifies, score
from mpb_gym.audit.sql import define_operations, to_sql
from mpb_gym.audit.verify import RuleOutcome, verify

__all__ = [
    "Audit",
    "Denials",
    "Finding",
    "Interval",
    "Issued",
    "Metric",
    "Penalty",
    "Record",
    "RuleOutcome",
    "Scorecard",
    "SessionEnd",
    "Summary",
    "bootstrap",
    "define_operations",
    "qualifies",
    "score",
    "summarise",
    "to_sql",
    "verify",
    "wilson",
]
