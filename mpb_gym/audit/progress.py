"""How far a session has come: a number for learners, which no score uses."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from mpb_gym.audit.operations import holds
from mpb_gym.audit.record import SessionEnd
from mpb_gym.audit.verify import rows_of
from mpb_gym.events import BoxEdited, FormShown, Logged
from mpb_gym.spec.rules import Rule

_DRAFT = 0.8
"""What a form that is right but not sent is worth, compared with the record made of it."""


def progress(rules: tuple[Rule, ...], present: SessionEnd, events: Iterable[Logged]) -> float:
    """Returns the mean, over the rules that ask for rows, of how nearly a row meets each.

    A row counts with the share of the rule's conditions that it meets; what stands in a form
    that was not sent yet counts as a row too, at four fifths.

    Args:
        rules: The task's.
        present: How things stand.
        events: The session's so far.

    Returns:
        A number from 0 to 1.
    """
    wanted = [index for index, rule in enumerate(rules) if rule.where and rule.count > 0]
    if not wanted:
        return 0.0
    tables = rows_of(rules, present)
    drafts = _drafts(events)
    total = 0.0
    for index in wanted:
        rule = rules[index]
        best = max((_share(rule, row) for row in tables[index]), default=0.0)
        unsent = (_share(rule, row) for app, row in drafts if app == rule.app)
        total += max(best, _DRAFT * max(unsent, default=0.0))
    return total / len(wanted)


def _share(rule: Rule, row: Mapping[str, Any]) -> float:
    met = sum(each.column in row and holds(each, row) for each in rule.where)
    return met / len(rule.where)


def _drafts(events: Iterable[Logged]) -> list[tuple[str, dict[str, Any]]]:
    """What stands in each form that was opened: what it is about, and its boxes."""
    forms: dict[tuple[str, str, str], dict[str, Any]] = {}
    for _, _, event in events:
        if isinstance(event, FormShown | BoxEdited):
            place = (event.app, event.form, event.instance)
            if place not in forms:
                about = json.loads(event.instance)
                forms[place] = about if isinstance(about, dict) else {}
            if isinstance(event, BoxEdited):
                forms[place][event.column] = event.new
    return [(app, row) for (app, _, _), row in forms.items()]
