"""Any sequence of gestures at all: what must hold of the phone after each of them."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from mpb_gym.commands import (
    BUTTONS,
    DIRECTIONS,
    Click,
    Command,
    DoubleClick,
    Drag,
    LongPress,
    Open,
    Swipe,
    SystemButton,
    Type,
)
from mpb_gym.spec.library import app_ids
from tests.tour import Tour, visit

fractions = st.floats(0, 1)
points = st.tuples(fractions, fractions)
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


class PhoneMachine(RuleBasedStateMachine):
    """A user with no plan."""

    tour: Tour

    @initialize(app=st.sampled_from(app_ids()), deep=st.booleans())
    def start(self, app: str, deep: bool) -> None:
        self.tour = visit(app)
        form = next(iter(self.tour.spec.forms.values()))
        if deep:
            names = [
                name for name, screen in self.tour.spec.screens.items()
                if any(getattr(block, "form", None) == form.name for block in screen.body)
            ]  # fmt: skip
            self.tour.go_to(names[0])

    def _do(self, command: Command) -> None:
        self.tour.pilot.do(command)

    @rule(at=points)
    def tap(self, at: tuple[float, float]) -> None:
        self._do(Click(coordinate=at))

    @rule(index=st.integers(0, 60))
    def tap_something(self, index: int) -> None:
        clickable = [each for each in self._tree() if each["is_clickable"]]
        if not clickable:  # an empty list of recent apps or notifications
            return
        box = clickable[index % len(clickable)]["bbox"]
        x, y = (box["x_min"] + box["x_max"]) / 2, (box["y_min"] + box["y_max"]) / 2
        self._do(Click(coordinate=(x, y)))

    @rule(at=points, twice=st.booleans())
    def press(self, at: tuple[float, float], twice: bool) -> None:
        self._do(DoubleClick(coordinate=at) if twice else LongPress(coordinate=at))

    @rule(text=texts)
    def type(self, text: str) -> None:
        self._do(Type(text=text))

    @rule(direction=st.sampled_from(DIRECTIONS), at=points)
    def swipe(self, direction: Any, at: tuple[float, float]) -> None:
        self._do(Swipe(direction=direction, coordinate=at))

    @rule(x=fractions)
    def pull_the_shade(self, x: float) -> None:
        self._do(Swipe(direction="down", coordinate=(x, 0.01)))
        assert not self.tour.pilot.keyboard

    @rule(start=points, end=points)
    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self._do(Drag(coordinate=start, end_coordinate=end))

    @rule(button=st.sampled_from(BUTTONS))
    def button(self, button: Any) -> None:
        self._do(SystemButton(button=button))

    @rule(name=st.sampled_from(["imy", "mDoorDash", "nothing"]))
    def open(self, name: str) -> None:
        self._do(Open(text=name))

    def _tree(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.tour.pilot.episode.view.elements()["elements"]
        return found

    @invariant()
    def one_box_at_most_has_the_focus(self) -> None:
        focused = [each for each in self._tree() if each["is_focused"]]
        assert len(focused) <= 1
        if focused:
            assert self.tour.pilot.keyboard

    @invariant()
    def what_can_be_seen_lies_on_the_screen(self) -> None:
        for each in self._tree():
            box = each["bbox"]
            assert 0 <= box["x_min"] < box["x_max"] <= 1
            assert 0 <= box["y_min"] < box["y_max"] <= 1

    @invariant()
    def the_keyboard_covers_what_lies_below(self) -> None:
        tree = self._tree()
        keyboard = [each for each in tree if each["resource_name"] == "keyboard"]
        assert len(keyboard) == self.tour.pilot.keyboard
        for panel in keyboard:
            top = panel["bbox"]["y_min"]
            beneath = [e for e in tree if e["bbox"]["y_max"] > top + 0.004]
            assert all(e["resource_name"].startswith("key") for e in beneath), beneath

    @invariant()
    def drafts_hold_the_last_edit_of_every_box(self) -> None:
        tables = self.tour.pilot.episode.record().ends[-1].tables[self.tour.spec.id]
        for form in self.tour.spec.forms.values():
            last = {
                (row["instance"], str(row["column"])): row["new"]
                for row in tables["form_edits"]
                if row["form"] == form.name
            }
            for (instance, column), new in last.items():
                key = json.loads(str(instance)).items()
                rows = [r for r in tables[form.drafts] if all(r[name] == at for name, at in key)]
                assert len(rows) == 1
                # A form that was sent starts blank again; what is not yet filled is NULL then.
                blank = rows[0][column] is None and bool(tables[form.table])
                assert blank or (rows[0][column] or "") == new

    @invariant()
    def boxes_show_what_a_draft_holds(self) -> None:
        tables = self.tour.pilot.episode.record().ends[-1].tables[self.tour.spec.id]
        form = next(iter(self.tour.spec.forms.values()))
        for each in self._tree():
            column = each["resource_name"].removeprefix("form/")
            if column != each["resource_name"] and "/" not in column and each["text"]:
                assert each["text"] in {row[column] for row in tables[form.drafts]}

    def teardown(self) -> None:
        if not hasattr(self, "tour"):
            return
        for _ in range(40):
            if self.tour.pilot.do(SystemButton(button="back")):
                break
        assert self.tour.pilot.episode.view.action_error.startswith("already_home")


PhoneMachine.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
TestPhoneMachine = PhoneMachine.TestCase
