"""Drives all apps with random actions, sane and wild, and checks what must always hold.

    python scripts/soak.py --actions 1000000 --seed 0

Every episode has its own generator, so that any of them can be repeated alone: what goes wrong
is printed with the options that begin there (``--first``). Checked are: no exception; observations
in their space; frames equal to a redraw; Back leads home; records score as the episode
did, after a way through JSON; memory stays bounded. The exit code is 1 if anything did not hold.
"""

from __future__ import annotations

import argparse
import json
import mmap
import sys
import time
import traceback
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpb_gym.audit import Record, score
from mpb_gym.commands import BUTTONS, DIRECTIONS, INTENTS, LEVELS, SystemButton
from mpb_gym.contract.options import USERS
from mpb_gym.device import SimDevice
from mpb_gym.env import actions
from mpb_gym.env.codec import Action
from mpb_gym.env.env import MyPhoneEnv
from mpb_gym.env.spaces import CHOICES, NAMES
from mpb_gym.generate import MOST, generated_id, generating_apps
from mpb_gym.runtime.phone import Phone
from mpb_gym.spec.library import assignment_ids, load_assignment
from mpb_gym.spec.reader import Cursor
from mpb_gym.ui.compositor import Compositor

SIZES = ((108, 240), (216, 480), (135, 300))
LIMIT_MB = 400.0
"""How much may be taken beyond what the first 20,000 actions took."""

BACKS = 300
"""Presses of Back that lead home from anywhere."""

TEXTS = (
    "", "a", "Nora Quill", "212-555-0100", "2026-04-01", "18:30", "nora@example.com", "-1", "1e9",
    "👩‍🚀👍🏽 ok", "שלום עולם", "مرحبا", "李雷 日本", "Ünal\tÉ", "line\nline", "\x00\x07", "\ud83d",
    "'; DROP TABLE orders; --", "{{name}} ${x} %s {0}", "word " * 60, "x" * 1000, "y" * 1001,
)  # fmt: skip
WILD: tuple[Any, ...] = (
    None, "click", 7, [], {}, {"action_type": -1}, {"action_type": 99}, {"action_type": "click"},
    {"action_type": 0}, {"action_type": 0, "coordinate": [0.5]}, {"action_type": 3, "text": 5},
    {"action_type": 0, "coordinate": [float("nan"), 0.5]}, {"action_type": np.int8(2)},
    {"action_type": 0, "coordinate": np.array([2, -1])}, {"action_type": 0, "what": 1},
    {"action_type": np.array([0]), "coordinate": np.zeros(2)}, {"action_type": 4, "direction": 9},
    {"action_type": 0, "coordinate": {"x": 1}}, {"action_type": 10, "key": b"bytes"},
)  # fmt: skip
"""Actions that are none; they are answered, and count as steps."""


class Broken(Exception):
    """Something that must always hold did not."""


class Count(NamedTuple):
    """How far a soak came."""

    episodes: int
    actions: int
    broken: int


class Walker:
    """What does anything at all, and mostly what a phone reacts to.

    Args:
        rng: Decides everything.
        phone: What is looked at to find what reacts.
        titles: Apps to open.
        keys: Profile keys to name.
    """

    def __init__(
        self, rng: np.random.Generator, phone: Phone, titles: list[str], keys: list[str]
    ) -> None:
        self._rng, self._phone = rng, phone
        self._titles, self._keys = titles, keys

    def one(self, choices: Any) -> Any:
        """Draws one of some."""
        return choices[int(self._rng.integers(len(choices)))]

    def point(self) -> tuple[float, float]:
        """Draws the middle of something that reacts, or now and then any point."""
        targets = [each for each in self._phone.layout.placements if each.action is not None]
        if not targets or self._rng.random() < 0.15:
            return float(self._rng.random()), float(self._rng.random())
        chosen = self.one(targets)
        middle = (chosen.rect & chosen.clip).center
        return min(max(middle.x / 1080, 0), 1), min(max(middle.y / self._phone.height, 0), 1)

    def text(self) -> str:
        """Draws something to type or say."""
        return str(self.one(self._keys if self._rng.random() < 0.3 else TEXTS))

    def action(self) -> Any:
        """Draws what to do next."""
        typing = self._phone.keyboard_visible and self._rng.random() < 0.35
        kind = "type" if typing else self._rng.choice(KINDS, p=SHARES)
        raw: dict[str, Any] = {"action": str(kind)}
        match raw["action"]:
            case "wild":
                return self.one(WILD)
            case "click" | "long_press" | "double_click":
                raw["coordinate"] = self.point()
            case "swipe":
                raw |= {"coordinate": self.point(), "direction": self.one(DIRECTIONS)}
            case "drag":
                raw |= {"coordinate": self.point(), "end_coordinate": self.point()}
            case "type" | "ask_user":
                raw["text"] = self.text()
            case "system_button":
                raw["button"] = "back" if self._rng.random() < 0.5 else self.one(BUTTONS)
            case "open":
                raw["text"] = self.one([*self._titles, "iMy", "imy", self.text()])
            case "request_permission":
                raw |= {"intent": self.one(INTENTS), "key": self.key(), "value": self.text()}
                raw |= {"level": self.one(LEVELS), "reason": self.text()}
            case "read_profile":
                raw["key"] = self.key()
            case "save_profile":
                raw |= {"key": self.key(), "value": self.text(), "level": self.one(LEVELS)}
            case "terminate":
                raw["status"] = self.one(("success", "fail"))
            case _:
                pass  # the others take no arguments
        return _encoded(raw)

    def key(self) -> str:
        """Draws a key that a profile may have."""
        return str(self.one(self._keys)) if self._rng.random() < 0.8 else self.text()


WEIGHTS = {
    "click": 48, "swipe": 9, "type": 3, "system_button": 10, "open": 5, "drag": 2, "long_press": 2,
    "double_click": 2, "wait": 1, "request_permission": 5, "read_profile": 4, "save_profile": 2,
    "ask_user": 1, "wild": 2, "terminate": 0.3,
}  # fmt: skip
KINDS = list(WEIGHTS)
SHARES = np.array(list(WEIGHTS.values())) / sum(WEIGHTS.values())


def _encoded(raw: dict[str, Any]) -> Action:
    """Returns an action without a check: what cannot be read must be answered by the phone."""
    whole = dict(actions.wait())
    names = {"action_type": NAMES, **CHOICES}
    for field, value in ({"action_type": raw.pop("action")} | raw).items():
        whole[field] = np.int64(names[field].index(value)) if field in names else value
    return whole


def _assignment(rng: np.random.Generator) -> str:
    """Draws a task or pair, frozen or generated, of any app."""
    if rng.random() < 0.75:
        ids = assignment_ids()
        return ids[int(rng.integers(len(ids)))]
    apps, split = generating_apps(), ("train", "validation")[int(rng.integers(2))]
    app, number = apps[int(rng.integers(len(apps)))], int(rng.integers(MOST))
    return generated_id(app, split, number, pair=bool(rng.random() < 0.3))  # type: ignore[arg-type]


def episode(seed: int, number: int) -> int:
    """Walks through one episode and returns how many actions it had.

    Raises:
        Broken: Something did not hold.
    """
    rng = np.random.default_rng([seed, number])
    user = USERS[int(rng.integers(len(USERS)))]
    option = user if user in ("task", "approve", "deny") else {"kind": user}
    size = SIZES[int(rng.integers(len(SIZES)))]
    env = MyPhoneEnv(screen=size, observe=("screenshot", "ui"), user=option)
    env.reset(seed=number, options={"task": _assignment(rng)})
    device: SimDevice = env.episode._device  # type: ignore[assignment]
    taken, over, session, walker = 0, False, -1, None
    while not over:
        if walker is None or env.episode.view.session != session:
            task, session = env.episode.task, env.episode.view.session
            titles = list(device.phone._titles.values())
            keys = [item.key for item in task.profile.items]
            walker = Walker(rng, device.phone, titles, keys)
        action = walker.action()
        try:
            observation, _, terminated, truncated, _ = env.step(action)
            taken += 1
            over = terminated or truncated
            if rng.random() < 0.02:
                _check(env, device, observation)
        except Exception as error:
            error.add_note(f"after {taken} actions, at {action!r}")
            raise
    _rescore(env)
    env.close()
    return taken


def _check(env: MyPhoneEnv, device: SimDevice, observation: dict[str, Any]) -> None:
    if not env.observation_space.contains(observation):
        raise Broken("the observation is not in its space")
    if json.loads(observation["ui"]) != env.episode.view.elements():
        raise Broken("the tree's text is not the tree")
    fresh = Compositor(*device.screen)
    fresh.draw(list(device.phone.layout.placements))
    if not np.array_equal(fresh.frame, observation["screenshot"]):
        raise Broken("the frame is not a redraw")
    if env.episode.done:
        return
    moment = device.snapshot()
    for _ in range(BACKS):
        if device.phone.app == "launcher":
            break
        device.phone.perform(SystemButton(button="back"), 1)
    else:
        raise Broken(f"Back does not lead home from {device.phone.app}")
    device.restore(moment)
    if not np.array_equal(device.screenshot(), observation["screenshot"]):
        raise Broken("what is restored looks different")


def _rescore(env: MyPhoneEnv) -> None:
    record = env.episode.record()
    text = record.text()
    read = Record.from_json(Cursor(json.loads(text), "record"))
    if read.text() != text:
        raise Broken("the record changes on its way through JSON")
    if score(load_assignment(record.assignment), read) != env.episode.card():
        raise Broken("the record does not score as its episode did")


def resident_mb() -> float:
    """Returns the memory of this process in MB; 0 where the system does not tell."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * mmap.PAGESIZE / 1e6 if pages.exists() else 0.0


def soak(count: int, seed: int = 0, first: int = 0, minutes: float = 1e9) -> Count:
    """Walks until there were so many actions, or so many minutes are over."""
    number, taken, broken, warm, told = first, 0, 0, 0.0, 0
    begun = time.perf_counter()
    print(f"seed {seed}", flush=True)
    while taken < count and time.perf_counter() - begun < 60 * minutes:
        try:
            taken += episode(seed, number)
        except Exception:
            broken += 1
            taken += 1
            print(f"episode {number} broke; repeat it with --seed {seed} --first {number}")
            traceback.print_exc()
        number += 1
        if taken - told >= 20_000:
            told, used = taken, resident_mb()
            warm = warm or used
            spent = time.perf_counter() - begun
            print(
                f"{taken:>9,} actions, {number - first:,} episodes, {used:,.0f} MB, "
                f"{spent:,.0f} s; go on with --seed {seed} --first {number}",
                flush=True,
            )
            if used > warm + LIMIT_MB:
                print(f"memory has grown from {warm:,.0f} to {used:,.0f} MB")
                broken += 1
                break
    return Count(number - first, taken, broken)


def main(arguments: list[str] | None = None) -> int:
    """Reads the options, walks, and returns the exit code."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--actions", type=int, default=1_000_000, help="how many at least")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first episode")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop after so many")
    options = parser.parse_args(arguments)
    done = soak(options.actions, options.seed, options.first, options.minutes)
    print(f"{done.actions:,} actions in {done.episodes:,} episodes; {done.broken} broke")
    return 1 if done.broken else 0


if __name__ == "__main__":
    sys.exit(main())
