"""A database that is asked gives the number that the audit finds."""

import sqlite3
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpb_gym.agents import make_agent
from mpb_gym.audit import SessionEnd, define_operations, to_sql, verify
from mpb_gym.episode import make_episode
from mpb_gym.errors import ActionError
from mpb_gym.spec.library import app_ids, assignment_ids
from mpb_gym.spec.rules import PROFILE_TABLE, Rule
from mpb_gym.spec.task import Row
from tests.audit.cases import end, task


def _asked(rule: Rule, rows: tuple[Row, ...]) -> int:
    """Counts in a database; columns have no types, so that values keep the kind they have."""
    connection = sqlite3.connect(":memory:")
    define_operations(connection)
    columns = ", ".join(f'"{name}"' for name in rows[0])
    connection.execute(f'CREATE TABLE "{rule.table}" ({columns})')
    marks = ", ".join("?" * len(rows[0]))
    values = [tuple(row[name] for name in rows[0]) for row in rows]
    connection.executemany(f'INSERT INTO "{rule.table}" VALUES ({marks})', values)
    found: int = connection.execute(*to_sql(rule)).fetchone()[0]
    connection.close()
    return found


def test_rules_are_parameterised_sql() -> None:
    where = {"who": "Robert'); DROP TABLE orders;--", "n": {"in": [1, 2]}, "f": {"filled": True}}
    (rule,) = task(rules=[{"says": "x", "table": "orders", "where": where, "count": 1}]).rules
    sql, parameters = to_sql(rule)
    assert sql.startswith('SELECT COUNT(*) FROM "orders" WHERE ')
    assert "Robert" not in sql
    assert parameters == ("Robert'); DROP TABLE orders;--", 1, 2, 1)


words = st.sampled_from(["Ada Moss", " ada  MOSS", "tea, Soup", "soup,tea", "2026-03-12 18:30", ""])
numbers = st.one_of(st.integers(-3, 3), st.sampled_from([0.5, 2.0, 2**62]))
operands = st.one_of(words, numbers, st.none())
scalars = st.one_of(operands, st.sampled_from(["2", "0.5", "212-555-0143", "1_0"]))
several = st.lists(st.one_of(words, numbers), min_size=1, max_size=3)
conditions: st.SearchStrategy[Any] = st.one_of(
    operands,
    st.tuples(
        st.sampled_from(["not", "equals", "differs", "at_least", "at_most", "above", "below"]),
        st.one_of(words.filter(bool), numbers),
    ),
    st.tuples(st.sampled_from(["in", "among"]), several),
    st.tuples(st.sampled_from(["starts", "contains", "phone", "like"]), words.filter(bool)),
    st.tuples(st.just("items"), st.lists(words.filter(bool), min_size=1, max_size=3)),
    st.tuples(st.just("filled"), st.booleans()),
).map(lambda found: {found[0]: found[1]} if isinstance(found, tuple) else found)


@given(
    st.dictionaries(st.sampled_from("xyz"), conditions, max_size=3),
    st.lists(st.fixed_dictionaries(dict.fromkeys("xyz", scalars)), min_size=1, max_size=4),
)
def test_whatever_a_rule_demands(where: dict[str, Any], rows: list[dict[str, Any]]) -> None:
    (rule,) = task(rules=[{"says": "x", "table": "orders", "where": where, "count": 1}]).rules
    numbered = tuple({"id": number, **row} for number, row in enumerate(rows))
    (outcome,) = verify((rule,), end(list(numbered)))
    assert outcome.found == _asked(rule, numbered)


@pytest.mark.parametrize("app", app_ids())
def test_whatever_the_tasks_demand(app: str) -> None:
    """After half of the oracle's way and at its end: what does not hold counts as well."""
    for id in [id for id in assignment_ids(app) if "/pair_" not in id][:6]:
        episode, agent = make_episode(id, screen=(108, 240)), make_agent("oracle")
        agent.begin(episode.view, episode.task.plan)
        while not episode.done:
            command = agent.act(episode.view)
            assert not isinstance(command, ActionError)
            episode.apply(command)
            last = episode.record().ends[-1]
            if episode.view.step % 15 == 0 or episode.done:
                _same(episode.task.rules, last)
        episode.close()


def _same(rules: tuple[Rule, ...], last: SessionEnd) -> None:
    for rule, outcome in zip(rules, verify(rules, last), strict=True):
        own = rule.table == PROFILE_TABLE and not rule.app
        rows = last.profile if own else last.tables[rule.app][rule.table]
        assert outcome.found == (_asked(rule, rows) if rows else 0), rule.says
