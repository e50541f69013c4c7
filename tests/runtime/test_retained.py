"""What is kept never shows: after any step, all is as if it had been made from nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import chain
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from mpb_gym.agents import make_agent
from mpb_gym.commands import (
    Click,
    Command,
    DoubleClick,
    Drag,
    LongPress,
    Open,
    Swipe,
    SystemButton,
    Type,
    Wait,
)
from mpb_gym.device import SimDevice
from mpb_gym.episode import Episode, make_episode
from mpb_gym.errors import ActionError
from mpb_gym.runtime import screens
from mpb_gym.runtime.app import AppProgram
from mpb_gym.runtime.calendar import opened
from mpb_gym.runtime.effects import AskCancel, Confirm, Focus, Pick, Submit, TakeOption
from mpb_gym.runtime.keyboard import keyboard
from mpb_gym.runtime.phone import Phone
from mpb_gym.runtime.route import Route, Visit, scope_of
from mpb_gym.runtime.sight import blocked, frame
from mpb_gym.spec.library import app_ids, assignment_ids, load_assignment
from mpb_gym.spec.task import TaskSpec
from mpb_gym.ui import compositor
from mpb_gym.ui.arrange import Arranged
from mpb_gym.ui.blocks import BlockCache
from mpb_gym.ui.compositor import Compositor
from mpb_gym.ui.elements import TreeText, elements
from mpb_gym.ui.layout import Layout, lay_out
from mpb_gym.ui.page import Page
from mpb_gym.ui.placement import Placement
from mpb_gym.ui.recent import Recent
from mpb_gym.ui.widgets import TextBox

STEPS = 1000
"""In each app; with ten apps, ten thousand in all."""

SIZE = (216, 480)
TEXTS = (
    "A",
    "Nora Quill",
    "212-555-0100",
    "2026-04-01",
    "pizza",
    "Ünal 李 👩\u200d🚀",
    "word " * 30,
)


def _started(app: str, other: str) -> Episode:
    """An episode that goes on for as long as anybody likes, with two apps on the phone."""
    task = load_assignment(next(id for id in assignment_ids(app) if "/pair_" not in id))
    assert isinstance(task, TaskSpec)
    return make_episode(replace(task, max_steps=STEPS + 1, apps=(app, other)), screen=SIZE)


def _oracle(app: str) -> list[Command]:
    """How the task of :func:`_started` is done, up to the last tap."""
    task = next(id for id in assignment_ids(app) if "/pair_" not in id)
    episode, agent = make_episode(task, screen=SIZE), make_agent("oracle")
    agent.begin(episode.view, episode.task.plan)
    done: list[Command] = []
    while not episode.done:
        command = agent.act(episode.view)
        assert not isinstance(command, ActionError)
        done.append(command)
        episode.apply(command)
    episode.close()
    return done[:-1]


def _commands(phone: Phone, titles: tuple[str, ...], seed: int) -> Iterator[Command]:
    """What an explorer does who mostly taps on what reacts, and types where one can."""
    rng = np.random.default_rng(seed)

    def point() -> tuple[float, float]:
        targets = [each for each in phone.layout.placements if each.action is not None]
        if not targets or rng.random() < 0.1:
            return float(rng.random()), float(rng.random())
        if rng.random() < 0.5:
            targets = [each for each in targets if _leads_on(each)] or targets
        chosen = targets[int(rng.integers(len(targets)))]
        middle = (chosen.rect & chosen.clip).center
        return min(max(middle.x / 1080, 0), 1), min(max(middle.y / phone.height, 0), 1)

    while True:
        dice = rng.random()
        if phone.keyboard_visible and dice < 0.4:
            yield Type(text=TEXTS[int(rng.integers(len(TEXTS)))])
        elif dice < 0.66:
            yield Click(coordinate=point())
        elif dice < 0.80:
            direction = rng.choice(["up", "up", "down", "left", "right"])
            yield Swipe(direction=str(direction), coordinate=point())  # type: ignore[arg-type]
        elif dice < 0.87:
            yield SystemButton(button="back")
        elif dice < 0.91:
            yield Open(text=titles[int(rng.integers(len(titles)))])
        elif dice < 0.94:
            yield Drag(coordinate=point(), end_coordinate=point())
        elif dice < 0.96:
            yield LongPress(coordinate=point())
        elif dice < 0.98:
            yield DoubleClick(coordinate=point())
        elif dice < 0.995:
            yield SystemButton(button="enter")
        elif dice < 0.998:
            yield SystemButton(button="home")
        else:
            yield Wait()


def _leads_on(placed: Placement) -> bool:
    """Whether a tap there brings a form or a record further."""
    if isinstance(placed.action, Focus):
        return isinstance(placed.widget, TextBox) and not placed.widget.value
    return isinstance(placed.action, Submit | TakeOption | AskCancel | Confirm | Pick)


def _rebuilt_page(program: AppProgram) -> Page:
    visit = program._visit
    with patch.object(screens, "_BLOCKS", Recent(99)):
        return screens.build_page(
            program._spec,
            program._store,
            visit,
            scope_of(program._spec, program._store, visit.route),
            first=len(program._stack) == 1,
            focus=program._focus,
            caret=program._caret,
        )


def _rebuilt(phone: Phone) -> Layout:
    """The layout of what is on screen, from a page that is built anew if an app shows it."""
    front = phone._front
    page = _rebuilt_page(front) if isinstance(front, AppProgram) else front.page()
    if phone._blocked:
        page = blocked(page, phone._titles[phone._blocked])
    field = front.field
    keys: tuple[Placement, ...] = ()
    if field:
        page_of_keys = phone._typist.page
        keys = keyboard(page_of_keys, field.enter, phone.height, page.theme, field.input)
    return lay_out(
        page,
        Arranged(page.body),
        frame(page, phone.height, keys=field is not None),
        front.scrolls,
        time=phone.clock.time,
        keyboard=keys,
        notice=phone._notice,
    )


@pytest.mark.parametrize("app", app_ids())
def test_every_frame_equals_a_full_redraw_of_a_page_built_anew(app: str) -> None:
    seed = app_ids().index(app)
    other = app_ids()[seed - 1]
    episode = _started(app, other)
    device = episode._device
    assert isinstance(device, SimDevice)
    phone, (width, height) = device.phone, SIZE
    titles = (*(phone._titles[id] for id in (app, app, app, other)), "iMy")
    tree, screens_seen = TreeText(*SIZE), set()
    commands = chain(_oracle(app), _commands(phone, titles, seed))
    for step in range(STEPS):
        episode.apply(next(commands))
        shown, rebuilt = phone.layout, _rebuilt(phone)
        assert shown.placements == rebuilt.placements, f"step {step}"
        assert shown.regions == rebuilt.regions, f"step {step}"
        fresh = Compositor(width, height)
        if step % 200:
            fresh.draw(list(rebuilt.placements))
        else:  # not even the blocks were painted before
            with patch.object(compositor, "BLOCKS", BlockCache()):
                fresh.draw(list(rebuilt.placements))
        assert np.array_equal(device.screenshot(), fresh.frame), f"step {step}"
        if not step % 5:
            said = elements(rebuilt.placements, *SIZE, phone.package)
            text = tree.items(shown.placements, phone.package)
            assert f"[{text}]" == json.dumps(said, ensure_ascii=False), f"step {step}"
        if isinstance(phone._front, AppProgram):
            screens_seen.add(phone._front._visit.route.screen)
    # The walk goes somewhere, and changes records on its way.
    assert len(screens_seen) > 3
    assert device.revision
    episode.close()


def test_everything_of_a_visit_but_its_scroll_positions_tells_pages_apart() -> None:
    plain = Visit(route=Route(screen="home"))
    others: dict[str, Any] = {
        "route": Route(screen="list"),
        "typed": "a",
        "missing": frozenset({"name"}),
        "asking": AskCancel("orders", 1),
        "menu": "tip",
        "picking": opened("dob", "Born", "", "2026-03-10"),
    }
    names = {each.name for each in fields(Visit)}
    assert names == {*others, "scrolls"}, "a page may depend on it: see Visit.look"
    for name, value in others.items():
        assert replace(plain, **{name: value}).look != plain.look, name
    assert replace(plain, scrolls={"body": 7}).look == plain.look
