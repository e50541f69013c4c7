"""Small skills with a screen, as generators of commands: find, tap, fill."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias

from mpb_gym.agents.reader import Element, Screen, read
from mpb_gym.commands import (
    Click,
    Command,
    Direction,
    LongPress,
    Swipe,
    SystemButton,
    Type,
)
from mpb_gym.episode import View
from mpb_gym.spec.form import BETWEEN

Commands: TypeAlias = Generator[Command, None, None]
Finder: TypeAlias = Callable[[Screen], Element | None]

_MIDDLE = (0.5, 0.35)
"""Where swipes start: above the keyboard on any screen."""

_EDGE = 0.97
"""An element that reaches this far right may belong to a row with more in it."""


class Hands:
    """What a careful person does to reach something on a phone.

    Args:
        view: What they see.
    """

    def __init__(self, view: View) -> None:
        self._view = view

    def find(self, finder: Finder) -> Generator[Command, None, Element | None]:
        """Looks further down to the end, then up to the top, then along rows of chips."""
        found = yield from self.find_below(finder)
        if found is None:
            found = yield from self._sweep(finder, "down")
        if found is None:
            found = yield from self._sweep_chips(finder)
        return found

    def find_below(self, finder: Finder) -> Generator[Command, None, Element | None]:
        """Looks here and further down only."""
        if (found := finder(read(self._view))) is not None:
            return found
        if read(self._view).keyboard:
            yield SystemButton(button="back")
        return (yield from self._sweep(finder, "up"))

    def _sweep(
        self, finder: Finder, direction: Direction
    ) -> Generator[Command, None, Element | None]:
        while True:
            if (found := finder(read(self._view))) is not None:
                return found
            yield Swipe(direction=direction, coordinate=_MIDDLE)
            if self._view.action_error:
                return None

    def _sweep_chips(self, finder: Finder) -> Generator[Command, None, Element | None]:
        edges = [each for each in read(self._view).elements if each.checkable]
        heights = dict.fromkeys(each.center[1] for each in edges if each.right > _EDGE)
        for y in heights:
            while True:
                yield Swipe(direction="left", coordinate=(0.5, y))
                if (found := finder(read(self._view))) is not None:
                    return found
                if self._view.action_error:
                    break
        return None

    def tap(self, label: str) -> Generator[Command, None, bool]:
        """Taps what is called so; false if it is nowhere or cannot be tapped."""
        found = yield from self.find(lambda screen: screen.named(label))
        if found is None:
            return False
        yield Click(coordinate=found.center)
        return not self._view.action_error

    def _tap_chip(self, label: str, option: str) -> Commands:
        """Taps a chip; other boxes may have one that says the same, but not right below."""

        def below(screen: Screen) -> Element | None:
            top = screen.box(label)
            after = screen.elements.index(top) + 1 if top else 0
            return screen._replace(elements=screen.elements[after:]).option(option)

        if not option:
            return
        found = yield from self.find(below)
        if found is not None:
            yield Click(coordinate=found.center)

    def fill(self, label: str, value: str) -> Generator[Command, None, bool]:
        """Makes a box hold a value; false if there is no such box."""
        found = yield from self.find(lambda screen: screen.box(label))
        if found is None:
            return False
        if found.text != value:
            yield from self.write(found, value)
        return not self._view.action_error

    def write(self, box: Element, value: str) -> Commands:
        """Types into a box, in place of what it holds; of a dropdown, takes the option.

        A switch that stands at another value is tapped; of chips, those that differ.
        """
        if box.chips:
            for each in sorted({*value.split(BETWEEN)} ^ {*box.text.split(BETWEEN)}):
                yield from self._tap_chip(box.names[0], each)
            return
        if box.switch:
            yield Click(coordinate=box.center)
            return
        if box.menu:
            yield Click(coordinate=box.center)
            option = yield from self.find(lambda screen: screen.option(value))
            yield Click(coordinate=option.center) if option else SystemButton(button="back")
            return
        if box.text:
            # A long press selects a word, another one everything; the box may move meanwhile.
            yield LongPress(coordinate=box.center)
            found = (each for each in read(self._view).elements if each.focused)
            yield LongPress(coordinate=next(found, box).center)
        else:
            yield Click(coordinate=box.center)
        yield Type(text=value)
