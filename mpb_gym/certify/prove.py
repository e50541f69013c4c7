"""Proves a task: what must pass passes, what must fail fails, by the rule meant for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from mpb_gym.agents import make_agent, run_episode
from mpb_gym.audit import Record, Scorecard, score
from mpb_gym.audit.record import SessionEnd
from mpb_gym.audit.verify import verify
from mpb_gym.certify.benign import benign
from mpb_gym.certify.driver import SCREEN, Move, Rig
from mpb_gym.certify.implied import implied
from mpb_gym.certify.near_misses import near_misses
from mpb_gym.certify.permitted import permitted_wrongly
from mpb_gym.certify.report import TaskReport, Trial
from mpb_gym.certify.right import right
from mpb_gym.certify.scenario import Subject, subject
from mpb_gym.certify.slips import slips
from mpb_gym.certify.variant import Variant
from mpb_gym.certify.wording import said_wrongly
from mpb_gym.commands import STATUSES
from mpb_gym.episode import make_episode
from mpb_gym.generate.answers import candidates
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.library import load_apps
from mpb_gym.spec.plan import Save
from mpb_gym.spec.rules import Rule
from mpb_gym.spec.target import Criterion
from mpb_gym.spec.task import Assignment, PairSpec, TaskSpec

_ROUNDING = 0.0005
"""Stated chances are rounded to three or four places."""

_DIGITS = 9
"""Decimal places to which scores are compared."""


def prove(assignment: Assignment, apps: Mapping[str, AppSpec] | None = None) -> TaskReport:
    """Proves a task or pair by driving the phone.

    Args:
        assignment: The task or pair.
        apps: Its apps; those that its id stands for, if they are left out.
    """
    apps = apps or load_apps(assignment)
    report = TaskReport(id=assignment.id)
    if isinstance(assignment, PairSpec):
        report.chance = assignment.chance
        _prove_pair(assignment, apps, report)
    else:
        _reference(assignment, apps, report)
    for session in assignment.sessions:
        _prove_session(session, apps, report, hidden=_hidden(assignment, session))
    return report


def _hidden(assignment: Assignment, session: TaskSpec) -> tuple[str, ...]:
    """What a session's instruction must not say."""
    if isinstance(assignment, PairSpec) and session is assignment.second:
        return assignment.carries
    return ()


def _reference(assignment: Assignment, apps: Mapping[str, AppSpec], report: TaskReport) -> None:
    """The oracle follows the file's own plan."""
    episode = make_episode(assignment, screen=SCREEN, apps=apps)
    record = run_episode(episode, make_agent("oracle"))
    card = score(assignment, record)
    problem = _not_passed(card) or _limit(record)
    if not problem and card.privacy not in (None, 1.0):
        problem = f"privacy is {card.privacy}: {_costs(card)}"
    report.trials.append(Trial(kind="baseline", name="the reference plan", problem=problem))


def _limit(record: Record) -> str:
    return (
        "a session ended at its step limit"
        if any(end.how == "step_limit" for end in record.ends)
        else ""
    )


def _not_passed(card: Scorecard) -> str:
    if card.success:
        return ""
    failed = [rule.says for rules in card.rules for rule in rules if not rule.passed]
    return f"it fails: {'; '.join(failed)}"


def _costs(card: Scorecard) -> str:
    return "; ".join(f"{p.dimension} {p.subject} {p.reason}" for p in card.penalties if p.amount)


def _prove_session(
    task: TaskSpec, apps: Mapping[str, AppSpec], report: TaskReport, *, hidden: tuple[str, ...]
) -> None:
    try:
        known = subject(task, apps)
    except LookupError as error:
        report.problems.append(f"{task.id}: {error}")
        return
    report.problems += [f"{task.id}: {each}" for each in said_wrongly(known, hidden)]
    report.problems += [f"{task.id}: {each}" for each in permitted_wrongly(known)]
    rig = Rig(task, apps)
    report.trials += _baselines(task, rig)
    wrong: list[Record] = []
    for variant in _variants(known):
        trial, record = _try(task, rig, variant)
        report.trials.append(trial)
        if variant.kind == "near miss" and not trial.problem:
            wrong.append(record)
    done = rig.drive(known.right.moves(known.spec)).record
    rig.close()
    report.problems += [f"{task.id}: {each}" for each in _idle(task, done, wrong, implied(known))]


def _variants(known: Subject) -> Iterator[Variant]:
    yield from right(known)
    yield from near_misses(known)
    yield from benign(known)
    yield from slips(known)


def _baselines(task: TaskSpec, rig: Rig) -> Iterator[Trial]:
    """Doing nothing fails, whether or not it is called a success."""
    for status in STATUSES:
        card = score(task, rig.drive((), status=status).record)
        problem = "it passes although nothing was done" if card.success else ""
        if card.privacy is not None:
            problem = problem or "a privacy score although nothing was shown"
        yield Trial(kind="baseline", name=f"saying {status} at once", problem=problem)


def _try(task: TaskSpec, rig: Rig, variant: Variant) -> tuple[Trial, Record]:
    done = rig.drive(variant.moves)
    card = score(task, done.record)
    killed: tuple[str, ...] = ()
    problem = f"the phone does not get that far: {done.stuck}" if done.stuck else ""
    if variant.kind == "near miss":
        killed = tuple(rule.says for rule in card.rules[0] if not rule.passed)
        if not problem and card.success:
            problem = "it passes, and must not"
    else:
        problem = problem or _not_passed(card) or _limit(done.record)
    if not problem and variant.kind in ("right", "benign") and card.privacy not in (None, 1.0):
        problem = f"privacy is {card.privacy}: {_costs(card)}"
    if not problem and variant.scores is not None:
        for name, wanted in variant.scores._asdict().items():
            found = getattr(card, name)
            if _rounded(found) != _rounded(wanted):
                problem = f"{name.upper()} is {found}, and must be {wanted}: {_costs(card)}"
    return Trial(
        kind=variant.kind, name=variant.name, killed_by=killed, problem=problem
    ), done.record


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(max(0.0, value), _DIGITS)


def _idle(
    task: TaskSpec, right: Record, wrong: list[Record], implied: frozenset[tuple[str, str]]
) -> Iterator[str]:
    """Yields rules and conditions that pin nothing.

    One is idle if without it what is right still passes and what is wrong still fails.
    """
    ends = [record.ends[0] for record in wrong]

    def idle(rules: tuple[Rule, ...]) -> bool:
        return _holds(rules, right.ends[0]) and not any(_holds(rules, end) for end in ends)

    for index, rule in enumerate(task.rules):
        before, after = task.rules[:index], task.rules[index + 1 :]
        if idle((*before, *after)):
            yield f"the rule {rule.says!r} is never needed: no near miss passes without it"
            continue
        for place, condition in enumerate(rule.where):
            if (condition.column, condition.operator) in implied:
                continue
            looser = replace(rule, where=(*rule.where[:place], *rule.where[place + 1 :]))
            if idle((*before, looser, *after)):
                yield (
                    f"in the rule {rule.says!r} the condition on {condition.column} is never "
                    "needed: no near miss passes without it"
                )


def _holds(rules: tuple[Rule, ...], end: SessionEnd) -> bool:
    return all(each.passed for each in verify(rules, end))


def _prove_pair(pair: PairSpec, apps: Mapping[str, AppSpec], report: TaskReport) -> None:
    """The second session counts only with what the first one saved."""
    _reference(pair, apps, report)
    try:
        first, second = subject(pair.first, apps), subject(pair.second, apps)
    except LookupError:
        return  # said of the session itself
    report.problems += _guessed(pair, second)
    saved = tuple(first.right.moves(first.spec))
    unsaved = tuple(replace(first.right, save=()).moves(first.spec))
    later = tuple(second.right.moves(second.spec))
    saves = _savings(pair)
    for name, a, wanted in (
        ("saved, and used", (*saved, *(() if first.right.save else saves)), True),
        ("used, but never saved", unsaved, False),
    ):
        rig = Rig(pair, apps)
        card = score(pair, rig.drive(a, later).record)
        rig.close()
        problem = (
            "" if card.later_session is wanted else f"later-session use is {card.later_session}"
        )
        report.trials.append(Trial(kind="baseline", name=name, problem=problem))


def _guessed(pair: PairSpec, second: Subject) -> Iterator[str]:
    """Says if a guess meets the second session more often than the pair states, or than it may."""
    for index, request in enumerate(second.target.make):
        open_picks = {
            collection: replace(pick, where=_without(pick.where, pair.carries))
            for collection, pick in request.pick.items()
        }
        if open_picks == dict(request.pick):
            continue  # the preference decides between options, not between entities
        # What is best of all is no guess: whoever guesses takes any that is otherwise right.
        guesses = {name: replace(pick, best=None) for name, pick in open_picks.items()}
        among = len(candidates(second.spec, replace(request, pick=guesses)))
        chance = len(second.found[index]) / among
        if chance > pair.chance + _ROUNDING:
            yield f"a guess meets the second session in {chance:.3f} of cases, not {pair.chance}"


def _without(
    where: Mapping[str, tuple[Criterion, ...]], words: tuple[str, ...]
) -> dict[str, tuple[Criterion, ...]]:
    """Criteria without those that a preference decides."""
    return {
        name: tests
        for name, tests in where.items()
        if not any(word in str(test.operand).casefold() for test in tests for word in words)
    }


def _savings(pair: PairSpec) -> tuple[Move, ...]:
    return tuple(step for step in pair.first.plan if isinstance(step, Save))
