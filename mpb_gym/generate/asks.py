"""Single requests: drawn from what the app offers, and put into words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from mpb_gym.errors import MyPhoneError
from mpb_gym.generate.answers import candidates, meets, options, shown
from mpb_gym.generate.demands import criterion_of, is_or_has, loose_time, pick_of, several, value_of
from mpb_gym.generate.domain import Domain, Preference
from mpb_gym.generate.draw import Draw
from mpb_gym.generate.journey import Journey, journey
from mpb_gym.generate.phrases import DateStyle, Described, described, wanted
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.blocks import Stepper
from mpb_gym.spec.catalogue import Entity
from mpb_gym.spec.target import Best, Criterion, FromItem, Pick, Request, Want

MOST_RIGHT = 6
"""More entities than this make a search too easy to be a task."""

GUESS = 0.25
"""A hidden preference may be met by at most this share of what is otherwise right."""

_TRIES = 200


class NothingFits(MyPhoneError, LookupError):
    """An app's catalogue offers nothing of the kind that was to be drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A request and its words.

    Attributes:
        text: The sentence that asks for it.
        says: Further sentences that it needs.
        general: Those that hold for every request of the app alike.
        picks: What it was drawn around: one right entity by collection.
        consult: Profile items that decide.
        chance: Share of right answers among those that a guess would hit upon.
    """

    request: Request
    text: str
    says: tuple[str, ...]
    general: tuple[str, ...]
    picks: Mapping[str, Entity]
    consult: tuple[str, ...] = ()
    chance: float = 1.0


@dataclass(frozen=True, slots=True)
class Asker:
    """Draws requests for one app.

    Args:
        spec: The app.
        domain: How people speak of it.
        draw: Where chance comes from.
    """

    spec: AppSpec
    domain: Domain
    draw: Draw
    taken: set[Any] = field(default_factory=set)

    @property
    def way(self) -> Journey:
        """The way to the form."""
        return journey(self.spec, self.domain.form)

    def _until(self, attempt: Callable[[], Ask | None], kind: str) -> Ask:
        for _ in range(_TRIES):
            found = attempt()
            if found is not None:
                self.taken.add(_ids(found.picks))
                return found
        raise NothingFits(f"{self.spec.id}: its catalogue has no {kind} to ask for")

    def explicit(self) -> Ask:
        """Asks for entities by name, with every choice said."""
        return self._until(lambda: self._explicit(self.draw_picks()), "explicit target")

    def named(self, picks: Mapping[str, Entity]) -> Ask:
        """Asks for certain entities by name."""
        return self._until(lambda: self._explicit(picks), "explicit target")

    def _explicit(self, picks: Mapping[str, Entity]) -> Ask | None:
        choose = self._choices(picks)
        if choose is None or not self._fresh(picks):
            return None
        return self._ask(picks, {}, choose)

    def search(self) -> Ask:
        """Asks for any entity that meets some criteria."""
        return self._until(self._search, "search")

    def _search(self) -> Ask | None:
        picks = self.draw_picks()
        of = self.draw.one(self.domain.decisive)
        criteria = self._criteria(of, picks[of], 1 + self.draw.below(2), best=False)
        choose = self._choices(picks, loose=True)
        if not criteria or choose is None:
            return None
        ask = self._ask(picks, {of: Described(criteria=criteria)}, choose)
        found = candidates(self.spec, ask.request)
        first = any(each.first for each in choose.values())
        if not 1 <= len(found) <= (1 if first else MOST_RIGHT):
            return None
        return ask if len(found) < len(self._visible(of, picks)) else None

    def compare(self) -> Ask:
        """Asks for the extreme of a group, which one entity alone is."""
        return self._until(self._compare, "single extreme")

    def _compare(self) -> Ask | None:
        picks = self.draw_picks()
        of = self.draw.one(self.domain.decisive)
        criteria = self._criteria(of, picks[of], 1, best=True)
        return self._best(of, picks, criteria, ())

    def _best(
        self,
        of: str,
        picks: Mapping[str, Entity],
        criteria: tuple[tuple[str, Criterion], ...],
        hidden: tuple[tuple[str, Criterion], str] | tuple[()],
    ) -> Ask | None:
        fields = [
            (name, direction)
            for name, words in self.domain.entities[of].criteria.items()
            for direction in words.best
            if name not in dict(criteria)
        ]
        if not fields:
            return None
        best = Best(field=self.draw.one(fields)[0], direction="highest")
        best = replace(best, direction=self.draw.one([d for n, d in fields if n == best.field]))
        hints = (hidden[1],) if hidden else ()
        tests = (*criteria, hidden[0]) if hidden else criteria
        pick = pick_of(tests, None)
        group = [each for each in self._visible(of, picks) if meets(each, pick)]
        if len(group) < 2:
            return None
        extreme = (max if best.direction == "highest" else min)(each[best.field] for each in group)
        winners = [each for each in group if each[best.field] == extreme]
        if len(winners) != 1:
            return None
        picks = {**picks, of: winners[0]}
        if not self._reachable(picks):
            return None
        choose = self._choices(picks, open_ended=bool(hidden))
        if choose is None or not self._fresh(picks):
            return None
        what = Described(criteria=criteria, best=best, hints=hints)
        ask = self._ask(picks, {of: what}, choose, {of: hidden[0]} if hidden else {})
        found = candidates(self.spec, ask.request)
        return ask if [each.picks[of] for each in found] == winners else None

    def preferring(self, preference: Preference, *, later: bool = False) -> Ask:
        """Asks for what a preference decides, without saying it.

        Args:
            preference: One of the domain's.
            later: Whether it was told in an earlier session, in place of the profile.
        """
        return self._until(lambda: self._preferring(preference, later), preference.key)

    def _preferring(self, preference: Preference, later: bool) -> Ask | None:
        picks = self.draw_picks()
        of = preference.of
        value = value_of(self.draw, picks[of][preference.field])
        if preference.means and value not in preference.means:
            return None
        hidden = (preference.field, is_or_has(picks[of][preference.field], value))
        say = preference.later if later else preference.say
        criteria = tuple(
            each
            for each in self._criteria(of, picks[of], self.draw.below(2), best=True)
            if each[0] != preference.field
        )
        ask = self._best(of, picks, criteria, (hidden, say)) if self.draw.chance(0.6) else None
        if ask is None:
            choose = self._choices(picks, loose=True, open_ended=True)
            if choose is None or any(each.first for each in choose.values()):
                return None
            what = Described(criteria=criteria, hints=(say,))
            ask = self._ask(picks, {of: what}, choose, {of: hidden})
        found = candidates(self.spec, ask.request)
        if not 1 <= len(found) <= MOST_RIGHT:
            return None
        open_pick = pick_of(criteria, None)
        guesses = candidates(
            self.spec, replace(ask.request, pick={**ask.request.pick, of: open_pick})
        )
        chance = len(found) / len(guesses)
        said = " ".join((ask.text, *ask.says, *ask.general)).casefold()
        if chance > GUESS or value.casefold() in said:
            return None
        consult = () if later else (preference.key,)
        return replace(ask, consult=consult, chance=round(chance, 4))

    def draw_picks(self) -> dict[str, Entity]:
        """Draws one entity of each collection, as the app would show them."""
        picks: dict[str, Entity] = {}
        for collection in self.way.collections:
            picks[collection] = self.draw.one(self._visible(collection, picks))
        return picks

    def _visible(self, of: str, picks: Mapping[str, Entity]) -> tuple[Entity, ...]:
        before = {name: picks[name] for name in self.way.collections[: self._index(of)]}
        return shown(self.spec, self.way, of, before)

    def _index(self, of: str) -> int:
        return self.way.collections.index(of)

    def _reachable(self, picks: Mapping[str, Entity]) -> bool:
        return all(picks[name] in self._visible(name, picks) for name in self.way.collections)

    def _fresh(self, picks: Mapping[str, Entity]) -> bool:
        """Whether no earlier request of this task was for the same."""
        return _ids(picks) not in self.taken

    def _criteria(
        self, of: str, entity: Entity, count: int, *, best: bool
    ) -> tuple[tuple[str, Criterion], ...]:
        """Draws criteria that an entity meets; before a superlative only categories."""
        known = self.domain.entities[of].criteria
        fields = [name for name, words in known.items() if words.words != type(words.words)()]
        if best:
            fields = [name for name in fields if not (known[name].at_least or known[name].at_most)]
        found = []
        for name in self.draw.some(fields, count):
            criterion = criterion_of(self.draw, known[name], entity[name])
            if criterion is not None:
                found.append((name, criterion))
        return tuple(found)

    def _choices(
        self, picks: Mapping[str, Entity], *, loose: bool = False, open_ended: bool = False
    ) -> dict[str, Want] | None:
        """Draws what to choose; ``None`` if an entity leaves nothing to choose from.

        Args:
            picks: The entities.
            loose: Whether times may be said loosely.
            open_ended: Whether to leave open what can be: options may give away an entity.
        """
        wants: dict[str, Want] = {}
        for choice in self.way.choices:
            words = self.domain.choices[choice.name]
            found = [each.label for each in options(choice, picks)]
            if not found:
                return None
            if open_ended and words.whatever:
                continue
            if words.kind == "time" and words.loose and loose and self.draw.chance(0.6):
                wants[choice.name] = loose_time(self.draw, found)
            elif several(choice):
                least, most = words.take
                count = least + self.draw.below(most - least + 1)
                taken = self.draw.some(found, min(count, len(found)))
                wants[choice.name] = Want(exactly=tuple(each for each in found if each in taken))
            elif isinstance(choice, Stepper):
                least, most = words.take
                wants[choice.name] = Want(exactly=(str(least + self.draw.below(most - least + 1)),))
            else:
                wants[choice.name] = Want(exactly=(self.draw.one(found),))
        return wants

    def _ask(
        self,
        picks: Mapping[str, Entity],
        what: Mapping[str, Described],
        choose: Mapping[str, Want],
        hidden: Mapping[str, tuple[str, Criterion]] | None = None,
    ) -> Ask:
        """Puts a request together and says it."""
        pick: dict[str, Pick] = {}
        parts: dict[str, str] = {"app": self.spec.title}
        for name in self.way.collections:
            words = self.domain.entities[name]
            if name in what:
                tests = what[name].criteria
                if hidden and name in hidden:
                    tests = (*tests, hidden[name])
                pick[name] = pick_of(tests, what[name].best)
                parts[name] = described(words, what[name], self.draw)
            else:
                label = picks[name][words.label]
                pick[name] = Pick(where={words.label: (Criterion(test="is", operand=label),)})
                parts[name] = label
        style: DateStyle = self.draw.one(("iso", "long"))
        for name, choice in self.domain.choices.items():
            open_words = choice.whatever and name not in choose
            parts[name] = (
                self.draw.word(choice.whatever)
                if open_words
                else wanted(choice, choose[name], style)
            )
        fill: dict[str, str | FromItem] = {
            column: self.draw.word(texts) for column, texts in self.domain.fill.items()
        }
        for column, (after, least, most) in self.domain.nights.items():
            start = date.fromisoformat(choose[after].exactly[0])
            nights = least + self.draw.below(most - least + 1)
            fill[column] = (start + timedelta(days=nights)).isoformat()
        said = {**parts, **{name: str(text) for name, text in fill.items()}}
        request = Request(form=self.domain.form, pick=pick, choose=dict(choose), fill=fill)
        says = [self.draw.word(each) for each in self.domain.say]
        return Ask(
            request=request,
            text=self.draw.word(self.domain.ask).format_map(parts),
            says=tuple(each.format_map(said) for each in says if "{" in each),
            general=tuple(each for each in says if "{" not in each),
            picks=picks,
        )


def _ids(picks: Mapping[str, Entity]) -> tuple[Any, ...]:
    return tuple(each["id"] for each in picks.values())
