"""Families that cancel records which exist already."""

from __future__ import annotations

from dataclasses import replace

from mpb_gym.generate.asks import Ask, Asker, NothingFits
from mpb_gym.generate.domain import words
from mpb_gym.generate.families.draft import Draft, Sentences, name_of, reference
from mpb_gym.generate.phrases import article, lowered
from mpb_gym.generate.prepared import prepared_row
from mpb_gym.spec.profile import Profile
from mpb_gym.spec.rules import Scalar
from mpb_gym.spec.target import Target


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
