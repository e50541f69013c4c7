"""A hand that works a phone by what is on its screen."""

from __future__ import annotations

from collections.abc import Iterator

from mpb_gym.agents.hands import Hands
from mpb_gym.commands import Click, Command, LongPress, Open, SystemButton, Type
from mpb_gym.episode import Episode

SMALL = (216, 480)


class Pilot:
    """Drives an episode as a user would: by names that are on screen.

    Args:
        episode: What to drive.
    """

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self._hands = Hands(episode.view)

    def do(self, *commands: Command) -> str:
        """Carries out commands and returns the last action error."""
        for command in commands:
            self.episode.apply(command)
        return self.episode.view.action_error

    def _run(self, script: Iterator[Command]) -> None:
        for command in script:
            self.do(command)

    def open(self, app: str = "mDoorDash") -> Pilot:
        """Opens an app."""
        self.do(Open(text=app))
        return self

    def tap(self, label: str) -> Pilot:
        """Scrolls to what is called so, and taps it."""
        self._run(self._hands.tap(label))
        assert self.episode.view.action_error == "", label
        return self

    def fill(self, label: str, text: str) -> Pilot:
        """Makes a box hold a text."""
        self._run(self._hands.fill(label, text))
        return self

    def back(self) -> Pilot:
        """Presses Back."""
        self.do(SystemButton(button="back"))
        return self

    def type(self, text: str) -> str:
        """Types into the focused box; returns the action error."""
        return self.do(Type(text=text))

    def texts(self) -> list[str]:
        """Everything that the accessibility tree says, descriptions and labels included."""
        names = ("text", "content_description", "hint_text")
        elements = self.episode.view.elements()["elements"]
        return [element[name] for element in elements for name in names if element[name]]

    def element(self, text: str) -> dict[str, object]:
        """The first element with a text, description or label."""
        for element in self.episode.view.elements()["elements"]:
            names = (element["text"], element["content_description"], element["hint_text"])
            if text in names or text == element["text"].split("\n")[0]:
                return dict(element)
        raise AssertionError(f"{text!r} is not on screen: {self.texts()}")

    def point(self, text: str) -> tuple[float, float]:
        """The middle of that element, as fractions of the screen."""
        box: dict[str, float] = self.element(text)["bbox"]  # type: ignore[assignment]
        return (box["x_min"] + box["x_max"]) / 2, (box["y_min"] + box["y_max"]) / 2

    def click(self, text: str) -> str:
        """Taps the middle of what is on screen now; returns the action error."""
        return self.do(Click(coordinate=self.point(text)))

    def hold(self, text: str) -> str:
        """Presses it long; returns the action error."""
        return self.do(LongPress(coordinate=self.point(text)))

    @property
    def keyboard(self) -> bool:
        """Whether the keyboard is open."""
        return bool(self.episode.view.elements()["keyboard_visible"])

    def tables(self) -> dict[str, tuple[dict[str, object], ...]]:
        """The tables of mDoorDash as they are now."""
        tables = self.episode.record().ends[-1].tables["mdoordash"]
        return {name: tuple(dict(row) for row in rows) for name, rows in tables.items()}
