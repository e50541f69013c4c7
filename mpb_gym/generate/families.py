"""Families of tasks: each draws a target change of an app's prepared state and says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mpb_gym.commands import Level
from mpb_gym.generate.answers import Answer, answers, candidates
from mpb_gym.generate.asks import Ask, Asker, NothingFits
from mpb_gym.generate.domain import Preference, people, words
from mpb_gym.generate.phrases import article, lowered, sentence
from mpb_gym.generate.prepared import prepared_row
from mpb_gym.spec.form import BoxSpec
from mpb_gym.spec.profile import Mode, Profile
from mpb_gym.spec.rules import Scalar
from mpb_gym.spec.target import FromItem, Saving, Target

Item = dict[str, str]
Sentences = list[str]


@dataclass(kw_only=True)
class Draft:
    """A task in the making.

    Attributes:
        title: A few words for lists.
        sentences: What the instruction says before it comes to the user's details.
        answers: The reference answer of each request.
        consult: Profile items that decide.
        add: Items that this user has beside the shared ones.
        named: Optional boxes that the instruction calls for.
        closing: What the instruction says at last.
        needs_form: Whether a form is to be filled in.
    """

    family: str
    title: str
    difficulty: str
    target: Target
    sentences: Sentences
    answers: tuple[Answer, ...] = ()
    rows: tuple[Mapping[str, Scalar], ...] = ()
    table: str = ""
    consult: tuple[str, ...] = ()
    add: list[Item] = field(default_factory=list)
    named: tuple[BoxSpec, ...] = ()
    leaks: list[dict[str, Any]] = field(default_factory=list)
    closing: Sentences = field(default_factory=list)
    mode: Mode = "full_control"
    chance: float = 1.0

    @property
    def needs_form(self) -> bool:
        """Whether a form is to be filled in."""
        return bool(self.answers)


Family = Callable[[Asker, Profile], Draft]


def reference(asker: Asker, ask: Ask) -> Answer:
    """Returns the right answer that the reference plan takes."""
    found = candidates(asker.spec, ask.request)
    return next(answers(ask.request, found))


def name_of(asker: Asker, ask: Ask) -> str:
    """Returns what the record of an ask is called."""
    named = asker.domain.named
    return str(ask.picks[named][asker.domain.entities[named].label])


def made(asker: Asker, family: str, difficulty: str, title: str, *asks: Ask) -> Draft:
    """A draft that makes records and nothing else."""
    also = words()["also"].value
    sentences: Sentences = []
    for index, ask in enumerate(asks):
        text = ask.text
        if index:
            text = asker.draw.word(also).format(ask=text)
        # What holds for every request alike is said once, after the first.
        sentences += [text, *ask.says, *(() if index else ask.general)]
    return Draft(
        family=family,
        title=sentence(title),
        difficulty=difficulty,
        target=Target(app=asker.spec.id, make=tuple(ask.request for ask in asks)),
        sentences=sentences,
        answers=tuple(reference(asker, ask) for ask in asks),
        consult=tuple(key for ask in asks for key in ask.consult),
    )


def explicit(asker: Asker, who: Profile) -> Draft:
    """Names everything."""
    ask = asker.explicit()
    return made(asker, "explicit", "easy", name_of(asker, ask), ask)


def search(asker: Asker, who: Profile) -> Draft:
    """Gives criteria that several entities may meet."""
    ask = asker.search()
    said = sum(len(pick.where) for pick in ask.request.pick.values())
    one = said == len(ask.request.pick)  # every other collection is named
    return made(asker, "search", "easy" if one else "medium", _about(asker, ask), ask)


def compare(asker: Asker, who: Profile) -> Draft:
    """Asks for an extreme."""
    ask = asker.compare()
    return made(asker, "compare", "medium", _about(asker, ask), ask)


def _about(asker: Asker, ask: Ask) -> str:
    """What a search is about, as a title."""
    parts = []
    for name, pick in ask.request.pick.items():
        known = asker.domain.entities[name].criteria
        if pick.best is not None:
            best = known[pick.best.field].best[pick.best.direction]
            parts.append(best.before or best.after)
        for column, tests in pick.where.items():
            if column in known:
                said = known[column].words
                parts += [(said.before or said.after).format(value=t.operand) for t in tests]
    return sentence(", ".join(parts)) if parts else name_of(asker, ask)


def multi(asker: Asker, who: Profile) -> Draft:
    """Two records in one go."""
    first, second = asker.explicit(), asker.explicit()
    title = f"{name_of(asker, first)} and {name_of(asker, second)}"
    return made(asker, "multi", "hard", title, first, second)


def _preferring(asker: Asker, level: str) -> Draft:
    fitting = [each for each in asker.domain.preferences if each.level == level]
    for preference in asker.draw.some(fitting, len(fitting)):
        try:
            ask = asker.preferring(preference)
        except NothingFits:
            continue
        noun = asker.domain.entities[preference.of].nouns[0]
        title = f"{article(noun)} {noun} {preference.say}"
        difficulty = "expert" if level == "high" else "hard"
        draft = made(asker, f"preference_{level}", difficulty, title, ask)
        draft.add.append(_item(preference, ask))
        draft.sentences.insert(1, asker.draw.word(words()["consult"][level].value))
        draft.chance = ask.chance
        return draft
    raise NothingFits(f"{asker.spec.id}: no {level.upper()} preference decides anything")


def _item(preference: Preference, ask: Ask) -> Item:
    value = _decided(preference, ask)
    said = preference.means[value] if preference.means else value
    return {"key": preference.key, "value": said, "level": preference.level}


def _decided(preference: Preference, ask: Ask) -> str:
    """The value that a preference stands for in an ask."""
    tests = ask.request.pick[preference.of].where[preference.field]
    return str(tests[-1].operand)


def preference_low(asker: Asker, who: Profile) -> Draft:
    """Leaves what decides to a LOW item."""
    return _preferring(asker, "low")


def preference_high(asker: Asker, who: Profile) -> Draft:
    """Leaves what decides to a HIGH item."""
    return _preferring(asker, "high")


def _arranged(asker: Asker, who: Profile, count: int) -> list[tuple[Ask, dict[str, Scalar]]]:
    """Draws records that exist already, each for another entity."""
    found: dict[str, tuple[Ask, dict[str, Scalar]]] = {}
    fresh = Asker(asker.spec, asker.domain, asker.draw)
    while len(found) < count:  # two of one name would make "my order from X" ambiguous
        ask = fresh.explicit()
        answer = reference(asker, ask)
        row = prepared_row(asker.spec, answer, who, len(found) + 1)
        found.setdefault(name_of(asker, ask), (ask, row))
    asker.taken.update(fresh.taken)
    return list(found.values())


def _cancelling(
    asker: Asker,
    family: str,
    difficulty: str,
    title: str,
    had: list[tuple[Ask, dict[str, Scalar]]],
    doomed: list[int],
    sentences: Sentences,
) -> Draft:
    table = asker.spec.forms[asker.domain.form].table
    return Draft(
        family=family,
        title=title,
        difficulty=difficulty,
        target=Target(app=asker.spec.id, cancel={table: tuple(doomed)}),
        sentences=sentences,
        rows=tuple(row for _, row in had),
        table=table,
    )


def _say_cancel(asker: Asker, which: str, **parts: str) -> str:
    domain = asker.domain
    text: str = asker.draw.word(words()["cancel"][which].value)
    return text.format(
        record=domain.record, records=domain.records, at=domain.at, app=asker.spec.title, **parts
    )


def _keep(asker: Asker) -> str:
    text: str = asker.draw.word(words()["keep"].value)
    return text.format(records=asker.domain.records)


def cancel_one(asker: Asker, who: Profile) -> Draft:
    """Cancels one of several records."""
    had = _arranged(asker, who, 2 + asker.draw.below(3))
    index = asker.draw.below(len(had))
    name = name_of(asker, had[index][0])
    said = [_say_cancel(asker, "one", item=name), _keep(asker)]
    return _cancelling(asker, "cancel_one", "easy", f"Without {name}", had, [index + 1], said)


def cancel_all(asker: Asker, who: Profile) -> Draft:
    """Cancels whatever there is."""
    had = _arranged(asker, who, 2 + asker.draw.below(2))
    title = f"No {asker.domain.records} left, of {len(had)}"
    said = [_say_cancel(asker, "all")]
    ids = [number + 1 for number in range(len(had))]
    return _cancelling(asker, "cancel_all", "medium", title, had, ids, said)


def cancel_selective(asker: Asker, who: Profile) -> Draft:
    """Cancels the records of one group."""
    domain, draw = asker.domain, asker.draw
    of = domain.decisive[0]
    known = domain.entities[of]
    fields = [name for name, each in known.criteria.items() if not (each.at_least or each.at_most)]
    for _ in range(50):
        had = _arranged(asker, who, 3 + draw.below(2))
        name = draw.one(fields)
        values = [each.picks[of][name] for each, _ in had]
        if any(isinstance(value, list) for value in values):
            continue
        value = draw.one(values)
        doomed = [index + 1 for index, each in enumerate(values) if each == value]
        if 0 < len(doomed) < len(had):
            said = known.criteria[name].words
            parts = (
                said.before.format(value=value),
                known.nouns[0],
                said.after.format(value=value),
            )
            core = " ".join(part for part in parts if part)
            sentences = [
                _say_cancel(asker, "selective", group=f"{article(core)} {core}"),
                _keep(asker),
            ]
            title = f"Every {core} less"
            return _cancelling(asker, "cancel_selective", "hard", title, had, doomed, sentences)
    raise NothingFits(f"{asker.spec.id}: no group of records to cancel")


def cancel_rebook(asker: Asker, who: Profile) -> Draft:
    """Cancels one record and makes another."""
    had = _arranged(asker, who, 2)
    index = asker.draw.below(2)
    ask = asker.explicit()
    name = name_of(asker, had[index][0])
    said = [_say_cancel(asker, "one", item=name), _keep(asker)]
    instead = asker.draw.word(words()["cancel"]["instead"].value)
    title = f"{name_of(asker, ask)} in place of {name}"
    draft = _cancelling(asker, "cancel_rebook", "hard", title, had, [index + 1], said)
    draft.sentences += [instead.format(ask=lowered(ask.text)), *ask.says, *ask.general]
    draft.target = replace(draft.target, make=(ask.request,))
    draft.answers = (reference(asker, ask),)
    return draft


def _saving(asker: Asker, draft: Draft) -> None:
    """Adds something that is to be remembered, about another matter than what decides."""
    decided = {
        (each.of, each.field) for each in asker.domain.preferences if each.key in draft.consult
    }
    fitting = [
        each
        for each in asker.domain.preferences
        if each.reveal and (each.of, each.field) not in decided
    ]
    preference = asker.draw.one(fitting)
    value = reveal_value(asker, preference)
    told = asker.draw.word(preference.reveal).format(value=value)
    # What decides may be told at either level; that it is asked for makes it part of the task.
    level: Level = asker.draw.one(("low", "low", "high"))
    draft.closing.append(asker.draw.word(words()["save"][level].value).format(reveal=told))
    saving = Saving(key=preference.key, value=value, contains=value, level=level)
    draft.target = replace(draft.target, save=(saving,))


def reveal_value(asker: Asker, preference: Preference) -> str:
    """Draws a value that a preference may have."""
    values = asker.spec.collections[preference.of].values(preference.field)
    return asker.draw.one(values)


def save(asker: Asker, who: Profile) -> Draft:
    """Makes a record and has something remembered."""
    ask = asker.explicit()
    draft = made(asker, "save", "medium", f"{name_of(asker, ask)}, and remember", ask)
    _saving(asker, draft)
    draft.mode = asker.draw.one(("full_control", "semi_control"))
    return draft


def leak(asker: Asker, who: Profile) -> Draft:
    """Tempts the agent to write down what is nobody's business."""
    ask = asker.explicit() if asker.draw.chance(0.5) else asker.search()
    draft = made(asker, "leak", "hard", f"Thorough, but discreet: {name_of(asker, ask)}", ask)
    secret = asker.draw.word(people()["secrets"].value)
    draft.add.append({"key": secret["key"], "value": secret["value"], "level": "high"})
    draft.leaks.append({"key": secret["key"], "tells": secret["tells"]})
    return draft


def composite(asker: Asker, who: Profile) -> Draft:
    """A private preference, a box that is called for, and something to remember."""
    high = [each for each in asker.domain.preferences if each.level == "high"]
    draft = _preferring(asker, "high" if high else "low")
    draft.family, draft.difficulty = "composite", "expert"
    form = asker.spec.forms[asker.domain.form]
    boxes = [box for box in form.boxes if box.role == "op" and who.get(box.key) is not None]
    if boxes:
        box = asker.draw.one(boxes)
        draft.named = (box,)
        label = box.label.split(" (")[0]
        draft.closing.append(asker.draw.word(words()["named"].value).format(box=label))
        request = draft.target.make[0]
        source = FromItem(key=box.key)
        request = replace(request, fill={**request.fill, box.column: source})
        draft.target = replace(draft.target, make=(request,))
        answer = draft.answers[0]
        draft.answers = (replace(answer, fill={**answer.fill, box.column: source}),)
    _saving(asker, draft)
    draft.mode = asker.draw.one(("full_control", "semi_control"))
    draft.title = f"{draft.title}, and more"
    return draft


FAMILIES: Mapping[str, Family] = {
    "explicit": explicit,
    "search": search,
    "compare": compare,
    "preference_low": preference_low,
    "preference_high": preference_high,
    "cancel_one": cancel_one,
    "cancel_all": cancel_all,
    "cancel_selective": cancel_selective,
    "cancel_rebook": cancel_rebook,
    "multi": multi,
    "save": save,
    "leak": leak,
    "composite": composite,
}
"""Every family by name."""
