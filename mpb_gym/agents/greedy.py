"""An agent that takes whatever there is, one after another: the floor of trying everything."""

from __future__ import annotations

from mpb_gym.agents.agent import AgentConfig
from mpb_gym.agents.hands import Commands, Hands
from mpb_gym.agents.labels import key_for
from mpb_gym.agents.reader import Element, Screen, read
from mpb_gym.commands import Click, Command, Open, SystemButton, Terminate
from mpb_gym.episode import View
from mpb_gym.spec.plan import PlanStep

_DEEP = 12
"""Screens between a list and a record; more means that the way leads nowhere."""

_BOTTOM = 0.88
"""Where on a screen, from the top, the button that leads on is looked for."""

_FILLER = "As told"
"""What it writes into boxes for which it knows nothing."""


class Greedy:
    """Goes through the first screen's cards and makes a record of each, until it is stopped.

    It reads nothing of the instruction but the app's name. A benchmark whose rules would pass
    a record too many would pass it.
    """

    planned = False

    def __init__(self, config: AgentConfig) -> None:
        config.only()
        self._script: Commands | None = None

    def begin(self, view: View, plan: tuple[PlanStep, ...]) -> None:
        """Starts over."""
        self._view, self._hands = view, Hands(view)
        self._script = self._take_all()

    def act(self, view: View) -> Command:
        """Goes on."""
        assert self._script is not None, "begin() comes before act()"
        return next(self._script)

    def _take_all(self) -> Commands:
        names = [name for each in read(self._view).elements for name in each.names]
        app = next((name for name in names if name in self._view.instruction), "")
        taken: set[str] = set()
        while True:
            yield Open(text="iMy")  # an app that is opened anew shows where one was
            yield Open(text=app)
            while self._view.action_error == "":
                yield SystemButton(button="back")
                if not read(self._view).named("Navigate up"):
                    break
            yield Open(text=app)
            card = yield from self._hands.find(lambda screen: _card(screen, taken))
            if card is None:
                break
            taken.add(card.text)
            yield Click(coordinate=card.center)
            yield from self._go_on()
        while True:
            yield Terminate(status="success")

    def _go_on(self) -> Commands:
        """Takes the first of every choice and fills in every box, as far as that leads."""
        for _ in range(_DEEP):
            screen = read(self._view)
            if not screen.named("Navigate up"):
                return
            yield from self._choose()
            if screen.boxes():
                yield from self._fill()
            button = _button(read(self._view))
            if button is None:
                card = _card(read(self._view), set())
                if card is None:
                    return
                yield Click(coordinate=card.center)
                continue
            yield Click(coordinate=button.center)

    def _choose(self) -> Commands:
        """Takes options from the top until the button that leads on can be pressed."""
        tried: set[str] = set()

        def untried(screen: Screen) -> Element | None:
            options = (each for each in screen.elements if each.checkable and each.clickable)
            return next((each for each in options if each.text not in tried), None)

        while _button(read(self._view)) is None:
            option = yield from self._hands.find_below(untried)
            if option is None:
                return
            tried.add(option.text)
            yield Click(coordinate=option.center)

    def _fill(self) -> Commands:
        tried: set[str] = set()

        def empty(screen: Screen) -> Element | None:
            boxes = (each for each in screen.boxes() if each.names[0] not in tried)
            return next((each for each in boxes if not each.text), None)

        while (box := (yield from self._hands.find_below(empty))) is not None:
            label = box.names[0]
            tried.add(label)
            known: dict[str, str] = self._view.imy["low"]
            yield from self._hands.write(box, known.get(key_for(label, known) or "", _FILLER))


def _card(screen: Screen, taken: set[str]) -> Element | None:
    """A card says several things in several lines."""
    return next(
        (
            each
            for each in screen.elements
            if each.clickable
            and not each.checkable
            and "\n" in each.text
            and each.text not in taken
        ),
        None,
    )


def _button(screen: Screen) -> Element | None:
    """The button at the very bottom that leads on."""
    found = [
        each
        for each in screen.elements
        if each.clickable and each.center[1] > _BOTTOM and "\n" not in each.text
    ]
    return found[-1] if found and found[-1].enabled and not screen.keyboard else None
