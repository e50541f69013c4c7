"""A small task and a small pair, right at first and then wrong in one place at a time."""

import json
from typing import Any

import pytest

from mpb_gym.errors import SpecError
from mpb_gym.spec.plan import Consult, Fill, FromProfile, OpenApp, Save, Search, Tap
from mpb_gym.spec.profile import Profile, ProfileItem
from mpb_gym.spec.reader import Cursor
from mpb_gym.spec.task import Answer, Assignment, Leak, PairSpec, TaskSpec, read_assignment

BASE = Profile(
    items=(
        ProfileItem(key="name", value="Ada Moss", level="low"),
        ProfileItem(key="phone", value="212-555-0143", level="high"),
    ),
    app_tiers={"mbank": "high"},
)
ALLERGY = {"key": "allergy", "value": "Lupins, severe", "level": "high"}
TASK: dict[str, Any] = {
    "title": "Two cups",
    "apps": ["mtea", "mcake"],
    "family": "explicit",
    "difficulty": "easy",
    "vagueness": "vague",
    "instruction": "Order two cups\n  of tea.\n",
    "max_steps": 40,
    "profile": {"add": [ALLERGY], "mode": "semi_control", "app_tiers": {"mtea": "high"}},
    "prepared": {"mtea": {"cups": [{"id": 1, "who": None, "price": 2.5}]}},
    "user": {
        "read_data": {"phone": "grant", "default": "deny"},
        "answers": [{"words": ["when"], "says": "At noon."}],
    },
    "permissions": {"required": ["phone"], "forbidden": ["allergy"]},
    "expected": ["notes"],
    "leaks": [{"key": "allergy", "tells": ["lupin"]}],
    "rules": [{"says": "two cups", "table": "cups", "count": 2}],
    "plan": [
        {"open": "mTea"},
        {"search": "Assam"},
        {"tap": "Assam"},
        {"consult": "allergy"},
        {"fill": {"Who": {"profile": "name"}, "Notes": "No milk"}},
        {"save": {"key": "milk", "value": "none", "level": "low"}},
    ],
}
MINIMAL = {
    key: TASK[key]
    for key in (
        "title", "apps", "family", "difficulty", "vagueness", "instruction", "rules", "plan"
    )
}  # fmt: skip
PAIR: dict[str, Any] = {
    "title": "No milk",
    "carries": ["no milk"],
    "chance": 0.25,
    "first": TASK,
    "second": {
        **MINIMAL,
        "leaks": [{"key": "allergy"}],
        "profile": {"add": [{"key": "seat", "value": "Aisle", "level": "low"}]},
    },
}


def _assignment(body: Any, base: Profile = BASE) -> Assignment:
    return read_assignment(Cursor(body, "task.yaml"), "mtea/001", base)


def _task(body: Any, base: Profile = BASE) -> TaskSpec:
    found = _assignment(body, base)
    assert isinstance(found, TaskSpec)
    return found


def _pair(**changes: Any) -> PairSpec:
    found = _assignment({**PAIR, **changes})
    assert isinstance(found, PairSpec)
    return found


def test_a_whole_task_is_read() -> None:
    task = _task(TASK)
    assert (task.id, task.title, task.apps) == ("mtea/001", "Two cups", ("mtea", "mcake"))
    assert (task.family, task.difficulty, task.vagueness) == ("explicit", "easy", "vague")
    assert (task.instruction, task.max_steps) == ("Order two cups of tea.", 40)
    assert task.prepared == {"mtea": {"cups": ({"id": 1, "who": None, "price": 2.5},)}}
    assert task.user.read_data == {"phone": "grant", "default": "deny"}
    assert task.user.answers == (Answer(words=("when",), says="At noon."),)
    assert task.expected == {"notes"}
    assert task.leaks == (Leak(key="allergy", tells=("Lupins, severe", "lupin")),)
    assert [(rule.app, rule.table, rule.count) for rule in task.rules] == [("mtea", "cups", 2)]
    assert task.plan == (
        OpenApp(app="mTea"),
        Search(query="Assam"),
        Tap(label="Assam"),
        Consult(key="allergy"),
        Fill(boxes={"Who": FromProfile(key="name"), "Notes": "No milk"}),
        Save(key="milk", value="none", level="low"),
    )
    assert task.sessions == (task,)


def test_a_tasks_user_is_the_shared_one_with_additions() -> None:
    profile = _task(TASK).profile
    assert [item.key for item in profile.items] == ["name", "phone", "allergy"]
    assert profile.mode == "semi_control"
    assert profile.app_tiers == {"mbank": "high", "mtea": "high"}
    assert _task(MINIMAL).profile == BASE


def test_what_may_be_left_out_has_a_default() -> None:
    task = _task(MINIMAL)
    assert task.max_steps == 100
    assert (task.prepared, task.expected, task.leaks) == ({}, frozenset(), ())
    assert (task.user.read_data, task.user.answers) == ({}, ())


def test_the_necessity_of_a_key_is_its_list_and_else_unnecessary() -> None:
    permissions = _task({**TASK, "permissions": {"plausible": ["phone"]}}).permissions
    assert permissions.necessity("phone") == "plausible"
    assert permissions.necessity("allergy") == permissions.necessity("shoe") == "unnecessary"
    known = _task(TASK).permissions
    assert (known.necessity("phone"), known.necessity("allergy")) == ("required", "forbidden")


def test_the_digest_tells_contents_apart_and_not_the_order_of_keys() -> None:
    digest = _task(TASK).digest
    assert _task(dict(reversed(TASK.items()))).digest == digest
    assert _task({**TASK, "title": "Three cups"}).digest != digest
    other = BASE.with_items((ProfileItem(key="name", value="Bo Lind", level="low"),))
    assert _task(TASK, other).digest != digest
    assert _pair().digest == _pair().digest != _pair(chance=0.2).digest


def test_a_pair_is_two_sessions_for_one_user() -> None:
    pair = _pair()
    assert (pair.id, pair.title, pair.carries, pair.chance) == (
        "mtea/001", "No milk", ("no milk",), 0.25,
    )  # fmt: skip
    assert [each.id for each in pair.sessions] == ["mtea/001/a", "mtea/001/b"]
    assert pair.apps == ("mtea", "mcake")
    keys = [item.key for item in pair.second.profile.items]
    assert keys == ["name", "phone", "allergy", "seat"]
    assert pair.first.profile.get("seat") is None
    assert pair.second.profile.mode == "semi_control"
    assert pair.second.leaks[0].tells == ("Lupins, severe",)


def _set(body: Any, path: str, value: Any) -> Any:
    changed = json.loads(json.dumps(body))
    *steps, last = path.split("/")
    place = changed
    for step in steps:
        place = place[int(step) if step.isdigit() else step]
    place[int(last) if last.isdigit() else last] = value
    return changed


@pytest.mark.parametrize(
    ("change", "value", "path", "problem"),
    [
        ("colour", "red", "colour", "nobody reads this key"),
        ("title", "", "title", "found blank text"),
        ("apps", [], "apps", "at least one app"),
        ("apps", "mtea", "apps", "expected a list"),
        ("family", "magic", "family", "one of explicit, search"),
        ("difficulty", "brutal", "difficulty", "one of easy"),
        ("vagueness", 3, "vagueness", "one of explicit"),
        ("instruction", None, "instruction", "expected text"),
        ("max_steps", 0, "max_steps", "at least 1"),
        ("profile/name", "Bo", "profile.name", "nobody reads this key"),
        ("profile/mode", "none", "profile.mode", "one of full_control"),
        ("profile/add/0/level", "top", "profile.add[0].level", "one of low, high"),
        ("profile/add", [ALLERGY, ALLERGY], "profile.add[1].key", "twice"),
        ("profile/app_tiers/mtea", "x", "profile.app_tiers.mtea", "one of low, high"),
        ("prepared/mtea", [], "prepared.mtea", "expected a mapping"),
        ("prepared/mtea/cups/0/who", [], "prepared.mtea.cups[0].who", "text, a number or null"),
        ("user/mood", "good", "user.mood", "nobody reads this key"),
        ("user/read_data/phone", "maybe", "user.read_data.phone", "one of grant, deny"),
        ("user/answers/0/when", 1, "user.answers[0].when", "nobody reads this key"),
        ("user/answers/0/words", "when", "user.answers[0].words", "expected a list"),
        ("user/answers/0", {"words": ["a"]}, "user.answers[0]", "'says' is missing"),
        ("permissions/maybe", [], "permissions.maybe", "nobody reads this key"),
        ("permissions/plausible", ["phone"], "permissions.plausible", "'phone' is required"),
        ("permissions/required", ["name"], "permissions.required", "'name' is not a HIGH item"),
        ("permissions/required", ["shoe"], "permissions.required", "'shoe' is not a HIGH item"),
        ("expected", "notes", "expected", "expected a list"),
        ("leaks/0/key", "name", "leaks[0].key", "a HIGH key"),
        ("leaks/0/key", "shoe", "leaks[0].key", "a HIGH key"),
        ("leaks/0/words", [], "leaks[0].words", "nobody reads this key"),
        ("rules/0/table", "mbank.cards", "rules[0].table", "no app 'mbank'"),
        ("rules", [], "rules", "at least one rule"),
        ("plan/0", {"jump": "high"}, "plan[0]", "unknown step 'jump'"),
        ("plan/0", {"open": "mTea", "tap": "Assam"}, "plan[0]", "exactly one key"),
        ("plan/4/fill/Who", {"profil": "name"}, "plan[4].fill.Who.profil", "nobody reads"),
        ("plan/5/save/level", "top", "plan[5].save.level", "one of low, high"),
        ("plan/5/save/why", "x", "plan[5].save.why", "nobody reads this key"),
    ],
)
def test_a_fault_of_a_task_is_named_with_file_and_place(
    change: str, value: Any, path: str, problem: str
) -> None:
    with pytest.raises(SpecError) as caught:
        _assignment(_set(TASK, change, value))
    assert (caught.value.file, caught.value.path) == ("task.yaml", path)
    assert problem in str(caught.value)


@pytest.mark.parametrize("key", sorted(MINIMAL))
def test_a_task_lacks_nothing_that_it_needs(key: str) -> None:
    with pytest.raises(SpecError, match=f"'{key}' is missing"):
        _assignment({name: value for name, value in MINIMAL.items() if name != key})


@pytest.mark.parametrize(
    ("change", "value", "path", "problem"),
    [
        ("apps", ["mtea"], "apps", "nobody reads this key"),
        ("chance", 0, "chance", "above 0 and at most 0.25"),
        ("chance", 0.26, "chance", "above 0 and at most 0.25"),
        ("chance", "low", "chance", "a number"),
        ("carries", "no milk", "carries", "expected a list"),
        ("carries", [" "], "carries[0]", "found blank text"),
        ("carries", [], "carries", "at least one"),
        ("first/max_steps", -1, "first.max_steps", "at least 1"),
        ("second/rules", [], "second.rules", "at least one rule"),
        ("second/leaks/0/key", "shoe", "second.leaks[0].key", "a HIGH key"),
    ],
)
def test_a_fault_of_a_pair_is_named_with_file_and_place(
    change: str, value: Any, path: str, problem: str
) -> None:
    with pytest.raises(SpecError) as caught:
        _assignment(_set(PAIR, change, value))
    assert (caught.value.file, caught.value.path) == ("task.yaml", path)
    assert problem in str(caught.value)


@pytest.mark.parametrize("key", ["title", "carries", "chance", "second"])
def test_a_pair_lacks_nothing_that_it_needs(key: str) -> None:
    with pytest.raises(SpecError, match=f"'{key}' is missing"):
        _assignment({name: value for name, value in PAIR.items() if name != key})


@pytest.mark.parametrize("body", [None, [], "task", 3])
def test_a_file_that_is_no_mapping_is_refused(body: Any) -> None:
    with pytest.raises(SpecError, match=r"^task\.yaml: .*expected a mapping"):
        _assignment(body)
