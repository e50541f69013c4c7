"""Plans: names, seeds, origins."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mpb_gym.bench import Plan, make_plan
from mpb_gym.bench.plan import git_state
from mpb_gym.errors import OptionError, UnknownNameError
from mpb_gym.spec.library import assignment_ids, load_app, load_assignment


def test_an_app_is_named_as_people_name_it() -> None:
    plan = make_plan(agent="noop", apps=("mDOORdash",))
    assert plan.assignments == assignment_ids("mdoordash")


def test_without_app_or_task_everything_is_meant() -> None:
    assert make_plan(agent="noop").assignments == assignment_ids()


def test_tasks_come_once_and_in_the_order_of_the_library() -> None:
    first, second = assignment_ids()[:2]
    assert make_plan(agent="noop", tasks=(second, first, second)).assignments == (first, second)


def test_an_app_and_a_task_of_it_make_the_app() -> None:
    id = assignment_ids("mdoordash")[0]
    plan = make_plan(agent="noop", apps=("mDoorDash",), tasks=(id,))
    assert plan.assignments == assignment_ids("mdoordash")


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"agent": "orakel"}, UnknownNameError, "unknown agent 'orakel'.*oracle"),
        ({"agent": "noop", "apps": ["mDoorDush"]}, UnknownNameError, "unknown app"),
        ({"agent": "noop", "tasks": ["mdoordash/999"]}, UnknownNameError, "unknown task"),
        ({"agent": "noop", "user": "maybe"}, OptionError, "user: 'maybe'.*task, approve, deny"),
        ({"agent": "noop", "user": '{"kind": "revoke", "steps": 0}'}, OptionError, "steps: 0"),
        ({"agent": "noop", "seed": -1}, OptionError, "seed: -1"),
        ({"agent": "noop", "screen": (10, 10)}, OptionError, "screen: 10x10"),
        ({"agent": "noop", "repeats": 0}, OptionError, "repeats: 0 is below 1"),
        ({"agent": "noop", "options": {"x": 1}}, OptionError, "no option 'x'"),
        ({"agent": "nothing:Here"}, OptionError, "'nothing:Here' cannot be imported"),
    ],
)
def test_what_cannot_be_run_is_said(
    options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        make_plan(**options)


def test_an_episodes_seed_depends_on_the_runs_seed_and_its_id_alone(plan: Plan) -> None:
    id = plan.assignments[0]
    alone = make_plan(agent="random", tasks=(id,), seed=plan.seed)
    assert alone.episode_seed(id) == plan.episode_seed(id)
    others = {plan.episode_seed(each) for each in plan.assignments}
    assert len(others) == len(plan.assignments)
    assert make_plan(agent="noop", tasks=(id,), seed=8).episode_seed(id) != plan.episode_seed(id)


def test_seeds_are_the_same_for_ever() -> None:
    plan = Plan(agent="noop", assignments=(), seed=0, user="task", screen=(270, 600), provenance={})
    assert plan.episode_seed("mdoordash/001") == 525271418
    assert all(0 <= plan.episode_seed(str(number)) < 2**31 for number in range(1000))


def test_provenance_names_what_the_results_depend_on(plan: Plan) -> None:
    assert plan.provenance["tasks"] == {id: load_assignment(id).digest for id in plan.assignments}
    assert plan.provenance["apps"]["mdoordash"] == load_app("mdoordash").digest
    assert {"mpb_gym", "python", "gymnasium", "numpy", "pillow"} == set(plan.provenance["versions"])


def test_a_plan_is_equal_to_itself_after_json(plan: Plan) -> None:
    assert plan.differences(json.loads(json.dumps(plan.to_dict()))) == []


def test_differences_are_named(plan: Plan) -> None:
    other = json.loads(json.dumps(plan.to_dict()))
    other["seed"] = 8
    other["provenance"]["tasks"] = {}
    assert plan.differences(other) == ["seed is 8 there, 7 here", "tasks"]


def test_git_state_tells_commit_and_changes(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")
        command = ["git", *identity, *arguments]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)

    assert git_state(tmp_path) == {}
    git("init")
    git("commit", "--allow-empty", "--message", "first")
    clean = git_state(tmp_path)
    assert len(clean["commit"]) == 40
    assert clean["dirty"] is False
    (tmp_path / "new").touch()
    assert git_state(tmp_path) == {"commit": clean["commit"], "dirty": True}
    (tmp_path / "below").mkdir()
    assert git_state(tmp_path / "below") == {}


def test_other_options_are_named_with_both_values(plan: Plan) -> None:
    here = replace(plan, options={"model": "b", "images": 3, "seeds": [1]}, repeats=2)
    there = replace(plan, options={"model": "a", "images": 3, "timeout_s": 9})
    assert here.differences(json.loads(json.dumps(there.to_dict()))) == [
        'option model is "a" there, "b" here',
        "option seeds is null there, [1] here",
        "option timeout_s is 9 there, null here",
        "repeats is 1 there, 2 here",
    ]


def test_each_repeat_has_a_seed_of_its_own(plan: Plan) -> None:
    thrice = replace(plan, repeats=3)
    assert [str(job) for job in thrice.jobs[:4]] == [
        plan.assignments[0],
        f"{plan.assignments[0]}.2",
        f"{plan.assignments[0]}.3",
        plan.assignments[1],
    ]
    seeds = [thrice.episode_seed(*job) for job in thrice.jobs]
    assert len(set(seeds)) == len(seeds)
    assert seeds[::3] == [plan.episode_seed(id) for id in plan.assignments]


def test_whoever_may_look_is_shown_a_native_screen() -> None:
    ids = assignment_ids()[:1]
    assert make_plan(agent="oracle", tasks=ids).screen == (270, 600)
    assert make_plan(agent="cmd:some program", tasks=ids).screen == (1080, 2400)
