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
from mpb_gym.ui.layout import hit
from tests.showcase import ID, showcase
from tests.tour import Tour, visit

fractions = st.floats(0, 1)
points = st.tuples(fractions, fractions)
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)


class PhoneMachine(RuleBasedStateMachine):
    """A user with no plan."""

    tour: Tour

    @initialize(app=st.sampled_from((*app_ids(), *[ID] * 5)), deep=st.booleans())
    def start(self, app: str, deep: bool) -> None:
        self.tour = showcase() if app == ID else visit(app)
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

    @rule(index=st.integers(0, 5), twice=st.booleans(), x=st.floats(0.05, 0.95))
    def press_a_box(self, index: int, twice: bool, x: float) -> None:
        """A tap or long press somewhere in the text of a box."""
        boxes = [each["bbox"] for each in self._tree() if each["is_editable"]]
        if boxes:
            box = boxes[index % len(boxes)]
            y = (box["y_min"] + box["y_max"]) / 2
            self._do(LongPress(coordinate=(x, y)) if twice else Click(coordinate=(x, y)))

    @rule(index=st.integers(0, 5))
    def open_a_calendar(self, index: int) -> None:
        names = [e for e in self._tree() if e["resource_name"].endswith("/calendar")]
        if names:
            box = names[index % len(names)]["bbox"]
            x, y = (box["x_min"] + box["x_max"]) / 2, (box["y_min"] + box["y_max"]) / 2
            self._do(Click(coordinate=(x, y)))

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
    def a_tap_hits_what_is_painted_there(self) -> None:
        """Whatever can be tapped is, at its middle, in front of all that is painted."""
        phone = self.tour.pilot.episode._device.phone  # type: ignore[attr-defined]
        placements = phone.layout.placements
        for index, each in enumerate(placements):
            seen = each.rect & each.clip
            if each.action is None or each.dim or not seen or each.id == "scrim":
                continue
            front = [
                other for other in placements if (other.rect & other.clip).contains(*seen.center)
            ][-1]
            assert front is each or front in placements[index:], front.id
            assert hit(placements, *seen.center) is front

    @invariant()
    def under_a_sheet_or_dialog_nothing_can_be_touched(self) -> None:
        phone = self.tour.pilot.episode._device.phone  # type: ignore[attr-defined]
        if any(each.dim for each in phone.layout.placements):
            assert not phone.keyboard_visible
            assert {region.id for region in phone.layout.regions} <= {"sheet"}

    @invariant()
    def the_cursor_lies_within_its_text(self) -> None:
        phone = self.tour.pilot.episode._device.phone  # type: ignore[attr-defined]
        field = phone._front.field
        if field is not None:
            start, end, first = field.caret
            assert 0 <= start <= end <= len(field.value)
            assert first >= 0

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
            if column != each["resource_name"] and "/" not in column and each["is_editable"]:
                drafts = {row[column] or "" for row in tables[form.drafts]} | {""}
                shown, box = each["text"], form.box(column)
                assert box.masked or shown in drafts

    def teardown(self) -> None:
        if not hasattr(self, "tour"):
            return
        for _ in range(40):
            if self.tour.pilot.do(SystemButton(button="back")):
                break
        assert self.tour.pilot.episode.view.action_error.startswith("already_home")


PhoneMachine.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
TestPhoneMachine = PhoneMachine.TestCase
