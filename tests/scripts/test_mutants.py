"""The mutation tester itself: it finds what it should, and what it breaks is noticed."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

from tests.scripts.loading import SCRIPTS, load

NAMED = (
    "probes.py [statement dropped] -self._dearest[event.key] = found",  # a penalty dropped
    "probes.py [constant] -FILLED = 0.25",
    "probes.py [condition dropped] -if not personal or event.column in task.expected: "
    "+if not personal:",  # a column ignored
    "probes.py [member dropped] -place = (logged.session, box, event.instance) "
    "+place = (logged.session, event.instance)",  # another column ignored
    "denials.py [condition turned] -if event.old.startswith(event.new):",  # what is erased
    "verify.py [comparison] -return self.found == self.expected",
)


@pytest.fixture(scope="module")
def mutants() -> ModuleType:
    return load("mutants")


def test_named_mutants_are_killed() -> None:
    matches = [word for name in NAMED for word in ("--match", name)]
    command = [sys.executable, str(SCRIPTS / "mutants.py"), "--own", *matches]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.startswith(f"{len(NAMED)} mutants, {len(NAMED)} killed, 0 survived"), (
        done.stdout + done.stderr
    )
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a = b < c", {"a = b <= c", "a = b >= c"}),
        ("a = b and c", {"a = b or c", "a = b", "a = c"}),
        ("a = not b", {"a = b"}),
        ("a = b + 2", {"a = b - 2", "a = b + 3"}),
        ("a = any(b)", {"a = all(b)"}),
        ("a = (b, c)", {"a = (c,)", "a = (b,)"}),
        ("a = {b: 1, c: d}", {"a = {c: d}", "a = {b: 1}", "a = {b: 2, c: d}"}),
        ("a = [b for b in c if d]", {"a = [b for b in c]"}),
        ("a = True", {"a = False"}),
        ("a = 'word'", {"a = 'word_mutant'"}),
        ("a = 'A sentence for people.'", set()),
        ("a.b = c", {"pass"}),
        ("a(b)", {"pass"}),
        ("'''Says what it is.'''", set()),
        ("a: int = b", set()),
        ("from a import b", set()),
        ("__all__ = ['a', 'b']", set()),
        ("def f():\n    return a", {"def f():\n    return None"}),
        ("def f():\n    return None", set()),
        ("if a:\n    b", {"if not a:\n    b", "if a:\n    pass"}),
        ("if a:\n    raise B('C d.')", {"if not a:\n    raise B('C d.')", "if a:\n    pass"}),
    ],
)
def test_each_way_to_break_a_piece_of_code(
    mutants: ModuleType, source: str, changed: set[str]
) -> None:
    found = mutants.mutants_of(source, "mpb_gym.audit.x")
    assert {each.source for each in found} == changed


def test_a_mutant_says_where_it_is_and_what_it_changes(mutants: ModuleType) -> None:
    (found,) = mutants.mutants_of("a = b\n\nc = d == e\n", "mpb_gym.audit.x")
    assert (found.file, found.line, found.part) == ("mpb_gym/audit/x.py", 3, "audit")
    assert found.name == "mpb_gym/audit/x.py [comparison] -c = d == e +c = d != e"


def test_tests_that_fail_anyway_kill_nothing(
    mutants: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(mutants, "warm_up", lambda: None)
    monkeypatch.setattr(mutants, "run", lambda *arguments: [])
    assert mutants.main(["--match", "-FILLED = 0.25"]) == 2
    said = capsys.readouterr().out
    assert said.startswith("tests fail without any change, as those for mpb_gym.audit.probes")


def test_what_is_allowed_to_live_exists_and_has_a_reason(mutants: ModuleType) -> None:
    names = {each.name for each in mutants.all_mutants()}
    assert set(mutants.ALLOWED) <= names
    assert all(reason.endswith(".") for reason in mutants.ALLOWED.values())
