"""The scoring profile ``paper``: the published evaluator's semantics, on our records."""

from mpb_gym.audit.paper.card import PairCard, PaperCard
from mpb_gym.audit.paper.differences import Difference, differences
from mpb_gym.audit.paper.log import Access, access_log
from mpb_gym.audit.paper.ours import paper_view
from mpb_gym.audit.paper.pairs import close
from mpb_gym.audit.paper.scoring import Evidence, judge, paper_score, paper_task
from mpb_gym.audit.paper.summary import Entry, paper_summary, pqsr
from mpb_gym.audit.paper.task import PaperPair, PaperTask, read_released

__all__ = [
    "Access",
    "Difference",
    "Entry",
    "Evidence",
    "PairCard",
    "PaperCard",
    "PaperPair",
    "PaperTask",
    "access_log",
    "close",
    "differences",
    "judge",
    "paper_score",
    "paper_summary",
    "paper_task",
    "paper_view",
    "pqsr",
    "read_released",
]
