"""Audits tasks that come with rules alone: what they mean is read from goal and catalogue.

No list says which tasks are bad. Each is driven on the phone with the answer that its goal asks
for, with others that are as right, and with answers that are wrong in one respect that the goal
names; what its own rules say of each is compared with that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from mpb_gym.audit.verify import RuleOutcome, verify
from mpb_gym.certify.asked_for import Mutant, extra, mutants
from mpb_gym.certify.driver import Drive, Move, Rig
from mpb_gym.certify.findings import Aspect, Category, Finding
from mpb_gym.certify.missing import missing_entities, missing_options
from mpb_gym.certify.report import TaskReport, Trial
from mpb_gym.certify.scenario import Scenario, Subject
from mpb_gym.commands import STATUSES
from mpb_gym.generate.answers import answers, candidates
from mpb_gym.generate.journey import ledger
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.library import load_apps
from mpb_gym.spec.rules import Rule
from mpb_gym.spec.task import Assignment, PairSpec, Row, TaskSpec
from mpb_gym.upstream.courses import Course, completed, every_record, fillers, passes, unmet
from mpb_gym.upstream.targets import Meaning, understand

_ALTERNATIVES = 60
"""Right answers that are compared with the rules for each task; those that fail are driven."""


def audit(assignment: Assignment) -> TaskReport:
    """Audits a task or pair by driving the phone."""
    apps = load_apps(assignment)
    report = TaskReport(id=assignment.id)
    earlier: Meaning | None = None
    for session in assignment.sessions:
        spec = apps[session.apps[0]]
        key = _save_key(assignment)
        meaning = understand(session, spec, save_key=key, earlier=earlier)
        earlier = meaning
        # Pairs score what was saved beside the rules.
        saves = not isinstance(assignment, PairSpec)
        _Session(session, spec, apps, meaning, report, saves=saves).audit()
    return report


def _save_key(assignment: Assignment) -> str:
    if not isinstance(assignment, PairSpec):
        return ""
    target = assignment.first.target
    return target.save[0].key if target is not None and target.save else ""


class _Session:
    """The audit of one session."""

    def __init__(
        self,
        task: TaskSpec,
        spec: AppSpec,
        apps: Mapping[str, AppSpec],
        meaning: Meaning,
        report: TaskReport,
        *,
        saves: bool,
    ) -> None:
        self._task, self._spec, self._meaning, self._report = task, spec, meaning, report
        self._rig = Rig(task, apps)
        self._saves = saves and bool(meaning.said.save)

    def audit(self) -> None:
        """Adds to the report what is found."""
        try:
            self._idle()
            course = self._meaning.right
            if self._stuck() or course is None:
                self._unmet()
            elif self._meaning.passing is None:
                self._never(course)
            else:
                self._judged(course)
        finally:
            self._rig.close()

    def _idle(self) -> None:
        for status in STATUSES:
            drive = self._rig.drive((), status=status)
            outcomes = self._outcomes(drive)
            self._count("baseline", f"saying {status} at once")
            if all(each.passed for each in outcomes):
                self._find("passes_idle", "nothing", f"saying {status} at once passes", drive)
                return

    def _stuck(self) -> bool:
        """Says if what is to be cancelled cannot be."""
        for table, rows in self._meaning.bare.cancel.items():
            if rows and ledger(self._spec, table).records.cancel is None:
                drive = self._rig.drive(())
                what = f"the app has no way to cancel a row of {table}"
                self._find("impossible", "cancel", what, drive)
                return True
        return False

    def _unmet(self) -> None:
        """The goal asks for what the app does not offer."""
        if self._meaning.right is not None:
            return
        what = "nothing that the app offers is what the goal asks for"
        self._find("impossible", "goal", f"{what}: {self._demands()}")
        if self._meaning.passing is not None:
            self._wrong("entity", "what the rules want instead", self._meaning.passing)

    def _demands(self) -> str:
        """What of a goal's demands leaves nothing, and what there is in its place."""
        told = []
        for request in self._meaning.target.make:
            if not candidates(self._spec, request):
                told += [
                    *missing_entities(self._spec, request),
                    *missing_options(self._spec, request),
                ]
        return "; ".join(told)

    def _never(self, course: Course) -> None:
        """Nothing at all passes: says why, and shows what the right answer comes to."""
        reasons = [each for rule in self._task.rules if (each := self._reason(rule))]
        drive = self._drive(course)
        self._count("right", "what the goal asks for")
        failed = [each.says for each in self._outcomes(drive) if not each.passed]
        why = "; ".join(reasons) or f"what is right fails: {'; '.join(failed)}"
        aspect: Aspect = "cancel" if course.cancel and not reasons else "record"
        self._find("impossible", aspect, f"nothing passes: {why}", drive)

    def _reason(self, rule: Rule) -> str:
        if rule.count == 0:
            return ""
        form = next(each for each in self._spec.forms.values())
        if rule.table != form.table:
            return ""
        if any(each.operator == "below" and each.column == "id" for each in rule.where):
            return f"{rule.says}: a block without rules fails whatever is done"
        rows = [row for _, row in every_record(self._task, self._spec, form.name)]
        rows += list(self._task.prepared.get(self._spec.id, {}).get(rule.table, ()))
        reason = unmet(rule, rows)
        return f"no record can have {reason}" if reason else ""

    def _judged(self, course: Course) -> None:
        """Right answers must pass, and wrong ones must not."""
        passing = self._meaning.passing
        assert passing is not None
        drive = self._drive(course)
        self._count("right", "what the goal asks for")
        if drive.stuck:
            self._report.problems.append(f"{self._task.id}: the phone gets stuck: {drive.stuck}")
            return
        accepted = all(each.passed for each in self._outcomes(drive))
        if not accepted:
            self._find("rejects_right", "entity", "what the goal asks for is rejected", drive)
        self._alternatives(course)
        if passing is not course:
            self._wrong("entity", "another answer than the goal asks for is wanted", passing)
            return
        if self._meaning.asked.open:
            what = "what the goal asks for is left to judgement"
            self._find("open", "goal", what)
        if accepted:
            subject = self._subject(course)
            for mutant in mutants(subject, self._meaning):
                self._mutant(mutant)
            self._unsaved(course)
            more = extra(subject)
            if more is not None:
                self._mutant(more)

    def _alternatives(self, course: Course) -> None:
        """Other answers that meet all that the goal names; the first of each kind that fails."""
        for index, request in enumerate(self._meaning.target.make):
            fill = fillers(self._task, self._spec, request.form)
            others = answers(request, candidates(self._spec, request))
            for answer in islice(others, 1, 1 + _ALTERNATIVES):
                made = [*course.make]
                made[index] = completed(answer, fill)
                other = replace(course, make=tuple(made))
                if passes(self._task, self._spec, other):
                    continue
                drive = self._drive(other)
                self._count("right", "another right answer")
                if not drive.stuck and not all(e.passed for e in self._outcomes(drive)):
                    what = "another answer that meets all that the goal names is rejected"
                    self._find("rejects_right", "entity", what, drive)
                    return

    def _mutant(self, mutant: Mutant) -> None:
        drive = self._rig.drive(mutant.moves)
        self._count("near miss", mutant.name)
        if not drive.stuck and all(each.passed for each in self._outcomes(drive)):
            self._find(mutant.category, mutant.aspect, mutant.name, drive)

    def _unsaved(self, course: Course) -> None:
        """Saves are asked for: they must be possible, and must count."""
        if not self._saves:
            return
        saved = self._drive(course, save=True)
        if saved.stuck:
            self._find("impossible", "save", f"the item cannot be saved: {saved.stuck}", saved)
        drive = self._drive(course)
        self._count("near miss", "nothing is saved")
        if all(each.passed for each in self._outcomes(drive)):
            asked = " and ".join(self._meaning.said.save)
            self._find("accepts_wrong", "save", f"nothing is saved (asked for: {asked})", drive)

    def _wrong(self, aspect: Aspect, what: str, course: Course) -> None:
        drive = self._drive(course)
        self._count("near miss", what)
        if not drive.stuck and all(each.passed for each in self._outcomes(drive)):
            self._find("accepts_wrong", aspect, what, drive)

    def _subject(self, course: Course) -> Subject:
        target = self._meaning.target
        found = tuple(candidates(self._spec, request) for request in target.make)
        return Subject(
            task=self._task,
            target=target,
            spec=self._spec,
            found=found,
            right=self._scenario(course),
        )

    def _scenario(self, course: Course, *, save: bool = False) -> Scenario:
        return Scenario(
            consult=self._meaning.asked.consult,
            cancel=course.cancel,
            make=course.make,
            save=self._meaning.target.save if save else (),
        )

    def _drive(self, course: Course, *, save: bool = False) -> Drive:
        moves: tuple[Move, ...] = self._scenario(course, save=save).moves(self._spec)
        return self._rig.drive(moves)

    def _outcomes(self, drive: Drive) -> tuple[RuleOutcome, ...]:
        return verify(self._task.rules, drive.record.ends[0])

    def _count(self, kind: str, name: str) -> None:
        self._report.trials.append(Trial(kind=kind, name=f"{self._task.id}: {name}"))

    def _find(
        self, category: Category, aspect: Aspect, what: str, drive: Drive | None = None
    ) -> None:
        done: tuple[str, ...] = ()
        verdict: tuple[str, ...] = ()
        if drive is not None:
            done = tuple(self._done(drive)) or ("nothing",)
            verdict = tuple(
                f"{each.says}: {each.found} found, {'passed' if each.passed else 'failed'}"
                for each in self._outcomes(drive)
            )
        self._report.findings.append(
            Finding(
                session=self._task.id,
                category=category,
                aspect=aspect,
                what=what,
                done=done,
                verdict=verdict,
            )
        )

    def _done(self, drive: Drive) -> Iterator[str]:
        """The rows that a course has made, changed or taken away."""
        tables = drive.record.ends[0].tables[self._spec.id]
        for table in self._spec.tables:
            before = {
                row["id"]: row for row in self._task.prepared.get(self._spec.id, {}).get(table, ())
            }
            now = {row["id"]: row for row in tables[table]}
            for id, row in now.items():
                if id not in before:
                    yield f"{table} + {_shown(row)}"
                    continue
                old = before[id]
                # Columns have types: what was prepared as 2 may be kept as '2'.
                if changed := {k: v for k, v in row.items() if str(old.get(k, v)) != str(v)}:
                    yield f"{table} ~ id={id} {_shown(changed)}"
            for id in before.keys() - now.keys():
                yield f"{table} - {_shown(before[id])}"


def _shown(row: Row) -> str:
    return ", ".join(
        f"{column}={value!r}"
        for column, value in row.items()
        if value not in (None, "") and column not in ("id", "created_at")
    )
