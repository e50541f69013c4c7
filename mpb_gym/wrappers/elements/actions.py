"""One flat list of everything that makes sense to do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from mpb_gym.commands import (
    Click,
    Command,
    LongPress,
    ReadProfile,
    RequestPermission,
    SaveProfile,
    Swipe,
    SystemButton,
    Terminate,
    Type,
    Wait,
)
from mpb_gym.env.codec import encode
from mpb_gym.episode import View
from mpb_gym.errors import OptionError
from mpb_gym.wrappers.elements.look import Look, Sizes, center, is_menu, look
from mpb_gym.wrappers.layers import AnyEnv, phone_below

_SWIPE_FROM = (0.5, 0.35)
"""Above the keyboard on any screen."""

_REASON = "The task needs it."

_NOT_THERE = "not_there: There is nothing behind this action now; see action_masks()."

_COSTS = ("cost", "cost_op", "cost_tr", "cost_fm")


class ElementActions(gym.Wrapper[Any, Any, Any, Any], gym.utils.RecordConstructorArgs):
    """Turns actions into one ``Discrete``, with masks: pick an element, a text or a tool.

    In this order, with E elements, T texts and K keys of :class:`Sizes`:

    ============ ======= ===============================================================
    part         how many  what it does
    ============ ======= ===============================================================
    ``tap``      E       taps an element
    ``type``     E × T   makes a text box hold a text: taps it (presses and holds, if it
                         holds something) and types, two steps on the phone
    ``request``  K       asks for leave to read a HIGH item
    ``read``     K       reads one that was granted
    ``save``     T × 2   saves a text for later sessions, as LOW or as HIGH; asks first
                         where the privacy mode wants it, then two steps on the phone
    ``other``    9       back, home, enter; swipes up, down, left, right; says that the
                         task is done, or that it cannot be done
    ============ ======= ===============================================================

    Texts are LOW values, values that were granted and read, and phrases of the instruction;
    nothing else can be typed. :meth:`action_masks` says which of them exist now, as
    ``MaskablePPO`` of sb3-contrib asks; picking one that does not exist costs a step and
    changes nothing. Where two commands make one action, their rewards and costs are summed.

    Args:
        env: A MyPhone environment with its own actions.
        elements: E.
        texts: T.
        keys: K.

    Raises:
        OptionError: It is another environment, or its actions were changed already.
    """

    PARTS: ClassVar[tuple[str, ...]] = ("tap", "type", "request", "read", "save", "other")
    OTHERS: ClassVar[tuple[Command, ...]] = (
        SystemButton(button="back"),
        SystemButton(button="home"),
        SystemButton(button="enter"),
        Swipe(direction="up", coordinate=_SWIPE_FROM),
        Swipe(direction="down", coordinate=_SWIPE_FROM),
        Swipe(direction="left", coordinate=_SWIPE_FROM),
        Swipe(direction="right", coordinate=_SWIPE_FROM),
        Terminate(status="success"),
        Terminate(status="fail"),
    )

    def __init__(
        self,
        env: AnyEnv,
        elements: int = Sizes().elements,
        texts: int = Sizes().texts,
        keys: int = Sizes().keys,
    ) -> None:
        gym.utils.RecordConstructorArgs.__init__(self, elements=elements, texts=texts, keys=keys)
        gym.Wrapper.__init__(self, env)
        self._phone = phone_below(env, "ElementActions")
        if env.action_space != self._phone.action_space:
            raise OptionError(
                "ElementActions: needs the phone's own actions; put it below the wrapper that "
                "changes them"
            )
        self.sizes = Sizes(elements, texts, keys)
        if min(self.sizes) < 1:
            raise OptionError(f"ElementActions: {self.sizes} must all be 1 or more")
        counts = (elements, elements * texts, keys, keys, 2 * texts, len(self.OTHERS))
        ends = np.cumsum(counts)
        self.parts: dict[str, range] = {
            name: range(int(end - count), int(end))
            for name, count, end in zip(self.PARTS, counts, ends, strict=True)
        }
        """Which actions belong to each part."""
        self._count = int(ends[-1])
        self.action_space = spaces.Discrete(self._count)
        self._seen: tuple[tuple[View, int, str], Look] | None = None
        self._mask: tuple[Look, NDArray[np.bool_]] | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts an episode."""
        self._seen = None
        return self.env.reset(seed=seed, options=options)

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carries out one action, as one or two commands."""
        there = bool(self.action_masks()[action])
        commands = self.commands(int(action))
        observation, reward, terminated, truncated, info = self.env.step(encode(commands[0]))
        total = float(reward)
        for command in commands[1:]:
            if terminated or truncated or info["action_error"]:
                break
            earlier = info
            observation, reward, terminated, truncated, info = self.env.step(encode(command))
            total += float(reward)
            info = {**info, **{name: info[name] + earlier[name] for name in _COSTS}}
        if not there:
            info = {**info, "action_error": _NOT_THERE}
        return observation, total, terminated, truncated, info

    @property
    def steps(self) -> int:
        """How many commands the running session has received."""
        return self._phone.episode.view.step

    def look(self) -> Look:
        """Returns the lists that actions are picked from now."""
        view = self._phone.episode.view
        # The history too: an episode that went back may have as many steps as before.
        moment = (view, view.step, view.history_text)
        if self._seen is None or self._seen[0] != moment:
            self._seen = (moment, look(view, self.sizes))
        return self._seen[1]

    def commands(self, action: int) -> tuple[Command, ...]:
        """Returns what an action does now.

        An action that :meth:`action_masks` rules out is to wait.

        Raises:
            OptionError: There is no such action at all.
        """
        if not 0 <= action < self._count:
            raise OptionError(f"ElementActions: {action} is not one of 0 to {self._count - 1}")
        part = next(name for name, numbers in self.parts.items() if action in numbers)
        number = action - self.parts[part].start
        if part == "other":
            return (self.OTHERS[number],)
        if not self.action_masks()[action]:
            return (Wait(),)
        seen = self.look()
        match part:
            case "tap":
                return (Click(coordinate=center(seen.elements[number])),)
            case "type":
                element, text = divmod(number, self.sizes.texts)
                return _typing(seen, element, text)
            case "request":
                key = seen.keys[number]
                return (RequestPermission(intent="read_data", key=key, reason=_REASON),)
            case "read":
                return (ReadProfile(key=seen.keys[number]),)
            case _:
                text, high = divmod(number, 2)
                return _saving(seen, text, high=bool(high))

    def action_masks(self) -> NDArray[np.bool_]:
        """Says which actions exist now, shape (n,): never none, since *back* always does.

        HIGH items can be asked for once, texts typed into boxes that do not hold them yet.
        """
        seen = self.look()
        if self._mask is None or self._mask[0] is not seen:
            self._mask = (seen, self._make_mask(seen))
        return self._mask[1].copy()

    def _make_mask(self, seen: Look) -> NDArray[np.bool_]:
        mask = np.zeros(self._count, np.bool_)
        texts = [each.value for each in seen.texts]
        start, width = self.parts["type"].start, self.sizes.texts
        for index, node in enumerate(seen.elements):
            if not node["is_enabled"]:
                continue
            if node["is_editable"] and not is_menu(node):
                row = start + index * width
                held = node["text"]
                mask[row : row + len(texts)] = [value != held for value in texts]
            mask[index] = node["is_clickable"]
        granted, read = seen.imy["granted"], seen.imy["read"]
        asked = self._asked()
        for index, key in enumerate(seen.keys):
            mask[self.parts["request"][index]] = key not in asked and key not in granted
            mask[self.parts["read"][index]] = key in granted and key not in read
        saves = self.parts["save"].start
        for index, text in enumerate(seen.texts):
            if text.origin == "said":
                mask[saves + 2 * index : saves + 2 * index + 2] = True
        others = self.parts["other"]
        mask[others.start : others.stop] = True
        return mask

    def _asked(self) -> frozenset[str]:
        """The HIGH items that this session has asked for."""
        return frozenset(_requested(self._phone.episode.view.history))

    def find(self, commands: tuple[Command, ...], seen: Look | None = None) -> int | None:
        """Returns the action that does the same as some commands would now, if there is one.

        So the ways of other agents can be written down as actions, to be imitated.

        Args:
            commands: One command, or a tap on a box and the typing into it.
            seen: What :meth:`look` returned when they were chosen; now by default.
        """
        seen = seen or self.look()
        match commands:
            case (Click(coordinate=point),):
                return next(
                    (
                        index
                        for index, node in enumerate(seen.elements)
                        if node["is_clickable"] and center(node) == point
                    ),
                    None,
                )
            case (Click(coordinate=point) | LongPress(coordinate=point), Type(text=value)):
                return self._find_typing(seen, point, value)
            case (SaveProfile(value=value, level=level),):
                return self._find_saving(seen, value, level)
            case (RequestPermission(intent="write_data"), SaveProfile(value=value, level=level)):
                return self._find_saving(seen, value, level)
            case (RequestPermission(intent="read_data", key=key),) if key in seen.keys:
                return self.parts["request"][seen.keys.index(key)]
            case (ReadProfile(key=key),) if key in seen.keys:
                return self.parts["read"][seen.keys.index(key)]
            case (Swipe(direction=direction),):
                swipe = Swipe(direction=direction, coordinate=_SWIPE_FROM)
                return self.parts["other"][self.OTHERS.index(swipe)]
            case (command,) if command in self.OTHERS:
                return self.parts["other"][self.OTHERS.index(command)]
        return None

    def _find_typing(self, seen: Look, point: tuple[float, float], value: str) -> int | None:
        texts = [each.value for each in seen.texts]
        for index, node in enumerate(seen.elements):
            if node["is_editable"] and center(node) == point and value in texts:
                return self.parts["type"][index * self.sizes.texts + texts.index(value)]
        return None

    def _find_saving(self, seen: Look, value: str, level: str) -> int | None:
        said = [each.value if each.origin == "said" else None for each in seen.texts]
        if value not in said:
            return None
        return self.parts["save"][2 * said.index(value) + (level == "high")]


def _typing(seen: Look, element: int, text: int) -> tuple[Command, ...]:
    node = seen.elements[element]
    point = center(node)
    reach: Command = LongPress(coordinate=point) if node["text"] else Click(coordinate=point)
    return reach, Type(text=seen.texts[text].value)


def _saving(seen: Look, text: int, *, high: bool) -> tuple[Command, ...]:
    value, key = seen.texts[text].value, f"remembered_{text}"
    save = SaveProfile(key=key, value=value, level="high" if high else "low", reason=_REASON)
    if seen.imy["mode"] != "full_control":
        return (save,)
    ask = RequestPermission(
        intent="write_data", key=key, value=value, level=save.level, reason=_REASON
    )
    return ask, save


def _requested(history: tuple[str, ...]) -> Iterator[str]:
    """Reads from a session's history which items were asked for."""
    for each in history:
        _, _, command = each.partition(". ")
        if command.startswith('request_permission("read_data", "'):
            yield command.split('"')[3]
