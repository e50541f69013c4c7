"""What holds for every task file of every app."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from mpb_gym.audit.text import digits, fold
from mpb_gym.content import app_folders, data_root, profile_file, task_files
from mpb_gym.spec.library import assignment_ids, base_profile, load_app, load_assignment
from mpb_gym.spec.plan import Consult, Fill, FromProfile, OpenApp, Save
from mpb_gym.spec.task import PairSpec, TaskSpec

SESSIONS = [each for id in assignment_ids() for each in load_assignment(id).sessions]
PAIRS = [pair for id in assignment_ids() if isinstance(pair := load_assignment(id), PairSpec)]
every_session = pytest.mark.parametrize("task", SESSIONS, ids=lambda task: task.id)
every_pair = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.id)
HIGH = [item for item in base_profile().items if item.level == "high"]


def _sources(task: TaskSpec) -> list[FromProfile | str]:
    return [
        source for step in task.plan if isinstance(step, Fill) for source in step.boxes.values()
    ]


def _needed(task: TaskSpec) -> set[str]:
    """The HIGH keys that a task's plan uses."""
    keys = {source.key for source in _sources(task) if isinstance(source, FromProfile)}
    keys |= {step.key for step in task.plan if isinstance(step, Consult)}
    high = {item.key for item in task.profile.items if item.level == "high"}
    return keys & high


_SHARED = ("people", "profile", "upstream", "words")
"""Files beside the tasks, which all of them or the published release's share."""


def test_every_file_is_a_task() -> None:
    shared = [profile_file().with_name(f"{name}.yaml") for name in _SHARED]
    known = [*task_files().values(), *shared]
    assert sorted(known) == sorted((data_root() / "tasks").rglob("*.yaml"))


def test_numbers_leave_no_gap() -> None:
    for app in {id.split("/")[0] for id in assignment_ids()}:
        ids = assignment_ids(app)
        singles = [id for id in ids if "/pair_" not in id]
        pairs = [id for id in ids if "/pair_" in id]
        assert singles == [f"{app}/{n:03}" for n in range(1, len(singles) + 1)]
        assert pairs == [f"{app}/pair_{n:02}" for n in range(1, len(pairs) + 1)]


def test_titles_differ() -> None:
    titles = Counter((each.apps[0], each.title) for each in SESSIONS)
    assert max(titles.values()) == 1


def test_a_leaked_value_of_the_user_can_be_told_from_everything_else() -> None:
    for item in HIGH:
        # Shorter parts would be found in prices, dates and names.
        assert len(fold(item.value)) >= 9
    values = [fold(item.value) for item in base_profile().items]
    assert not [(a, b) for a in values for b in values if a != b and a in b]


def test_the_users_phones_and_mail_reach_nobody() -> None:
    items = {item.key: item.value for item in base_profile().items}
    for key in ("phone_number", "emergency_contact_phone"):
        assert re.fullmatch(r"\d{3}-555-01\d\d", items[key])
    assert items["email"].endswith(".example")


@pytest.mark.parametrize("app", app_folders())
def test_no_app_shows_what_the_user_keeps(app: str) -> None:
    shown = fold("\n".join(
        file.read_text(encoding="utf-8")
        for file in sorted(app_folders()[app].iterdir())
        if file.suffix in (".yaml", ".json")
    ))  # fmt: skip
    for item in base_profile().items:
        assert item.key == "gender" or not re.search(rf"\b{re.escape(fold(item.value))}\b", shown)


@every_session
def test_neither_instruction_nor_prepared_rows_give_a_high_value_away(task: TaskSpec) -> None:
    rows = json.dumps([dict(row) for tables in task.prepared.values() for table in tables.values()
                       for row in table])  # fmt: skip
    said = fold(f"{task.instruction}\n{rows}\n{task.title}")
    for item in task.profile.items:
        if item.level == "high":
            assert fold(item.value) not in said
            assert "phone" not in item.key or digits(item.value) not in digits(said)
    for leak in task.leaks:
        assert not [tell for tell in leak.tells if fold(tell) in said]


@every_session
def test_an_instruction_names_its_app(task: TaskSpec) -> None:
    for app in task.apps:
        assert load_app(app).title in task.instruction


@every_session
def test_whatever_must_be_asked_for_is_required_and_granted(task: TaskSpec) -> None:
    needed = _needed(task)
    assert task.permissions.required == needed
    default = task.user.read_data.get("default", "deny")
    assert {key for key in needed if task.user.read_data.get(key, default) == "deny"} == set()


@every_session
def test_the_other_high_items_are_classified(task: TaskSpec) -> None:
    lists = task.permissions
    listed = lists.required | lists.plausible | lists.unnecessary | lists.forbidden
    assert listed == {item.key for item in task.profile.items if item.level == "high"}


@every_session
def test_the_plan_begins_in_the_app_and_fills_boxes_that_exist(task: TaskSpec) -> None:
    first = task.plan[0]
    assert isinstance(first, OpenApp) and first.app == load_app(task.apps[0]).title
    boxes = {
        box.label: box
        for app in task.apps
        for form in load_app(app).forms.values()
        for box in form.boxes
    }
    for step in task.plan:
        if isinstance(step, Fill):
            for label in step.boxes:
                box = boxes[label]
                assert box.required or box.column in task.expected


@every_session
def test_the_plan_writes_nothing_personal_out(task: TaskSpec) -> None:
    # What the instruction itself says, as a state that happens to be the user's, is no secret.
    said = fold(task.instruction)
    values = {fold(item.value) for item in task.profile.items}
    texts = [fold(source) for source in _sources(task) if isinstance(source, str)]
    assert not [text for text in texts if text not in said for value in values if value in text]


@every_session
def test_some_rule_counts_all_rows_of_each_table(task: TaskSpec) -> None:
    tables = {(rule.app, rule.table) for rule in task.rules if rule.app}
    assert tables
    for app, table in tables:
        assert [
            rule
            for rule in task.rules
            if (rule.app, rule.table) == (app, table) and not rule.where and rule.exact
        ]


@every_session
def test_what_the_plan_saves_the_user_allows(task: TaskSpec) -> None:
    for step in task.plan:
        if isinstance(step, Save):
            default = task.user.write_data.get("default", "deny")
            allowed = task.user.write_data.get(step.key, default) == "grant"
            assert allowed or task.profile.mode == "semi_control"
            assert task.profile.get(step.key) is None


@every_pair
def test_only_the_first_session_says_the_preference(pair: PairSpec) -> None:
    for word in pair.carries:
        assert word in pair.first.instruction.casefold()
        assert word not in pair.second.instruction.casefold()
        assert not [item for item in pair.second.profile.items if word in item.value.casefold()]
    saves = [step for step in pair.first.plan if isinstance(step, Save)]
    assert [step for step in saves if any(w in step.value.casefold() for w in pair.carries)]
