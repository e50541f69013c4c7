"""Breaks the audit and the contract in small ways, and sees whether their tests notice.

Each mutant is one change of one expression or statement: a comparison turned, a penalty dropped,
a constant swapped. It lives in memory alone: a process that is forked for it imports the changed
source in place of the module, runs the tests of that part up to the first failure, and ends. A
mutant that no test fails for has survived; it is printed with its place and its difference.

Mutants that do not change what the code does are named in ``ALLOWED`` with the reason, and are
not counted. Run it as ``python scripts/mutants.py --workers 2``; ``--sample 100 --seed 1`` takes
that many at random, ``--match TEXT`` those whose place or difference holds a text.
"""

from __future__ import annotations

import argparse
import ast
import copy
import difflib
import importlib.abc
import importlib.util
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("audit", "contract")
"""The parts of the package that are changed; the tests of each lie under the same name."""

LIMIT = 60.0
"""Seconds after which a mutant counts as noticed: it has made something endless."""

AROUND = 60
"""How much of a long line is shown before and after a change."""

WIDEST = 240
"""How much of a line is shown at all."""

ALLOWED: dict[str, str] = {
    "mpb_gym/audit/metrics.py [constant] "
    "-SWEEP = tuple((round(0.1 * step, 1) for step in range(11))) "
    "+SWEEP = tuple((round(0.1 * step, 2) for step in range(11)))": (
        "Tenths are the same with one decimal and with two."
    ),
    "mpb_gym/audit/metrics.py [member dropped] "
    "-…s(card, tau) for card in singles)) for tau in sorted({*SWEEP, TAU})}) "
    "+…s(card, tau) for card in singles)) for tau in sorted({*SWEEP})})": (
        "TAU is one of the sweep's tenths, for as long as it is 0.7."
    ),
    "mpb_gym/audit/probes.py [constant] "
    "-self._violated.setdefault(subject, _penalty('tr', subject, 0.0, logged, reason)) "
    "+self._violated.setdefault(subject, _penalty('tr', subject, 1.0, logged, reason))": (
        "The amount is a share of all traps, and set when penalties are read."
    ),
    "mpb_gym/audit/text.py [statement dropped] -break +pass": (
        "Nothing that goes on so can come to the value any more; it only takes longer."
    ),
}
"""Mutants that change nothing, by :attr:`Mutant.name`, each with the reason."""


class _Place(NamedTuple):
    """Where a node hangs in its tree.

    Attributes:
        node: The node.
        owner: The node above it.
        field: Which field of the owner holds it.
        at: Where in that field, if it is a list.
        statement: The innermost statement around the node, or the node itself.
    """

    node: ast.AST
    owner: ast.AST
    field: str
    at: int | None
    statement: ast.stmt

    def put(self, node: ast.AST) -> None:
        """Hangs another node there."""
        if self.at is None:
            setattr(self.owner, self.field, node)
        else:
            getattr(self.owner, self.field)[self.at] = node


class Mutant(NamedTuple):
    """One change.

    Attributes:
        part: ``audit`` or ``contract``.
        module: As it is imported.
        line: Where the change is.
        kind: What was done.
        diff: The lines that it changes, before and after.
        tree: The whole module without the change.
        place: Where it is to be made.
        new: What is to stand there.
    """

    part: str
    module: str
    line: int
    kind: str
    diff: tuple[str, ...]
    tree: ast.Module
    place: _Place
    new: ast.AST

    @property
    def file(self) -> str:
        """The file from the repository's root."""
        return f"{self.module.replace('.', '/')}.py"

    @property
    def name(self) -> str:
        """A name that lasts while the changed lines do: file, kind and difference."""
        return f"{self.file} [{self.kind}] " + " ".join(
            " ".join(each.split()) for each in self.diff
        )

    @property
    def source(self) -> str:
        """The whole module with the change."""
        self.place.put(self.new)
        try:
            return ast.unparse(ast.fix_missing_locations(self.tree))
        finally:
            self.place.put(self.place.node)


# What is done to a node: each yields new nodes to stand in its place.

_TURNED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.BitOr: ast.BitAnd,
}
_SWAPPED = {"any": "all", "all": "any", "min": "max", "max": "min"}

Changes = Iterator[tuple[str, ast.AST]]


def _expressions(node: ast.AST) -> Changes:
    match node:
        case ast.Compare():
            for index, operator in enumerate(node.ops):
                for kind in _TURNED[type(operator)]:
                    ops = [*node.ops[:index], kind(), *node.ops[index + 1 :]]
                    yield "comparison", ast.Compare(node.left, ops, node.comparators)
        case ast.BoolOp(op=operator, values=values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield "and/or", ast.BoolOp(other, values)
            for index in range(len(values)):
                left = values[:index] + values[index + 1 :]
                yield "condition dropped", left[0] if len(left) == 1 else ast.BoolOp(operator, left)
        case ast.UnaryOp(op=ast.Not()):
            yield "not dropped", node.operand
        case ast.UnaryOp(op=ast.USub()):
            yield "sign dropped", node.operand
        case ast.IfExp():
            yield "condition turned", ast.IfExp(node.test, node.orelse, node.body)
        case ast.BinOp() if type(node.op) in _OPERATIONS:
            yield "operator", ast.BinOp(node.left, _OPERATIONS[type(node.op)](), node.right)
        case ast.Constant(value=bool(flag)):
            yield "constant", ast.Constant(not flag)
        case ast.Constant(value=int(number) | float(number)):
            yield "constant", ast.Constant(number + 1)
        case ast.Constant(value=str(text)) if text.isidentifier():
            yield "constant", ast.Constant(f"{text}_mutant")
        case ast.Name(id=name) if name in _SWAPPED:
            yield "function", ast.Name(_SWAPPED[name])
        case ast.Dict(keys=keys, values=values) if len(keys) > 1:
            for index in range(len(keys)):
                rest = [each for at, each in enumerate(values) if at != index]
                yield "column dropped", ast.Dict(keys[:index] + keys[index + 1 :], rest)
        case ast.Tuple(elts=elts) | ast.List(elts=elts) | ast.Set(elts=elts) if len(elts) > 1:
            if isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
                for index in range(len(elts)):
                    fewer = copy.copy(node)
                    fewer.elts = elts[:index] + elts[index + 1 :]
                    yield "member dropped", fewer
        case ast.comprehension(ifs=[_, *_]):
            for index in range(len(node.ifs)):
                wider = copy.copy(node)
                wider.ifs = node.ifs[:index] + node.ifs[index + 1 :]
                yield "filter dropped", wider
        case _:
            pass


def _statements(node: ast.AST) -> Changes:
    match node:
        case ast.Return(value=value) if value is not None and not _is_none(value):
            yield "nothing returned", ast.Return(ast.Constant(None))
        case ast.Expr(value=value) if not isinstance(value, ast.Constant):
            yield "statement dropped", ast.Pass()
        case ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield "statement dropped", ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "statement dropped", ast.Pass()
        case ast.If():
            yield "condition turned", ast.If(_negated(node.test), node.body, node.orelse)
        case _:
            pass


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _negated(test: ast.expr) -> ast.expr:
    return test.operand if isinstance(test, ast.UnaryOp) else ast.UnaryOp(ast.Not(), test)


# Which nodes are changed.


_SKIPPED: dict[type[ast.AST], tuple[str, ...]] = {
    ast.FunctionDef: ("returns", "decorator_list"),
    ast.arguments: ("posonlyargs", "args", "vararg", "kwonlyargs", "kwarg"),  # but for defaults
    ast.ClassDef: ("bases", "keywords", "decorator_list"),
    ast.AnnAssign: ("annotation", "target"),
    ast.JoinedStr: ("values",),
    ast.Raise: ("exc", "cause"),  # what an error says is prose
}
"""Fields that hold nothing that runs."""


def _places(owner: ast.AST, statement: ast.stmt | None = None) -> Iterator[_Place]:
    """All nodes below one that run, outer before inner; no docstrings, types or exports."""
    for name, value in ast.iter_fields(owner):
        if name in _SKIPPED.get(type(owner), ()):
            continue
        listed = isinstance(value, list)
        for index, child in enumerate(value if listed else (value,)):
            if not isinstance(child, ast.AST) or not _runs(child):
                continue
            inside = child if isinstance(child, ast.stmt) else statement
            assert inside is not None, "expressions stand in statements"
            yield _Place(child, owner, name, index if listed else None, inside)
            yield from _places(child, inside)


def _runs(node: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom():
            return False
        case ast.Expr(value=ast.Constant()):
            return False
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return False
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return False
        case ast.Assign(value=ast.Subscript(value=ast.Name(id="Literal"))):
            return False
        case _:
            return True


def mutants_of(source: str, module: str) -> list[Mutant]:
    """Returns all mutants of a module, in the order of the source.

    Args:
        source: Its text.
        module: As it is imported, ``mpb_gym.audit.probes``.
    """
    tree = ast.parse(source)
    part = module.split(".")[1]
    found: dict[tuple[int, str], Mutant] = {}
    for place in _places(tree):
        before = _head(place.statement)
        for kind, new in (*_expressions(place.node), *_statements(place.node)):
            if place.node is place.statement:
                after = _head(new)
            else:
                place.put(new)
                after = _head(place.statement)
                place.put(place.node)
            if after != before:
                diff = tuple(_difference(before, after))
                line = getattr(place.node, "lineno", place.statement.lineno)
                mutant = Mutant(part, module, line, kind, diff, tree, place, new)
                found.setdefault((id(place.statement), after), mutant)
    return list(found.values())


def _head(statement: ast.AST) -> str:
    """A statement as text, without the statements inside it."""
    if hasattr(statement, "body") and isinstance(statement, ast.stmt):
        statement = copy.copy(statement)
        statement.body = [ast.Pass()]  # type: ignore[attr-defined]
        if hasattr(statement, "orelse"):
            statement.orelse = []
    return ast.unparse(ast.fix_missing_locations(statement))


def _difference(before: str, after: str) -> Iterator[str]:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    changed = [each for each in lines if not each.startswith(("---", "+++", "@@"))]
    if len(changed) == 2:
        changed = [mark + each for mark, each in zip("-+", _near(*changed), strict=True)]
    return (each if len(each) <= WIDEST else f"{each[: WIDEST - 1]}…" for each in changed)


def _near(before: str, after: str) -> tuple[str, str]:
    """What two long lines have around their difference."""
    left, right = before[1:], after[1:]
    start = max(0, _shared(left, right) - AROUND)
    tail = min(_shared(left[::-1], right[::-1]), len(left) - start, len(right) - start)
    cut = max(0, tail - AROUND)
    head = "…" if start else ""
    return tuple(  # type: ignore[return-value]
        f"{head}{line[start : len(line) - cut]}{'…' if cut else ''}" for line in (left, right)
    )


def _shared(left: str, right: str) -> int:
    """How many characters two texts begin with alike."""
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False))
    )


def all_mutants() -> list[Mutant]:
    """Returns every mutant of the parts, by file and line."""
    return [
        mutant
        for part in PARTS
        for path in sorted((ROOT / "mpb_gym" / part).glob("*.py"))
        if path.stem != "__init__"
        for mutant in mutants_of(path.read_text("utf-8"), f"mpb_gym.{part}.{path.stem}")
    ]


# Running them.


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from another source."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Answers for the one module only."""
        if name != self._mutant.module:
            return None
        return importlib.util.spec_from_loader(name, self, origin=self._mutant.file)

    def exec_module(self, module: ModuleType) -> None:
        """Runs the changed source."""
        exec(compile(self._mutant.source, self._mutant.file, "exec"), module.__dict__)


def _test(mutant: Mutant, tests: Sequence[Path]) -> int:
    """Runs the tests on a mutant, in this process; 0 if all pass."""
    import pytest

    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    if mutant.diff:
        sys.meta_path.insert(0, _Changed(mutant))
    try:
        importlib.import_module(mutant.module)
    except Exception:
        return 1
    options = [
        *("-x", "-q", "-p", "no:cacheprovider"),
        *("--rootdir", str(ROOT), "-c", str(ROOT / "pyproject.toml")),
    ]
    # By and by, for most mutants are noticed by the tests of their module, and reading tests and
    # the phone that conftest.py loads takes longer than running them.
    plain = [path for path in tests if not _needs_phone(path)]
    phone = [path for path in tests if _needs_phone(path)]
    for paths, more in ((plain[:1], ["--noconftest"]), (plain[1:], ["--noconftest"]), (phone, [])):
        if paths and (code := int(pytest.main([*options, *more, *map(str, paths)]))):
            return code
    return 0


def _needs_phone(tests: Path) -> bool:
    return "pilot" in tests.read_text("utf-8")


class _Trial(NamedTuple):
    """A process that runs the tests on a mutant."""

    mutant: Mutant
    child: int
    deadline: float


def _start(mutant: Mutant, own: bool) -> _Trial:
    tests = _tests_of(mutant, own)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = _test(mutant, tests)
        finally:
            os._exit(min(code, 255))
    return _Trial(mutant, child, time.monotonic() + LIMIT)


def _verdict(trial: _Trial) -> bool | None:
    """Whether a mutant has survived; ``None`` while its tests run."""
    done, status = os.waitpid(trial.child, os.WNOHANG)
    if done:
        return os.waitstatus_to_exitcode(status) == 0
    if time.monotonic() < trial.deadline:
        return None
    os.kill(trial.child, signal.SIGKILL)
    os.waitpid(trial.child, 0)
    return False


def _tests_of(mutant: Mutant, own: bool) -> list[Path]:
    """The tests of a mutant's part: those of its module first, or only, then the quick ones."""
    name = f"test_{mutant.module.split('.')[-1]}.py"
    return sorted(
        (ROOT / "tests" / mutant.part).glob(name if own else "test_*.py"),
        key=lambda path: (path.name != name, "hypothesis" in path.read_text("utf-8"), path.name),
    )


def warm_up() -> None:
    """Imports what mutants share, so that forks need not; nothing of the parts themselves."""
    sys.path.insert(0, str(ROOT))
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # loading them takes half of the time
    for name in ("hypothesis", "numpy", "pytest", "sqlite3", "mpb_gym.spec.task", "mpb_gym.events"):
        importlib.import_module(name)
    from hypothesis import HealthCheck, settings

    # The same examples for every mutant, and no verdict that depends on how busy the machine is.
    slow = [HealthCheck.too_slow]
    settings.register_profile(
        "mutants", derandomize=True, database=None, deadline=None, suppress_health_check=slow
    )
    settings.load_profile("mutants")


def run(
    mutants: Sequence[Mutant], workers: int, told: Callable[[str], None], own: bool = False
) -> list[Mutant]:
    """Tests mutants and returns those that survive.

    Args:
        mutants: Which.
        workers: How many at a time.
        told: Called with a line for each survivor, as it is found.
        own: Whether to run the tests of a mutant's module only, not those of its part.
    """
    waiting, running = list(mutants), list[_Trial]()
    survivors = []
    while waiting or running:
        while waiting and len(running) < workers:
            running.append(_start(waiting.pop(0), own))
        time.sleep(0.01)
        for trial in tuple(running):
            survived = _verdict(trial)
            if survived is None:
                continue
            running.remove(trial)
            left = len(waiting) + len(running)
            if left % 10 == 0:
                print(f"{len(mutants) - left} of {len(mutants)}", file=sys.stderr, flush=True)
            if survived:
                survivors.append(trial.mutant)
                told(f"{trial.mutant.file}:{trial.mutant.line}: {trial.mutant.kind}")
                for each in trial.mutant.diff:
                    told(f"    {each}")
    return survivors


def _failing_unchanged(mutants: Sequence[Mutant], workers: int, own: bool) -> list[str]:
    """The modules for whose mutants tests would fail that fail without any change."""
    nothing = ast.Module([], [])
    place = _Place(nothing, nothing, "", None, ast.Pass())
    same = {
        frozenset(_tests_of(each, own)): Mutant(
            each.part, each.module, 1, "unchanged", (), nothing, place, nothing
        )
        for each in mutants
    }
    passing = run(list(same.values()), workers, lambda line: None, own)
    return [each.module for each in same.values() if each not in passing]


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the script; returns the exit code, 1 if a mutant survives."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sample", type=int, help="test so many, drawn at random")
    parser.add_argument("--seed", type=int, default=0, help="of the draw")
    parser.add_argument("--workers", type=int, default=1, help="how many at a time")
    parser.add_argument(
        "--match", action="append", help="those whose place or diff holds this text; repeatable"
    )
    parser.add_argument("--own", action="store_true", help="run tests of the same module only")
    parser.add_argument("--list", action="store_true", help="print them and test none")
    given = parser.parse_args(arguments)
    found = all_mutants()
    stale = set(ALLOWED) - {each.name for each in found}
    for name in sorted(stale):
        print(f"allowed, but there is no such mutant: {name}")
    chosen = [
        each
        for each in found
        if each.name not in ALLOWED and any(text in each.name for text in given.match or ("",))
    ]
    if given.sample is not None and given.sample < len(chosen):
        import numpy

        drawn = numpy.random.default_rng(given.seed).choice(len(chosen), given.sample, False)
        chosen = [chosen[index] for index in sorted(drawn)]
    if given.list:
        for each in chosen:
            print(f"{each.name}")
        return 0
    warm_up()
    if broken := _failing_unchanged(chosen, given.workers, given.own):
        print(f"tests fail without any change, as those for {', '.join(broken)}; mend them first")
        return 2
    survivors = run(chosen, given.workers, lambda line: print(line, flush=True), given.own)
    killed = len(chosen) - len(survivors)
    share = killed / len(chosen) if chosen else 1.0
    print(f"{len(chosen)} mutants, {killed} killed, {len(survivors)} survived: {share:.1%}")
    print(f"{len(ALLOWED)} more change nothing, as the list says")
    return bool(survivors or stale)


if __name__ == "__main__":
    sys.exit(main())
