"""Leads through any app by its spec, touching nothing but the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mpb_gym.commands import Click, Swipe, SystemButton, Type
from mpb_gym.episode import make_episode
from mpb_gym.spec.app import AppSpec
from mpb_gym.spec.form import BoxSpec
from mpb_gym.spec.library import base_profile, load_app
from mpb_gym.spec.task import Permissions, Row, TaskSpec, UserRules
from mpb_gym.spec.ways import Way, paths
from tests.pilot import SMALL, Pilot


def path_to(spec: AppSpec, target: str) -> list[Way]:
    """Returns the shortest path from the first screen; fails if there is none."""
    assert target in paths(spec), f"{spec.id}: nothing leads to {target}"
    return paths(spec)[target]


def visit(app: str, prepared: tuple[Row, ...] = (), screen: tuple[int, int] = SMALL) -> Tour:
    """Starts a phone that has one app, with rows in its record table."""
    spec = load_app(app)
    table = next(iter(spec.forms.values())).table
    task = TaskSpec(
        id="tour/1", title="A tour", apps=(app,), family="explicit", difficulty="easy",
        vagueness="explicit", instruction="Look around.", max_steps=2000, profile=base_profile(),
        prepared={app: {table: prepared}}, user=UserRules(), permissions=Permissions(),
        expected=frozenset(),
        leaks=(), rules=(), plan=(), target=None, digest="tour",
    )  # fmt: skip
    return Tour(spec, Pilot(make_episode(task, screen=screen)))


class Tour:
    """A phone with one app open, and its spec as the map."""

    def __init__(self, spec: AppSpec, pilot: Pilot) -> None:
        self.spec, self.pilot = spec, pilot
        pilot.open(spec.title)

    def go_to(self, screen: str) -> Tour:
        """Walks from the first screen to another."""
        for way in path_to(self.spec, screen):
            self.take(way)
        return self

    def take(self, way: Way) -> None:
        """Takes one way."""
        pilot = self.pilot
        if way.kind == "search":
            pilot.click(way.of)
            pilot.do(Type(text="a"), SystemButton(button="enter"))
        elif way.kind in ("card", "facet"):
            self.tap_id(lambda name: name.startswith(way.of))
        elif way.kind in ("tab", "destination"):
            self.tap_id(lambda name: name == f"{way.kind}/{way.end}")
        elif way.kind == "submit":
            self.fill(way.of)
            self.tap_id(lambda name: name == f"submit/{way.of}")
        else:
            for choice in way.needs:
                self.tap_id(lambda name, choice=choice: name == f"{choice}/0")  # type: ignore[misc]
            pilot.tap(way.of)
        assert pilot.episode.view.action_error == "", (way, pilot.episode.view.action_error)

    def fill(self, form: str, *, all_boxes: bool = False) -> dict[str, str]:
        """Fills the required boxes, or all; returns what was written by column."""
        written = {}
        for box in self.spec.forms[form].boxes:
            if box.required or all_boxes:
                written[box.column] = self._fill(box)
        if self.pilot.keyboard:
            self.pilot.back()
        return written

    def _fill(self, box: BoxSpec) -> str:
        if box.kind == "dropdown":
            self.tap_id(lambda name: name == f"form/{box.column}")
            option = self.tap_id(lambda name: name == "option/0")
            return str(option["text"])
        if box.kind == "chips":
            chip = self.tap_id(lambda name: name == f"form/{box.column}/0")
            return str(chip["text"])
        if box.kind == "switch":
            switch = self.tap_id(lambda name: name == f"form/{box.column}")
            return next(each for each in box.states if each != switch["content_description"])
        if box.kind == "date":
            return self._pick_date(box)
        text = f"{box.column} 7"
        self.pilot.fill(box.label, text)
        return text

    def _pick_date(self, box: BoxSpec) -> str:
        """Chooses the twentieth of the month that the calendar shows."""
        self.tap_id(lambda name: name == f"form/{box.column}/calendar")
        day = self.tap_id(lambda name: name.startswith("day/") and name.endswith("-20"))
        self.tap_id(lambda name: name == "dialog/confirm")
        return str(day["resource_name"].removeprefix("day/"))

    def tap_id(self, wanted: Callable[[str], bool]) -> dict[str, Any]:
        """Scrolls to the first element whose resource name is wanted, and taps its middle."""
        view = self.pilot.episode.view
        for direction in ("up", "down"):
            while True:
                for element in view.elements()["elements"]:
                    if wanted(element["resource_name"]) and element["is_clickable"]:
                        box = element["bbox"]
                        x, y = (box["x_min"] + box["x_max"]) / 2, (box["y_min"] + box["y_max"]) / 2
                        self.pilot.do(Click(coordinate=(x, y)))
                        assert view.action_error == "", view.action_error
                        return dict(element)
                if self.pilot.keyboard:
                    self.pilot.back()
                    continue
                if self.pilot.do(Swipe(direction=direction, coordinate=(0.5, 0.4))):
                    break
        raise AssertionError(f"not on screen: {self.pilot.texts()}")
