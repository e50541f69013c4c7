"""Families that make records, of which the instruction says all that decides."""

from __future__ import annotations

from mpb_gym.generate.asks import Ask, Asker
from mpb_gym.generate.families.draft import Draft, made, name_of
from mpb_gym.generate.phrases import sentence
from mpb_gym.spec.profile import Profile


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
